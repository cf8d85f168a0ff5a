"""Randomised Kruskal: sides in random order, each opened unless it would close a loop."""

from random import Random

from networkx.utils import UnionFind

from research.domains.compass import Cell
from research.domains.maze.carving import Board, carves, join_randomly


@carves("maze.kruskal")
def kruskal(rng: Random, board: Board, first: Cell) -> None:
    """Perfect maze as the minimum spanning tree of random weights (Kruskal 1956): many dead ends.

    All inner sides, row by row and east before south, are shuffled with `rng.shuffle`. Not uniform
    over the spanning trees.
    """
    join_randomly(rng, board, board.sides(), UnionFind(board.cells()))
