"""Randomised Kruskal: sides in random order, each opened unless it would close a loop."""

from random import Random

from networkx.utils import UnionFind

from research.domains.maze.carving import Carver
from research.domains.maze.grid import OFFERS, Maze
from research.parameters import BoardSize, Place, Size, place
from research.registry import generators


@generators.register("maze.kruskal", offers=OFFERS)
def kruskal(seed: int, size: Size = BoardSize(15, 15), start: Place = (0, 0), goal: Place = "corner") -> Maze:
    """Perfect maze as the minimum spanning tree of random weights (Kruskal 1956): many dead ends.

    All inner sides, row by row and east before south, are shuffled with `rng.shuffle`. Not uniform
    over the spanning trees.
    """
    first, last = place(start, size), place(goal, size)
    board = Carver(size)
    sides = board.edges()
    Random(seed).shuffle(sides)
    regions = UnionFind(cell for side in sides for cell in side)
    for here, there in sides:
        if regions[here] != regions[there]:
            regions.union(here, there)
            board.join(here, there)
    return board.maze(first, last)
