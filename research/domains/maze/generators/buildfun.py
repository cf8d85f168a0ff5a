"""BuildFun, an architect of the maze contest: a maze without random numbers, ends far apart."""

from typing import Annotated

from pydantic import Field

from research.domains.compass import SIDES, Cell, next_to
from research.domains.maze.carving import Board
from research.domains.maze.grid import OFFERS, Maze
from research.parameters import MAX_SIDE, BoardSize
from research.registry import generators


def clamp(seed: int, size: int) -> tuple[int, dict[str, int]]:
    """Return the seed and the parameters that give the same maze and are within the bounds."""
    size = min(max(size, 15), 50)
    return min(max(seed, 4), size), {"size": size}


@generators.register("maze.buildfun", offers=OFFERS, normalise=clamp, perfect=True)
def buildfun(seed: int, size: Annotated[int, Field(ge=1, le=MAX_SIDE)] = 15) -> Maze:
    """Perfect square maze of the contest's architect BuildFun; start and end are a longest path.

    size is clamped to 15..50, then seed to 4..size: a size has size - 3 different mazes.
    """
    seed, bounded = clamp(seed, size)
    side = bounded["size"]
    board = _carve(side, seed)
    near = {
        (row, col): [there for there in board.near((row, col)) if board.is_joined((row, col), there)]
        for row in range(side)
        for col in range(side)
    }
    start = _most_eccentric(near)
    return board.maze(start, _traced_end(near, start))


def _carve(side: int, seed: int) -> Board:
    """Carve from the top left, a direction at a time; when stuck go back along the passages."""
    board = Board(BoardSize(side, side))
    here: Cell = (0, 0)
    carved, given_up = {here}, set()
    while len(carved) < side * side:
        row, col = here
        turn = (((row + col + 2) * (side // 2)) % seed + seed % (abs(row - col) + 1)) % 4
        tried = (next_to(here, SIDES[(turn + more) % 4]) for more in range(4))
        ahead = next((cell for cell in tried if board.is_free(cell) and cell not in carved), None)
        if ahead is not None:
            board.join(here, ahead)
            carved.add(ahead)
            here = ahead
        else:
            given_up.add(here)
            joined = (cell for cell in board.near(here) if board.is_joined(here, cell))
            here = next(cell for cell in joined if cell not in given_up)
    return board


def _most_eccentric(near: dict[Cell, list[Cell]]) -> Cell:
    """Return the first cell in row-major order with the greatest eccentricity.

    In a tree the farthest cell from any cell is an end of any longest path, so two searches from
    the ends of one give every cell's eccentricity: O(cells).
    """
    one_end = _farthest(_depths(near, (0, 0)))
    from_one = _depths(near, one_end)
    from_other = _depths(near, _farthest(from_one))
    eccentricity = {cell: max(from_one[cell], from_other[cell]) for cell in near}
    return _farthest(eccentricity)


def _farthest(depths: dict[Cell, int]) -> Cell:
    return max(depths, key=depths.__getitem__)


def _depths(near: dict[Cell, list[Cell]], source: Cell) -> dict[Cell, int]:
    found, stack = {source: 0}, [source]
    while stack:
        here = stack.pop()
        for there in near[here]:
            if there not in found:
                found[there] = found[here] + 1
                stack.append(there)
    return found


def _traced_end(near: dict[Cell, list[Cell]], start: Cell) -> Cell:
    """Return which of the cells farthest from `start` the original takes.

    It lets tracers run through the maze, changing the list of them while going over it; both
    habits are kept: a new tracer has its turn in the same pass, and the tracer after one that
    ends misses its turn.
    """
    tracers: list[tuple[Cell, Cell | None, int]] = [(start, None, 0)]
    ends: list[tuple[Cell, int]] = []
    while tracers:
        turn = 0
        while turn < len(tracers):
            here, before, length = tracers[turn]
            ways = [cell for cell in near[here] if cell != before]
            if not ways:
                ends.append((here, length))
                del tracers[turn]
            else:
                tracers += [(cell, here, length + 1) for cell in ways[:-1]]
                tracers[turn] = (ways[-1], here, length + 1)
            turn += 1
    return max(ends, key=lambda end: end[1])[0]
