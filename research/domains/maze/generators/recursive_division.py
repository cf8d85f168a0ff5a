"""Recursive division: walls are built, each with one gap, until every room is a corridor."""

from random import Random

from research.domains.compass import Cell
from research.domains.maze.carving import Board, carves

# Top, left, height and width of a room, in cells.
Room = tuple[int, int, int, int]


@carves("maze.recursive_division")
def recursive_division(rng: Random, board: Board, first: Cell) -> None:
    """Perfect maze by building: a room is cut in two by a wall with one gap, and so are its parts.

    The wall runs across the longer side (of a square: either, with probability 1/2); its place and
    its gap are drawn uniformly. Rooms one cell wide are done. Long straight walls; the start plays
    no part. A stack takes the place of recursion. Not uniform over the spanning trees.
    """
    for here, there in board.sides():
        board.join(here, there)
    rooms: list[Room] = [(0, 0, board.rows, board.cols)]
    while rooms:
        top, left, height, width = rooms.pop()
        if height < 2 or width < 2:
            continue
        lying = height > width or (height == width and rng.random() < 0.5)
        cut = rng.randrange(1, height if lying else width)
        gap = rng.randrange(width if lying else height)
        if lying:
            wall = [((top + cut - 1, left + at), (top + cut, left + at)) for at in range(width)]
            rooms += [(top + cut, left, height - cut, width), (top, left, cut, width)]
        else:
            wall = [((top + at, left + cut - 1), (top + at, left + cut)) for at in range(height)]
            rooms += [(top, left + cut, height, width - cut), (top, left, height, cut)]
        _build(board, wall, gap)


def _build(board: Board, wall: list[tuple[Cell, Cell]], gap: int) -> None:
    """Close the sides of a wall but the one at the gap; where that is blocked, the nearest that is not."""
    open_sides = [at for at, (a, b) in enumerate(wall) if board.is_free(a) and board.is_free(b)]
    kept = min(open_sides, key=lambda at: (abs(at - gap), at), default=-1)
    for at in open_sides:
        if at != kept:
            board.part(*wall[at])
