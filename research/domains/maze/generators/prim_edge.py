"""Prim by edges: a random side between the maze and the rest is opened."""

from random import Random

from research.domains.compass import Cell
from research.domains.maze.carving import Board, carves, draw


@carves("maze.prim_edge")
def prim_edge(rng: Random, board: Board, first: Cell) -> None:
    """Perfect maze that grows by sides: of all sides between carved and uncarved cells one is opened.

    Drawn uniformly, so a cell that touches the maze twice is twice as likely. About 32 % dead
    ends. Not uniform over the spanning trees.
    """
    carved = {first}
    sides = [(first, near) for near in board.near(first)]
    while sides:
        here, there = draw(rng, sides)
        if there in carved:
            continue
        board.join(here, there)
        carved.add(there)
        sides += [(there, near) for near in board.near(there) if near not in carved]
