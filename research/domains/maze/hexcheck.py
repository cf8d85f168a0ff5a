"""The check of hexadecimal mazes: walls, regions, the 42, entry, exit and path.

A side is open when both of its cells say so. What depends on the whole board (regions, shortest
paths, loops) is told only where every side is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from research.domains.compass import STEPS, Cell, next_to
from research.domains.maze.findings import Expectation, Finding, unmet, unreachable_cells
from research.domains.maze.formats.hex import BITS
from research.domains.maze.glyph import FORTY_TWO, closed_by
from research.domains.maze.grid import Maze
from research.domains.maze.hexsheet import Sheet
from research.parameters import BoardSize

SIDE_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
Walls = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class Board:
    """The board of a sheet: its walls, what is not known of them, and which cells are closed.

    entry and exit are None where they are not told, outside, or on a closed cell: nothing can be
    said about a way from or to them. maze.start is then a cell of the largest region, maze.goal the
    start.
    """

    sheet: Sheet
    maze: Maze
    unknown_south: Walls
    unknown_east: Walls
    closed: frozenset[Cell]
    entry: Cell | None
    exit: Cell | None

    @property
    def unknown(self) -> frozenset[Cell]:
        """The cells that are not known."""
        return frozenset(_cells(~self.sheet.known))

    @property
    def whole(self) -> bool:
        """Whether every side is known."""
        return not (self.unknown_south.any() or self.unknown_east.any())

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the line and column of a cell's digit."""
        return self.sheet.numbers[cell[0]], cell[1] + 1


def board_of(sheet: Sheet) -> Board:
    """Return the board that a sheet tells of."""
    digits, known = sheet.digits, sheet.known
    says = {side: (digits & bit > 0) & known for side, bit in BITS.items()}
    south, east = says["S"][:-1] | says["N"][1:], says["E"][:, :-1] | says["W"][:, 1:]
    closed = frozenset(_cells(known & (digits == 15)))
    inside = [cell if cell and _is_inside(cell, known.shape) else None for cell in sheet.ends]
    entry, exit = (cell if cell not in closed else None for cell in inside)
    start = entry or _largest_region(Maze(south, east, (0, 0), ((0, 0),)))
    return Board(
        sheet,
        Maze(south, east, start, (exit or start,)),
        ~(known[:-1] | known[1:]),
        ~(known[:, :-1] | known[:, 1:]),
        closed,
        entry,
        exit,
    )


def _cells(mask: Any) -> list[Cell]:
    """Return the cells where the mask is set, in row-major order."""
    return [(row, col) for row, col in np.argwhere(mask).tolist()]


def _is_inside(cell: Cell, shape: tuple[int, ...]) -> bool:
    return 0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1]


def _largest_region(maze: Maze) -> Cell:
    """Return the first cell of the region with most cells."""
    best, most, seen = (0, 0), 0, set[Cell]()
    for cell in maze.cells():
        if cell not in seen:
            region = maze.distances(cell)
            seen |= region.keys()
            if len(region) > most:
                best, most = cell, len(region)
    return best


def check_board(board: Board, expect: Expectation | None, max_dead_ends: int) -> list[Finding]:
    """Return everything that is wrong with a board and with the sheet that tells of it."""
    found = [*board.sheet.findings, *_incoherent(board), *_open_border(board.sheet), *_open_blocks(board)]
    glyph, wrong = _glyph(board)
    found += [*wrong, *_ends(board, glyph), *_path(board)]
    if board.whole:
        found += unreachable_cells(board.maze, board.closed | board.unknown, board.place)
        found += unmet(board.maze, expect, max_dead_ends, board.place)
    return found


def _incoherent(board: Board) -> list[Finding]:
    digits, known = board.sheet.digits, board.sheet.known
    findings = []
    for side, here, there in (
        ("E", np.s_[:, :-1], np.s_[:, 1:]),
        ("S", np.s_[:-1], np.s_[1:]),
    ):
        shut = digits[here] & BITS[side] > 0
        differ = shut != (digits[there] & BITS["W" if side == "E" else "N"] > 0)
        for row, col in _cells(differ & known[here] & known[there]):
            told = ("closed here and open", "open here and closed")[not shut[row, col]]
            said = f"found the {SIDE_NAMES[side]} side {told} from its neighbour; expected both alike"
            findings.append(Finding(said, *board.place((row, col)), code="incoherent-wall"))
    return findings


def _open_border(sheet: Sheet) -> list[Finding]:
    findings = []
    for side, border in (("N", np.s_[:1]), ("E", np.s_[:, -1:]), ("S", np.s_[-1:]), ("W", np.s_[:, :1])):
        outer = np.zeros(sheet.known.shape, dtype=bool)
        outer[border] = True
        for row, col in _cells(outer & sheet.known & (sheet.digits & BITS[side] == 0)):
            said = f"found the border open to the {SIDE_NAMES[side]}; expected it closed"
            findings.append(Finding(said, sheet.numbers[row], col + 1, code="open-border"))
    return findings


def _open_blocks(board: Board) -> list[Finding]:
    """Return a finding at the top left cell of every 3x3 block whose 12 inner sides are open."""
    if min(board.maze.rows, board.maze.cols) < 3:
        return []
    south, east = ~board.maze.south & ~board.unknown_south, ~board.maze.east & ~board.unknown_east
    blocks = sliding_window_view(south, (2, 3)).all((2, 3)) & sliding_window_view(east, (3, 2)).all((2, 3))
    said = "found a block of 3x3 cells without inner walls; expected a wall in it"
    return [Finding(said, *board.place(cell), code="open-3x3") for cell in _cells(blocks)]


