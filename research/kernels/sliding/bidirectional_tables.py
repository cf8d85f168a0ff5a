"""What the bidirectional beam looks up: edges and orderings, quick enough to be made for 5000 boards."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.kernels.sliding import tables

FAR = 1 << 10


@lru_cache(maxsize=64)
def edges_of(walls: bytes, width: int, order: str = tables.BLANK_ORDER) -> tables.Edges:
    """Return the edges of all boards with these walls (1) and free cells (0), moves tried in `order`."""
    return tables.edges(bytes(tables.WALL if wall else 1 for wall in walls), width, order)


@lru_cache(maxsize=64)
def steps_between(walls: bytes, width: int) -> NDArray[np.int64]:
    """Return the (cell, cell) lengths of shortest ways around walls; FAR where there is none."""
    board, cells = edges_of(walls, width), len(walls)
    far = np.full((cells, cells), FAR, np.int64)
    np.fill_diagonal(far, 0)
    far[board.source[1:].astype(np.int64), board.target[1:].astype(np.int64)] = 1
    for by in range(cells):
        np.minimum(far, far[:, by, None] + far[None, by], out=far)
    return far


def walls_of(cells: bytes) -> bytes:
    """Return 1 for each wall and 0 for each other cell."""
    return bytes(tile == tables.WALL for tile in cells)


def through_corridors(
    board: tables.Edges, stops: Container[int]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return `after` for a blank that goes through corridors at once, and the edge that each leads on to.

    A corridor is made of cells with two neighbours that are not in `stops`. The second array has 0 where
    the blank stops; a row of the first has the edges that may follow the corridor that its edge begins.
    In a ring without stops, which no blank comes to, the rows mean nothing.
    """
    rows, count = board.after.reshape(-1, tables.ROW).copy(), len(board.source)
    onward, after = np.zeros(count, np.uint64), rows.copy()
    for edge in range(1, count):
        ways = rows[edge, :2]
        if int(board.target[edge]) not in stops and ways[0] and not ways[1]:
            onward[edge] = ways[0]
    for edge in range(1, count):
        last = edge
        for _ in range(count):
            last = int(onward[last]) or last
        after[edge] = rows[last]
    return after.ravel(), onward


def boards_on(cells: bytes, moves: str, width: int) -> list[bytes]:
    """Return the boards that the moves lead to, the start first; ValueError for a move that is impossible."""
    board = edges_of(walls_of(cells), width)
    steps = {
        (int(board.source[e]), board.letters[e]): int(board.target[e]) for e in range(1, len(board.source))
    }
    now, boards = bytearray(cells), [cells]
    here = now.index(0)
    for place, letter in enumerate(moves):
        if (here, letter) not in steps:
            raise ValueError(f"move {place + 1}, {letter!r}, is impossible: the blank is in cell {here}")
        there = steps[here, letter]
        now[here], now[there], here = now[there], 0, there
        boards.append(bytes(now))
    return boards


def letters_of(boards: Sequence[Any], width: int) -> str:
    """Return the moves from each board to the next, the other way round of `boards_on`."""
    places = [board.index(0) for board in boards]
    # On a board one cell wide all moves are up and down.
    letters = {-1: "L", 1: "R", -width: "U", width: "D"}
    return "".join(letters[there - here] for here, there in pairwise(places))


def ordering(score: str, goal: bytes, width: int) -> tables.Table:
    """Return the (tile, cell) table of a score, a sum such as "wall+misplaced" or "2*wall2+wall".

    wall is the distance around walls, wall2 its square; the rest are the names of `tables.DISTANCES`.
    A whole number and * before a name multiply it. Walls and the blank count nothing.
    """
    sum_of_all = np.zeros((len(goal), len(goal)), np.int64)
    for term in score.split("+"):
        times, _, name = term.rpartition("*")
        sum_of_all += int(times or 1) * _term(name, goal, width)
    return sum_of_all


def _term(name: str, goal: bytes, width: int) -> tables.Table:
    if not name.startswith("wall") or name == "wall_distance":
        return tables.distances(name, goal, width)
    far, power = steps_between(walls_of(goal), width), int(name[4:] or 1)
    table = np.zeros((len(goal), len(goal)), np.int64)
    for cell, tile in enumerate(goal):
        if tile not in (0, tables.WALL):
            table[tile] = far[cell] ** power
    return table
