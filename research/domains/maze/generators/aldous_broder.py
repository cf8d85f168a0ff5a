"""Aldous and Broder: a uniform spanning tree from one random walk (Aldous 1990, Broder 1989)."""

from random import Random

from research.domains.compass import Cell
from research.domains.maze.carving import Board, carves
from research.domains.maze.generators.wilson import reachable

# Divisible by the numbers of neighbours that a cell can have.
PLACES = 12


@carves("maze.aldous_broder")
def aldous_broder(rng: Random, board: Board, first: Cell) -> None:
    """Perfect maze drawn uniformly from all spanning trees of the board, by first entrances.

    A random walk from the start covers the board; the side by which each cell is entered first is
    opened. Its time is the cover time, about (4 / pi) n log(n)^2 / 4 steps for n cells.
    """
    cells = reachable(board, first)
    number = {cell: at for at, cell in enumerate(cells)}
    # Twelve places for the neighbours of each cell, so that one number draws among 2, 3 or 4 of them.
    places: list[int] = []
    for cell in cells:
        beside = [number[there] for there in board.near(cell)]
        places += [there for there in beside for _ in range(PLACES // len(beside))]
    fresh, here, left = bytearray(b"\1" * len(cells)), number[first], len(cells) - 1
    fresh[here] = 0
    random = rng.random
    while left:
        there = places[PLACES * here + int(PLACES * random())]
        if fresh[there]:
            fresh[there] = 0
            left -= 1
            board.join(cells[here], cells[there])
        here = there
