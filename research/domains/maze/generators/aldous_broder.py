"""Aldous and Broder: a uniform spanning tree from one random walk (Aldous 1990, Broder 1989)."""

from random import Random

from research.domains.compass import Cell
from research.domains.maze.carving import Board, carves
from research.domains.maze.generators.wilson import reachable


@carves("maze.aldous_broder")
def aldous_broder(rng: Random, board: Board, first: Cell) -> None:
    """Perfect maze drawn uniformly from all spanning trees of the board, by first entrances.

    A random walk from the start covers the board; the side by which each cell is entered first is
    opened. Its time is the cover time, about (4 / pi) n log(n)^2 / 4 steps for n cells.
    """
    near = {cell: board.near(cell) for cell in reachable(board, first)}
    left = set(near) - {first}
    here, random = first, rng.random
    while left:
        beside = near[here]
        # Faster than rng.choice by half; 2, 3 and 4 go into 2**53 evenly but for one part in 10**15.
        there = beside[int(random() * len(beside))]
        if there in left:
            left.remove(there)
            board.join(here, there)
        here = there
