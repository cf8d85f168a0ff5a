"""Eller's algorithm: a perfect maze row by row, knowing one row only (Eller 1982)."""

from random import Random

from networkx.utils import UnionFind

from research.domains.compass import Cell
from research.domains.maze.carving import Board, carves
from research.parameters import Probability


@carves("maze.eller")
def eller(
    rng: Random, board: Board, first: Cell, p_east: Probability = 0.5, p_south: Probability = 0.5
) -> None:
    """Perfect maze by rows: neighbours of different sets are joined with p_east, then sets go down.

    Of each set one cell drawn uniformly is opened to the south, each other one with probability
    p_south; the last row joins what is still apart. The start plays no part. About 28 % dead
    ends. Not uniform over the spanning trees.
    """
    regions = UnionFind(board.cells())
    for row in range(board.rows):
        cells = [(row, col) for col in range(board.cols) if board.is_free((row, col))]
        last = row == board.rows - 1
        for cell in cells:
            east = (row, cell[1] + 1)
            if board.is_free(east) and regions[cell] != regions[east] and (last or rng.random() < p_east):
                _open(board, regions, cell, east)
        if not last:
            _go_down(rng, board, regions, cells, p_south)


def _go_down(rng: Random, board: Board, regions: UnionFind, cells: list[Cell], p_south: float) -> None:
    """Open south sides of a finished row: of each set at least one."""
    sets: dict[Cell, list[Cell]] = {}
    for cell in cells:
        if board.is_free((cell[0] + 1, cell[1])):
            sets.setdefault(regions[cell], []).append(cell)
    for members in sets.values():
        sure = rng.choice(members)
        for cell in members:
            if cell == sure or rng.random() < p_south:
                _open(board, regions, cell, (cell[0] + 1, cell[1]))


def _open(board: Board, regions: UnionFind, here: Cell, there: Cell) -> None:
    regions.union(here, there)
    board.join(here, there)
