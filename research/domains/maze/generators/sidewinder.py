"""Sidewinder: runs of cells in a row, each run with one way up."""

from random import Random

from research.domains.compass import Cell
from research.domains.maze.carving import Board, carves
from research.parameters import Probability


@carves("maze.sidewinder")
def sidewinder(rng: Random, board: Board, first: Cell, p: Probability = 0.5) -> None:
    """Perfect maze of runs: a row is cut into runs of cells, each opened to the north once.

    A run goes on to the east with probability p; the cell whose north side is opened is drawn
    uniformly from the run. The top row is a corridor; the start plays no part. For p = 1/2 the
    share of dead ends tends to (5/4 - ln 2) / 2. Not uniform over the spanning trees.
    """
    run: list[Cell] = []
    for cell in board.cells():
        run.append(cell)
        row, col = cell
        east, up = (row, col + 1), [(r - 1, c) for r, c in run if board.is_free((r - 1, c))]
        if board.is_free(east) and (not up or rng.random() < p):
            board.join(cell, east)
            continue
        if up:
            above = rng.choice(up)
            board.join((above[0] + 1, above[1]), above)
        run = []
