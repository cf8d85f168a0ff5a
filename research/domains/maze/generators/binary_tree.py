"""Binary tree: each cell opens its north or its west side."""

from random import Random

from research.domains.compass import Cell
from research.domains.maze.carving import Board, carves


@carves("maze.binary_tree")
def binary_tree(rng: Random, board: Board, first: Cell) -> None:
    """Perfect maze in which each cell opens one side of north and west, each with probability 1/2.

    The top row and the left column are corridors without a wall; the start plays no part. Exactly
    W * H / 4 + 1 expected dead ends for W, H >= 2. Not uniform over the spanning trees.
    """
    for cell in board.cells():
        back = [there for there in board.near(cell) if there < cell]
        if back:
            board.join(cell, rng.choice(back))
