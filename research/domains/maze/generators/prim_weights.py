"""True Prim: the minimum spanning tree of random weights, grown from one cell (Prim 1957)."""

from heapq import heappop, heappush
from random import Random

from research.domains.compass import Cell
from research.domains.maze.carving import Board, carves


@carves("maze.prim_weights")
def prim_weights(rng: Random, board: Board, first: Cell) -> None:
    """Perfect maze as the minimum spanning tree of uniform random weights, by Prim's algorithm.

    The same distribution as Kruskal's, whose tree it is: about 30 % dead ends. Not uniform over
    the spanning trees.
    """
    carved: set[Cell] = set()
    heap: list[tuple[float, Cell, Cell]] = [(0.0, first, first)]
    while heap:
        _, there, here = heappop(heap)
        if there in carved:
            continue
        carved.add(there)
        if there != here:
            board.join(here, there)
        for near in board.near(there):
            if near not in carved:
                heappush(heap, (rng.random(), near, there))
