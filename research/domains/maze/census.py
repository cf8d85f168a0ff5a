"""Census of a maze: passages, dead ends, loops and lengths, counted on what can be reached from the start.

Closed cells (all four sides closed, neither start nor goal) are no cells of the maze.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import networkx as nx
import numpy as np

from research.domains.compass import SIDES, Cell, FourNeighbours
from research.domains.maze.grid import Maze, Walls

Ints = np.ndarray[Any, np.dtype[np.integer[Any]]]

# The open sides of a cell as one number from 0 to 15, a bit each.
BIT = dict(zip(SIDES, (1, 2, 4, 8), strict=True))
PASSAGES = np.array([sides.bit_count() for sides in range(16)])
ACROSS = (BIT["N"] | BIT["S"], BIT["E"] | BIT["W"])

# Up to so many cells the diameter is exact also where there are loops; beyond, so many searches are made.
EXACT_CELLS = 1_000
SEARCHES = 8


def census(maze: Maze) -> dict[str, Any]:
    """Return the counts that METRICS in metrics.py explains, of what can be reached from the start.

    The walls and the components are those of all the board.

    loops = edges - nodes + 1. A dead end is a cell with one passage; it is *enclosed* when each of
    its closed sides faces the border or a closed cell, else it is real and counts as `dead_ends`.
    A corridor leads from a cell with one, three or four passages to the next such cell; the cells
    between have two. `river` puts a number to what Pullen (Think Labyrinth) calls so: a maze with
    more river has fewer and longer dead ends. The diameter is exact in a maze without loops and in
    any of up to 1,000 cells; else it is a lower bound, and `diameter_at_most` an upper one.

    None where there is no such thing: no way to a goal (solution, tortuosity), a goal that is the
    start (tortuosity), no corridor (river, dead_end_mean, dead_end_max).
    """
    return dict(counted(maze))


def census_of(graph: nx.Graph, start: Cell, goals: Sequence[Cell] = ()) -> dict[str, Any]:
    """Return the same of a graph of cells (row, col) whose edges join neighbours.

    Cells that are no nodes are closed; the board is the least that holds all nodes. `l1` is None
    without goals. ValueError: an edge between other nodes, a start or goal that is no node.
    """
    return _count(_board_of_graph(graph, start, goals), start, goals)


def dead_ends(maze: Maze) -> dict[Cell, bool]:
    """Return the dead ends that can be reached from the start, and whether each is a real one."""
    board = _board(~maze.south, ~maze.east, (0, 0), (maze.start, *maze.goals))
    reached = np.zeros(board.sides.shape, bool)
    reached.ravel()[distances(board.ways(), board.number(maze.start))[1]] = True
    ends, enclosed = _dead_ends(board, reached)
    return {(row, col): not enclosed[row, col] for row, col in np.argwhere(ends).tolist()}


@dataclass(frozen=True, slots=True)
class Board:
    """Cells as numbers, row by row from 0: their open sides, and which are cells of the maze.

    Both of shape (rows, cols). origin: the cell (row, col) with the number 0.
    """

    sides: Ints
    free: Walls
    origin: Cell

    def number(self, cell: Cell) -> int:
        """Return the number of a cell (row, col)."""
        return int((cell[0] - self.origin[0]) * self.sides.shape[1] + cell[1] - self.origin[1])

    def ways(self) -> list[tuple[int, ...]]:
        """Return for each cell what to add to its number to get those of its neighbours."""
        cols = self.sides.shape[1]
        add = {"N": -cols, "E": 1, "S": cols, "W": -1}
        by_sides = [tuple(add[side] for side in SIDES if BIT[side] & sides) for sides in range(16)]
        return [by_sides[sides] for sides in self.sides.ravel().tolist()]


def _board(south: Walls, east: Walls, origin: Cell, marked: Sequence[Cell]) -> Board:
    """Return the board with these open sides (arrays as those of a maze's walls, true where open).

    marked: cells of the maze also where they are closed on all sides.
    """
    sides = np.zeros((east.shape[0], south.shape[1]), np.uint8)
    for opened, here, there, names in (
        (south, np.s_[:-1], np.s_[1:], "SN"),
        (east, np.s_[:, :-1], np.s_[:, 1:], "EW"),
    ):
        sides[here] |= opened * np.uint8(BIT[names[0]])
        sides[there] |= opened * np.uint8(BIT[names[1]])
    free = sides > 0
    for row, col in marked:
        free[row - origin[0], col - origin[1]] = True
    return Board(sides, free, origin)


def _board_of_graph(graph: nx.Graph, start: Cell, goals: Sequence[Cell]) -> Board:
    for cell in (start, *goals):
        if cell not in graph:
            raise ValueError(f"{cell} is not in the graph")
    top, bottom = (f(row for row, _ in graph) for f in (min, max))
    left, right = (f(col for _, col in graph) for f in (min, max))
    rows, cols = bottom - top + 1, right - left + 1
    south, east = np.zeros((rows - 1, cols), bool), np.zeros((rows, cols - 1), bool)
    geometry = FourNeighbours(rows, cols)
    for edge in graph.edges:
        here, there = sorted((row - top, col - left) for row, col in edge)
        if there not in geometry.around(here):
            raise ValueError(f"the edge {edge[0]} to {edge[1]} does not join neighbouring cells")
        (south if there[0] > here[0] else east)[here] = True
    return _board(south, east, (top, left), (start, *goals))


@lru_cache(maxsize=64)
def counted(maze: Maze) -> dict[str, Any]:
    """Return the same as `census`, kept for the next one who asks; not to be changed."""
    board = _board(~maze.south, ~maze.east, (0, 0), (maze.start, *maze.goals))
    return _count(board, maze.start, maze.goals)


def _count(board: Board, start: Cell, goals: Sequence[Cell]) -> dict[str, Any]:
    ways = board.ways()
    steps, order = distances(ways, board.number(start))
    reached = np.zeros(board.sides.shape, bool)
    reached.ravel()[order] = True
    kinds = np.bincount(board.sides[reached], minlength=16)
    loops = int(kinds @ PASSAGES) // 2 - len(order) + 1
    low, high = _diameter(ways, order, loops)
    found = (
        _extent(board, start, goals)
        | {"components": _components(board, ways, order), "reached": len(order), "loops": loops}
        | _kinds(kinds, int(_dead_ends(board, reached)[1].sum()))
        | _solution(steps, board, start, goals)
        | {"diameter": low, "diameter_at_most": high}
        | _corridors(board, ways, order, kinds)
    )
    return found


def distances(ways: list[tuple[int, ...]], source: int) -> tuple[list[int], list[int]]:
    """Return the steps from a cell to each (-1: no way), and the cells reached, the nearest first."""
    steps, order = [-1] * len(ways), [source]
    steps[source] = 0
    for here in order:
        further = steps[here] + 1
        for way in ways[here]:
            there = here + way
            if steps[there] < 0:
                steps[there] = further
                order.append(there)
    return steps, order


def _extent(board: Board, start: Cell, goals: Sequence[Cell]) -> dict[str, Any]:
    rows, cols = board.sides.shape
    passages = int(PASSAGES[board.sides].sum()) // 2
    walls = rows * (cols - 1) + (rows - 1) * cols - passages
    return {"rows": rows, "cols": cols, "walls": walls, "l1": _l1(start, goals[0]) if goals else None}


def _l1(here: Cell, there: Cell) -> int:
    return abs(here[0] - there[0]) + abs(here[1] - there[1])


def _components(board: Board, ways: list[tuple[int, ...]], order: list[int]) -> int:
    """Return the number of parts; `order` is one of them."""
    count, left = 1, set(np.flatnonzero(board.free).tolist()).difference(order)
    while left:
        count += 1
        left.difference_update(distances(ways, left.pop())[1])
    return count


def _dead_ends(board: Board, reached: Walls) -> tuple[Walls, Walls]:
    """Return which cells have one passage, and which of them no other free cell beside them."""
    beside = _board(board.free[1:] & board.free[:-1], board.free[:, 1:] & board.free[:, :-1], (0, 0), ())
    ends = reached & (PASSAGES[board.sides] == 1)
    return ends, ends & (beside.sides == board.sides)


def _kinds(kinds: Ints, enclosed: int) -> dict[str, Any]:
    degree = np.bincount(PASSAGES, weights=kinds, minlength=5).astype(int).tolist()
    straight = int(sum(kinds[sides] for sides in ACROSS))
    return {
        "dead_ends": degree[1] - enclosed,
        "enclosed": enclosed,
        "dead_end_share": degree[1] / sum(degree),
        "straight": straight,
        "turns": degree[2] - straight,
        "n3": degree[3],
        "n4": degree[4],
    }


def _solution(steps: list[int], board: Board, start: Cell, goals: Sequence[Cell]) -> dict[str, Any]:
    arrived = [(steps[board.number(goal)], goal) for goal in goals if steps[board.number(goal)] >= 0]
    if not arrived:
        return {"solution": None, "tortuosity": None}
    solution, goal = min(arrived, key=lambda each: each[0])
    return {"solution": solution, "tortuosity": solution / _l1(start, goal) if solution else None}


def _corridors(board: Board, ways: list[tuple[int, ...]], order: list[int], kinds: Ints) -> dict[str, Any]:
    """Return the mean length of all corridors, and mean and greatest of those that end dead.

    Every corridor has two ends and every edge is in one, so the first needs no walking about. A
    ring without a way in has no corridor.
    """
    degrees = kinds @ PASSAGES
    ends = degrees - 2 * kinds[PASSAGES == 2].sum()
    dead = [_corridor(ways, cell) for cell in order if len(ways[cell]) == 1]
    return {
        "river": float(degrees / ends) if ends else None,
        "dead_end_mean": sum(dead) / len(dead) if dead else None,
        "dead_end_max": max(dead, default=None),
    }


def _corridor(ways: list[tuple[int, ...]], end: int) -> int:
    """Return the steps from a dead end to the first cell without exactly two passages."""
    before, here, length = end, end + ways[end][0], 1
    while len(ways[here]) == 2:
        one, other = ways[here]
        before, here = here, here + (other if here + one == before else one)
        length += 1
    return length


def _diameter(ways: list[tuple[int, ...]], order: list[int], loops: int) -> tuple[int, int]:
    """Return the greatest distance found in a component, and a bound; equal where that is proved.

    order: its cells as a search gives them, so the last is farthest from the first, and in a tree
    an end of a longest path. Else each search bounds the eccentricities of all cells, and the next
    starts, by turns, where the upper bound is greatest and where the lower is least, until no cell
    can have a greater one (Takes and Kosters 2011, "Determining the diameter of small world
    networks"), or SEARCHES are made. Each settles a cell at least; mostly 10 to 50 settle all.
    """
    cells, source, low = np.array(order), order[-1], 0
    below, above = np.zeros(len(order), int), np.full(len(order), 2 * len(order))
    for turn in range(len(order) if len(order) <= EXACT_CELLS else SEARCHES):
        steps = np.array(distances(ways, source)[0])[cells]
        eccentricity = int(steps.max())
        low = max(low, eccentricity)
        above = np.minimum(above, eccentricity + steps)
        below = np.maximum(below, np.maximum(steps, eccentricity - steps))
        if not loops or above.max() <= low:
            return low, low
        nearer, farther = np.where(above > low, below, 2 * len(order)), np.where(above > low, above, 0)
        source = int(cells[nearer.argmin() if turn % 2 else farther.argmax()])
    return low, int(above.max())
