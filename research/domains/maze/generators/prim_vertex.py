"""Prim by vertices: a random cell of the frontier is joined to the maze."""

from random import Random

from research.domains.compass import Cell
from research.domains.maze.carving import Board, carves, draw


@carves("maze.prim_vertex")
def prim_vertex(rng: Random, board: Board, first: Cell) -> None:
    """Perfect maze that grows by cells: a frontier cell drawn uniformly is joined to a carved neighbour.

    The frontier are the cells next to carved ones. About 35 % dead ends. Not uniform over the
    spanning trees.
    """
    carved, met = {first}, {first}
    frontier: list[Cell] = []
    cell = first
    while True:
        fresh = [near for near in board.near(cell) if near not in met]
        met.update(fresh)
        frontier += fresh
        if not frontier:
            return
        cell = draw(rng, frontier)
        board.join(cell, rng.choice([near for near in board.near(cell) if near in carved]))
        carved.add(cell)
