"""An upset as a picture: two walks side by side in the same maze, as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from research.domains.compass import Cell
from research.domains.coverage.drawing import shade
from research.domains.maze import Maze
from research.domains.maze.svg import CELL, COLOURS, centre, square_path, walls_path
from research.faults import harmless

GAP, HEAD = 32, 62
FONT = 15
# A character of the font is about this wide, in the units of the picture.
LETTER = 8.5


def upset_svg(maze: Maze, walks: Sequence[Sequence[Cell]], names: Sequence[str], title: str) -> str:
    """Return a whole SVG document: a panel for each walk with its name and its steps above it.

    walks: cells (row, col) from the start on; steps are the moves between them. Cells that were never
    visited are grey as fog, visited ones the darker, the more often they were entered; a circle marks
    the start, a square the end. Names and title may hold anything: they stay text.
    """
    wide, high = maze.cols * CELL, maze.rows * CELL
    width = len(walks) * (wide + GAP) - GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {width + 8} {high + HEAD + 8}" '
        f'width="{min(width + 8, 1400)}" role="img" font-family="sans-serif" font-size="{FONT}">'
        f"<title>{_text(title)}</title>",
        f'<rect x="-4" y="-4" width="{width + 8}" height="{high + HEAD + 8}" fill="#fff"/>',
        f'<text y="{FONT}" font-weight="bold">{_text(title, width)}</text>',
    ]
    for at, (walk, name) in enumerate(zip(walks, names, strict=True)):
        parts += [f'<g transform="translate({at * (wide + GAP)} {HEAD})">', *_panel(maze, walk, name), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _text(text: str, width: float | None = None) -> str:
    """Return text as XML, on one line; cut where it is wider than `width`."""
    line = harmless(text)
    fits = len(line) if width is None else int(width / LETTER)
    return escape(line if len(line) <= fits else f"{line[: fits - 1]}…")


def _panel(maze: Maze, walk: Sequence[Cell], name: str) -> list[str]:
    entered = Counter(walk)
    hidden = "".join(square_path(cell) for cell in maze.cells() if cell not in entered)
    shades: dict[str, list[str]] = {}
    for cell, count in sorted(entered.items()):
        shades.setdefault(shade(count), []).append(square_path(cell))
    points = " ".join(f"{x:g},{y:g}" for x, y in map(centre, walk))
    return [
        f"<title>{_text(name)}: {len(walk) - 1} steps</title>",
        f'<text y="-26">{_text(name, maze.cols * CELL)}</text>',
        f'<text y="-8">{len(walk) - 1} steps</text>',
        f'<path d="{hidden}" fill="{COLOURS["fog"]}"/>',
        *(f'<path d="{"".join(squares)}" fill="{fill}"/>' for fill, squares in sorted(shades.items())),
        f'<polyline points="{points}" fill="none" stroke="#00513B" stroke-width="2" stroke-opacity="0.6"/>',
        f'<path d="{walls_path(maze)}" stroke="#111" stroke-width="2" fill="none" stroke-linecap="square"/>',
        *_marks(maze),
    ]


def _marks(maze: Maze) -> list[str]:
    x, y = centre(maze.start)
    outline = 'stroke="#fff" stroke-width="1.5"'
    ends = [(goal_x - 5, goal_y - 5) for goal_x, goal_y in map(centre, maze.goals)]
    return [
        f'<circle cx="{x:g}" cy="{y:g}" r="6" fill="{COLOURS["S"]}" {outline}/>',
        *(
            f'<rect x="{left:g}" y="{upper:g}" width="10" height="10" fill="{COLOURS["G"]}" {outline}/>'
            for left, upper in ends
        ),
    ]
