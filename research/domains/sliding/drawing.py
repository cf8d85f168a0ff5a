"""Boards drawn in text, and as SVG: one board, or its tiles on their way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from research.domains.sliding.board import Board
from research.domains.sliding.slide import BLANK, WALL
from research.domains.sliding.symbols import symbol

SIDE = 36
COLOURS = {"tile": "#DCE9F5", "home": "#CFE8DC", "wall": "#444444", "edge": "#555555"}
# A move of an animation takes so many seconds, and the end is shown for so many.
MOVE_SECONDS, REST_SECONDS = 0.25, 2.0


def to_text(board: Board, last: bytes | None = None) -> str:
    """Return the board as lines of text, `.` the blank and `#` a wall; `last`, another state, beside it."""
    first = _rows(board, board.cells)
    if last is None or last == board.cells:
        return "\n".join(first) + "\n"
    arrow = ["->" if at == (len(first) - 1) // 2 else "  " for at in range(len(first))]
    lines = zip(first, arrow, _rows(board, last), strict=True)
    return "\n".join("   ".join(line) for line in lines) + "\n"


def _rows(board: Board, cells: bytes) -> list[str]:
    names = [{BLANK: ".", WALL: "#"}.get(tile) or symbol(tile, len(cells)) for tile in cells]
    wide = max(map(len, names))
    rows = (names[at : at + board.width] for at in range(0, len(names), board.width))
    return [" ".join(name.rjust(wide) for name in row) for row in rows]


def to_svg(board: Board, way: Sequence[bytes] = ()) -> str:
    """Return the board as SVG, tiles at home in another colour; with a way, the tiles move along it."""
    width, height = board.width * SIDE, board.height * SIDE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4} {height + 4}" '
        f'width="{width + 4}" height="{height + 4}" font-family="sans-serif" font-size="15">',
        f'<rect width="{width}" height="{height}" fill="white" stroke="{COLOURS["edge"]}"/>',
    ]
    states = list(way) if len(way) > 1 else [board.cells]
    for at, tile in enumerate(states[0]):
        if tile == WALL:
            parts.append(_piece(board, tile, [at]))
        elif tile != BLANK:
            parts.append(_piece(board, tile, [state.index(tile) for state in states]))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _piece(board: Board, tile: int, places: list[int]) -> str:
    """Return a wall, or a tile that goes through `places`, one a move."""
    home = board.goal.find(tile) == places[-1]
    fill = COLOURS["wall"] if tile == WALL else COLOURS["home" if home else "tile"]
    shape = (
        f'<rect x="1" y="1" width="{SIDE - 2}" height="{SIDE - 2}" rx="3" fill="{fill}" '
        f'stroke="{COLOURS["edge"]}"/>'
    )
    text = symbol(tile, len(board.cells))
    label = f'<text x="{SIDE / 2:g}" y="{SIDE / 2 + 5:g}" text-anchor="middle">{text}</text>'
    row, col = divmod(places[0], board.width)
    inside = shape + ("" if tile == WALL else label) + _motion(board, places)
    return f'<g transform="translate({col * SIDE} {row * SIDE})">{inside}</g>'


def _motion(board: Board, places: list[int]) -> str:
    """Return the animation of a piece, "" for one that stays."""
    moves = len(places) - 1
    seconds = moves * MOVE_SECONDS + REST_SECONDS
    values, times = [_at(board, places[0])], ["0"]
    for move, (before, after) in enumerate(pairwise(places)):
        if after != before:
            begin, end = move * MOVE_SECONDS / seconds, (move + 1) * MOVE_SECONDS / seconds
            values += [_at(board, before), _at(board, after)]
            times += [f"{begin:.4f}", f"{end:.4f}"]
    if len(values) == 1:
        return ""
    values.append(values[-1])
    times.append("1")
    return (
        f'<animateTransform attributeName="transform" type="translate" dur="{seconds:g}s" '
        f'repeatCount="indefinite" values="{";".join(values)}" keyTimes="{";".join(times)}"/>'
    )


def _at(board: Board, place: int) -> str:
    row, col = divmod(place, board.width)
    return f"{col * SIDE} {row * SIDE}"