def _glyph(board: Board) -> tuple[frozenset[Cell], list[Finding]]:
    """Return the cells of the 42, where it is drawn, and what is wrong with it.

    Wrong is also a closed cell that is no part of it, and any on a board too small for it.
    """
    right = closed_by("42", BoardSize(board.maze.cols, board.maze.rows))
    drawn, findings = right, []
    if not right <= board.closed | board.unknown:
        drawn = _found_elsewhere(board) or right
        findings.append(_missing(board, right) if drawn == right else _misplaced(board, drawn, right))
    said = f"found a closed cell that is no part of {'the' if right else 'a'} 42; expected a free cell"
    stray = sorted(board.closed - drawn)
    return drawn, findings + [Finding(said, *board.place(cell), code="closed-cell") for cell in stray]


def _missing(board: Board, right: frozenset[Cell]) -> Finding:
    free = sorted(right - board.closed)
    said = f"found {len(free)} of the {len(right)} cells of the 42 free, here the first; expected them closed"
    return Finding(said, *board.place(free[0]), code="glyph-missing")


def _misplaced(board: Board, drawn: frozenset[Cell], right: frozenset[Cell]) -> Finding:
    said = f"found the 42 with its top left corner at {_corner(drawn)}; expected {_corner(right)}"
    return Finding(said, *board.place(min(drawn)), code="glyph-misplaced")


def _corner(cells: frozenset[Cell]) -> str:
    """Return the top left corner of some cells as x,y."""
    return f"{min(col for _, col in cells)},{min(row for row, _ in cells)}"


def _found_elsewhere(board: Board) -> frozenset[Cell] | None:
    """Return the first cells that make a 42 anywhere on the board, None where there are none."""
    shape = [
        (row, col) for row, marks in enumerate(FORTY_TWO) for col, mark in enumerate(marks) if mark == "#"
    ]
    for top, left in sorted(board.closed):
        moved = frozenset((top + row, left + col) for row, col in shape)
        if moved <= board.closed:
            return moved
    return None


def _ends(board: Board, glyph: frozenset[Cell]) -> list[Finding]:
    findings = []
    shape = board.sheet.known.shape
    for what, cell, spot in zip(("entry", "exit"), board.sheet.ends, board.sheet.spots, strict=True):
        if cell is None:
            continue
        line, *columns = spot
        for value, bound, name, column in zip(cell[::-1], shape[::-1], "xy", columns, strict=True):
            if not 0 <= value < bound:
                said = f"found the {what} at {name} {value}; expected 0 to {bound - 1}"
                findings.append(Finding(said, line, column, code=f"{what}-outside"))
        if cell in glyph and cell in board.closed:
            said = f"found the {what} {cell[1]},{cell[0]} on the 42; expected a free cell"
            findings.append(Finding(said, line, columns[0], code=f"{what}-on-glyph"))
    entry, exit = board.sheet.ends
    if entry is not None and entry == exit:
        said = f"found the exit {exit[1]},{exit[0]} on the entry; expected two cells"
        findings.append(Finding(said, *board.sheet.spots[1][:2], code="entry-is-exit"))
    return findings


def _path(board: Board) -> list[Finding]:
    """Return what is wrong with the path: its first wrong step, or where it does not lead."""
    path = board.sheet.path
    if not path.text:
        if board.entry and board.entry == board.exit:
            return []
        said = "found no path; expected the letters of a shortest one"
        return [Finding(said, path.number, 1, code="path-missing")]
    letters, findings = path.text.upper(), []
    odd = next((column for column, letter in enumerate(path.text) if letter not in STEPS), None)
    if odd is not None:
        said = f"found {path.text[odd]!r}; expected a path in the letters N, E, S, W"
        findings.append(Finding(said, path.number, odd + 1, code="bad-path"))
    if board.entry is None or not set(letters) <= STEPS.keys():
        return findings
    return findings + _walk(board, board.entry, letters)


def _walk(board: Board, here: Cell, letters: str) -> list[Finding]:
    number, walk = board.sheet.path.number, [here]
    for column, letter in enumerate(letters, 1):
        there = next_to(walk[-1], letter)
        if not _is_inside(there, board.sheet.known.shape):
            said = f"found a step {letter} from {_shown(walk[-1])} off the board; expected it to stay"
            return [Finding(said, number, column, code="path-leaves-maze")]
        if not board.maze.is_open(walk[-1], letter):
            said = f"found a step {letter} from {_shown(walk[-1])} through a wall; expected an open side"
            return [Finding(said, number, column, code="path-crosses-wall")]
        walk.append(there)
    if board.exit is None:
        return []
    if walk[-1] != board.exit:
        said = f"found the path to end at {_shown(walk[-1])}; expected the exit {_shown(board.exit)}"
        return [Finding(said, number, len(letters), code="path-misses-exit")]
    return _detour(board, walk, board.exit) if board.whole else []


def _detour(board: Board, walk: list[Cell], exit: Cell) -> list[Finding]:
    """Return a finding at the first step that does not lead nearer to the exit, if there is one."""
    left = board.maze.distances(exit)
    best = left[walk[0]]
    if best == len(walk) - 1:
        return []
    steps = enumerate(pairwise(walk), 1)
    column = next(column for column, (here, there) in steps if left[there] >= left[here])
    said = f"found {len(walk) - 1} steps, here the first that leads astray; expected {best}"
    return [Finding(said, board.sheet.path.number, column, code="path-not-shortest")]


def _shown(cell: Cell) -> str:
    return f"{cell[1]},{cell[0]}"
