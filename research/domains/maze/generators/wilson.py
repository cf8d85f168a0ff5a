"""Wilson's algorithm: a uniform spanning tree from loop-erased random walks (Wilson 1996)."""

from random import Random

from research.domains.compass import Cell
from research.domains.maze.carving import Board, carves


@carves("maze.wilson")
def wilson(rng: Random, board: Board, first: Cell) -> None:
    """Perfect maze drawn uniformly from all spanning trees of the board.

    The tree begins as the start cell. From each other cell in row-major order a random walk goes
    until it meets the tree; the walk without its loops (the last exit from each cell) is joined.
    """
    tree = {first}
    for cell in reachable(board, first):
        exits: dict[Cell, Cell] = {}
        here = cell
        while here not in tree:
            exits[here] = rng.choice(board.near(here))
            here = exits[here]
        here = cell
        while here not in tree:
            board.join(here, exits[here])
            tree.add(here)
            here = exits[here]


def reachable(board: Board, first: Cell) -> list[Cell]:
    """Return the free cells that could be joined to `first`, in row-major order."""
    found, stack = {first}, [first]
    while stack:
        fresh = [cell for cell in board.near(stack.pop()) if cell not in found]
        found.update(fresh)
        stack += fresh
    return sorted(found)
