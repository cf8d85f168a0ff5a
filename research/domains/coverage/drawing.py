"""Coverage boards drawn in text and as SVG, with a walk in them and fog over what is not known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from html import escape

from research.domains.compass import SIDES, Cell, next_to
from research.domains.coverage.board import Board

CELL = 20
COLOURS = {"barrier": "#444444", "free": "#ffffff", "fog": "#c9ccd1", "start": "#0072B2", "walk": "#00513B"}
# Entered once, twice, three times, and more often.
SHADES = ("#CFE8DC", "#F5CFA0", "#E69F00", "#D55E00")

Charted = Collection[Cell] | None


def to_text(
    board: Board, walk: Sequence[Cell] = (), charted: Charted = None, *, ascii_only: bool = False
) -> str:
    """Return the board as lines of text: `·` not entered, `#` a barrier, `A` entered once, `a` more often.

    `S` is the start where there is no walk. What no charted cell has shown is drawn as fog.
    """
    free, fog = (".", "?") if ascii_only else ("·", "░")
    marks = dict.fromkeys(board.barriers, "#") | ({} if walk else {board.start: "S"})
    marks |= {cell: "A" if count == 1 else "a" for cell, count in Counter(walk).items()}
    marks |= dict.fromkeys(hidden(board, charted), fog)
    return "\n".join(
        "".join(marks.get((row, col), free) for col in range(board.cols)) for row in range(board.rows)
    )


def hidden(board: Board, charted: Charted) -> list[Cell]:
    """Return the cells of which it is not known whether they are free: none next to them is charted."""
    if charted is None:
        return []
    known = set(charted).union(next_to(cell, side) for cell in charted for side in SIDES)
    every = ((row, col) for row in range(board.rows) for col in range(board.cols))
    return [cell for cell in every if cell not in known]


def to_svg(board: Board, walk: Sequence[Cell] = (), charted: Charted = None) -> str:
    """Return a whole SVG document; a cell is 20 units wide, the name is its title."""
    width, height = board.cols * CELL, board.rows * CELL
    title = escape(board.name or f"coverage board of {board.cols}x{board.rows} cells")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4} {height + 4}" '
        f'width="{min(width + 4, 900)}" role="img"><title>{title}</title>',
        f'<rect width="{width}" height="{height}" fill="{COLOURS["free"]}" stroke="#111"/>',
    ]
    fills = {cell: shade(count) for cell, count in Counter(walk).items()}
    fills |= dict.fromkeys(board.barriers, COLOURS["barrier"])
    fills |= dict.fromkeys(hidden(board, charted), COLOURS["fog"])
    parts += [_square(cell, fill) for cell, fill in sorted(fills.items())]
    if len(walk) > 1:
        points = " ".join(f"{x:g},{y:g}" for x, y in map(_centre, walk))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{COLOURS["walk"]}" stroke-width="2" '
            'stroke-opacity="0.55" stroke-linejoin="round"/>'
        )
    x, y = _centre(board.start)
    parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="{COLOURS["start"]}"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def shade(count: int) -> str:
    """Return the colour of a cell that was entered so often, at least once."""
    return SHADES[min(count, len(SHADES)) - 1]


def _square(cell: Cell, fill: str) -> str:
    row, col = cell
    return (
        f'<rect x="{col * CELL}" y="{row * CELL}" width="{CELL}" height="{CELL}" fill="{fill}" '
        'stroke="#ddd" stroke-width="0.5"/>'
    )


def _centre(cell: Cell) -> tuple[float, float]:
    return (cell[1] + 0.5) * CELL, (cell[0] + 0.5) * CELL
