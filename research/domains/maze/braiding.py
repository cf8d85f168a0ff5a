"""Braiding: dead ends are opened by one more side, so that a maze gets loops."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from research.domains.compass import Cell

if TYPE_CHECKING:
    from research.domains.maze.carving import Board


def braid(rng: Random, board: Board, share: float) -> int:
    """Open one closed side of dead ends; return how many sides were opened.

    Each dead end, in row-major order and if it is one still when its turn comes, is opened with
    probability `share` by a side drawn uniformly from its closed ones that face a free cell.
    """
    opened = 0
    for cell in board.cells():
        if len(board.passages(cell)) != 1 or (share < 1 and rng.random() >= share):
            continue
        shut = closed_sides(board, cell)
        if shut:
            board.join(cell, rng.choice(shut))
            opened += 1
    return opened


def braid_within_rule(rng: Random, board: Board) -> tuple[int, int]:
    """Open every dead end that can be opened without an open 3x3 block; return openings and refusals.

    For each real dead end (one passage, and a closed side that faces a free cell) in row-major
    order, if it is one still when its turn comes: its closed sides are put in random order, and the
    first that leaves no 3x3 block of cells without inner walls is opened. If each would, it stays.
    """
    openings = refusals = 0
    for cell in board.cells():
        if len(board.passages(cell)) != 1:
            continue
        shut = closed_sides(board, cell)
        rng.shuffle(shut)
        for there in shut:
            if not makes_open_block(board, cell, there):
                board.join(cell, there)
                openings += 1
                break
            refusals += 1
    return openings, refusals


def closed_sides(board: Board, cell: Cell) -> list[Cell]:
    """Return the free neighbours that a cell is not joined to, in the order N, E, S, W."""
    return [there for there in board.near(cell) if not board.is_joined(cell, there)]


def makes_open_block(board: Board, here: Cell, there: Cell) -> bool:
    """Whether opening a side would leave a 3x3 block of cells without inner walls (12 sides)."""
    board.join(here, there)
    blocks = _blocks_with(here, there)
    found = any(_is_open_block(board, top, left) for top, left in blocks)
    board.part(here, there)
    return found


def _blocks_with(here: Cell, there: Cell) -> list[Cell]:
    """Return the top left cells of the 3x3 blocks that hold both cells."""
    rows = range(max(here[0], there[0]) - 2, min(here[0], there[0]) + 1)
    cols = range(max(here[1], there[1]) - 2, min(here[1], there[1]) + 1)
    return [(row, col) for row in rows for col in cols]


def _is_open_block(board: Board, top: int, left: int) -> bool:
    if top < 0 or left < 0 or top + 3 > board.rows or left + 3 > board.cols:
        return False
    cells = [(top + row, left + col) for row in range(3) for col in range(3)]
    if any(cell in board.closed for cell in cells):
        return False
    east = all(board.is_joined((r, c), (r, c + 1)) for r, c in cells if c < left + 2)
    return east and all(board.is_joined((r, c), (r + 1, c)) for r, c in cells if r < top + 2)
