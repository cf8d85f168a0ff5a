"""Wilson's algorithm: a uniform spanning tree from loop-erased random walks (Wilson 1996)."""

from random import Random

from research.domains.compass import Cell
from research.domains.maze.carving import Carver
from research.domains.maze.grid import OFFERS, Maze
from research.parameters import BoardSize, Place, Size, place
from research.registry import generators


@generators.register("maze.wilson", offers=OFFERS)
def wilson(seed: int, size: Size = BoardSize(15, 15), start: Place = (0, 0), goal: Place = "corner") -> Maze:
    """Perfect maze drawn uniformly from all spanning trees of the board.

    The tree begins as the start cell. From each other cell in row-major order a random walk goes
    until it meets the tree; the walk without its loops (the last exit from each cell) is joined.
    """
    first, last = place(start, size), place(goal, size)
    rng, board = Random(seed), Carver(size)
    near = {cell: board.near(cell) for row in range(board.rows) for cell in _row(board, row)}
    tree = {first}
    for cell in near:
        exits: dict[Cell, Cell] = {}
        here = cell
        while here not in tree:
            exits[here] = rng.choice(near[here])
            here = exits[here]
        here = cell
        while here not in tree:
            board.join(here, exits[here])
            tree.add(here)
            here = exits[here]
    return board.maze(first, last)


def _row(board: Carver, row: int) -> list[Cell]:
    return [(row, col) for col in range(board.cols)]
