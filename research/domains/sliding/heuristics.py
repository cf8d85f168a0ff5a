"""Heuristics of sliding puzzles: sums over the tiles, and what two of them in a line add.

All but `misplaced` look at the way that each tile has to go. On unit moves of one tile each a sum over
the tiles (the blank left out) of a distance that a tile alone needs is admissible and consistent.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from operator import getitem

from research.domains.sliding.slide import BLANK, WALL, Slide
from research.heuristics import made_for

Estimate = Callable[[bytes], int]
# For each tile the value in each cell.
Table = list[list[int]]


class TileSum:
    """A sum over the cells of what the tile there is worth, by a table; 0 for blank and walls.

    Called with a board it adds up all of it; `after` tells what one move makes of a value.
    """

    def __init__(self, values: dict[int, list[int]], cells: int) -> None:
        nothing = [0] * cells
        self.table: Table = [values.get(tile, nothing) for tile in range(256)]
        self._by_cell = [tuple(row[cell] for row in self.table) for cell in range(cells)]

    def __call__(self, node: bytes) -> int:
        """Return the sum over a board."""
        return sum(map(getitem, self._by_cell, node))

    def after(self, value: int, tile: int, source: int, target: int) -> int:
        """Return the value of the board in which `tile` has gone from one cell to another."""
        return value + self.table[tile][target] - self.table[tile][source]


def _tiles(goal: bytes) -> dict[int, int]:
    """Return the tiles with their cells in the goal."""
    return {tile: cell for cell, tile in enumerate(goal) if tile not in (BLANK, WALL)}


def _apart(one: int, other: int, width: int) -> int:
    return abs(one // width - other // width) + abs(one % width - other % width)


@made_for("slide", "manhattan", admissible=True, consistent=True)
def manhattan(goal: bytes, slide: Slide) -> TileSum:
    """Rows plus columns of each tile to its place, the blank left out."""
    return TileSum(_straight(goal, slide), len(goal))


def _straight(goal: bytes, slide: Slide) -> dict[int, list[int]]:
    cells = range(len(goal))
    return {tile: [_apart(cell, at, slide.width) for cell in cells] for tile, at in _tiles(goal).items()}


@made_for("slide", "misplaced", admissible=True, consistent=True)
def misplaced(goal: bytes, slide: Slide) -> TileSum:
    """Tiles out of place, the blank left out."""
    return TileSum({t: [int(c != at) for c in range(len(goal))] for t, at in _tiles(goal).items()}, len(goal))


@made_for("slide", "wall_distance", admissible=True, consistent=True)
def wall_distance(goal: bytes, slide: Slide) -> TileSum:
    """Moves of each tile to its place around the walls, as if it were alone. Admissible, consistent.

    A tile that cannot come to its place counts the number of cells, more than any way is long.
    """
    return TileSum(_around_walls(goal, slide), len(goal))


def _around_walls(goal: bytes, slide: Slide) -> dict[int, list[int]]:
    ways = {tile: slide.distances(at) for tile, at in _tiles(goal).items()}
    return {tile: [len(goal) if steps < 0 else steps for steps in row] for tile, row in ways.items()}


@made_for("slide", "squared_distance")
def squared_distance(goal: bytes, slide: Slide) -> TileSum:
    """The squares of the wall distances, summed: for ordering only, it exceeds the true cost."""
    ways = _around_walls(goal, slide)
    return TileSum({tile: [steps**2 for steps in row] for tile, row in ways.items()}, len(goal))


@made_for("slide", "cubed_distance")
def cubed_distance(goal: bytes, slide: Slide) -> TileSum:
    """The cubes of the wall distances, summed: for ordering only, it exceeds the true cost."""
    ways = _around_walls(goal, slide)
    return TileSum({tile: [steps**3 for steps in row] for tile, row in ways.items()}, len(goal))


@made_for("slide", "squared_euclidean")
def squared_euclidean(goal: bytes, slide: Slide) -> TileSum:
    """The squares of the straight lines to go, summed: for ordering only, it exceeds the true cost."""
    width, cells = slide.width, range(len(goal))
    ways = {
        tile: [(cell // width - at // width) ** 2 + (cell % width - at % width) ** 2 for cell in cells]
        for tile, at in _tiles(goal).items()
    }
    return TileSum(ways, len(goal))


@made_for("slide", "contest_distance")
def contest_distance(goal: bytes, slide: Slide) -> TileSum:
    """The distance of the contest's author, the blank included; not Manhattan, not admissible.

    Between the places m and n, with width w: d = |m - n| // w, then what is left of |m - n| after
    d * w is taken off. For w = 4: (4, 1) gives 3 where 2 moves do, (4, 3) gives 1 where 4 are needed.
    """

    def apart(one: int, other: int) -> int:
        down, rest = divmod(abs(one - other), slide.width)
        return down + rest

    places = _tiles(goal) | {BLANK: goal.index(BLANK)}
    return TileSum({t: [apart(c, at) for c in range(len(goal))] for t, at in places.items()}, len(goal))


@made_for("slide", "linear_conflict", admissible=True, consistent=True)
def linear_conflict(goal: bytes, slide: Slide) -> Estimate:
    """Manhattan, and 2 for each tile that has to leave its line for others to pass. Admissible, consistent.

    In each row and column those of its own tiles that stand in it are counted: all but the longest
    run of them in the right order have to step aside (Hansson, Mayer and Yung 1992). Lines are cut
    where a wall stands. Adding 2 for each pair in conflict would be too much.
    """
    return _with_conflicts(TileSum(_straight(goal, slide), len(goal)), goal, slide.width)


@made_for("slide", "wall_conflict", admissible=True, consistent=True)
def wall_conflict(goal: bytes, slide: Slide) -> Estimate:
    """Wall distance, and 2 for each tile that has to leave its line for others. Admissible, consistent.

    As linear_conflict: a tile at home in a line between walls has its wall distance along the line, so
    that to leave the line and come back takes it two moves more, across it.
    """
    return _with_conflicts(TileSum(_around_walls(goal, slide), len(goal)), goal, slide.width)


def _with_conflicts(plain: Estimate, goal: bytes, width: int) -> Estimate:
    """Return a distance with 2 for each tile that has to step aside."""
    place = _tiles(goal)
    lines = _lines(goal, width)

    @lru_cache(maxsize=1 << 16)
    def aside(at: int, content: bytes) -> int:
        own = [place[tile] for tile in content if place.get(tile) in lines[at][1]]
        return 2 * (len(own) - _longest_rise(own))

    slices = [(at, cells) for at, (cells, _) in enumerate(lines)]

    def value(node: bytes) -> int:
        return plain(node) + sum(aside(at, node[cells]) for at, cells in slices)

    return value


def _lines(goal: bytes, width: int) -> list[tuple[slice, frozenset[int]]]:
    """Return all stretches of at least two cells of a row or a column between walls: slice, and cells."""
    count = len(goal)
    rows = [range(first, first + width) for first in range(0, count, width)]
    cols = [range(first, count, width) for first in range(width)]
    lines = []
    for line in (*rows, *cols):
        cuts = [-1, *(at for at, cell in enumerate(line) if goal[cell] == WALL), len(line)]
        for before, after in pairwise(cuts):
            part = line[before + 1 : after]
            if len(part) > 1:
                lines.append((slice(part[0], part[-1] + 1, part.step), frozenset(part)))
    return lines


def _longest_rise(values: list[int]) -> int:
    """Return the length of the longest rising subsequence."""
    lengths: list[int] = []
    for at, value in enumerate(values):
        below = (lengths[before] for before in range(at) if values[before] < value)
        lengths.append(1 + max(below, default=0))
    return max(lengths, default=0)


def _unfit_to_walk(goal: bytes, slide: Slide) -> str:
    if slide.walls or len(goal) > 16:
        return "walking_distance is for boards without walls of up to 16 cells"
    return ""


@made_for("slide", "walking_distance", admissible=True, consistent=True, unfit=_unfit_to_walk)
def walking_distance(goal: bytes, slide: Slide) -> Estimate:
    """Moves up and down if only the row of each tile counted, and the like for columns (Takahashi 1999).

    Boards without walls of up to 16 cells; ValueError for others. Admissible and consistent.
    """
    if why := _unfit_to_walk(goal, slide):
        raise ValueError(why)
    width, height = slide.width, slide.height
    down = _Walk(bytes(_lines_of(goal, height, lambda cell: cell // width)), width, height)
    across = _Walk(bytes(_lines_of(goal, width, lambda cell: cell % width)), height, width)
    home_row = bytes(_homes(goal, lambda cell: cell // width))
    home_col = bytes(_homes(goal, lambda cell: cell % width))

    def value(node: bytes) -> int:
        rows = node.translate(home_row)
        cols = node.translate(home_col)
        return down.steps(rows) + across.steps(b"".join(cols[at::width] for at in range(width)))

    return value


def _homes(goal: bytes, line: Callable[[int], int]) -> list[int]:
    """Return for each byte the line in which that tile is at home, 255 for the blank."""
    place = _tiles(goal)
    return [line(place[tile]) if tile in place else 255 for tile in range(256)]


def _lines_of(goal: bytes, lines: int, line: Callable[[int], int]) -> list[int]:
    """Return the homes of the goal's tiles, line by line."""
    cells = sorted(range(len(goal)), key=lambda cell: (line(cell), cell))
    homes = _homes(goal, line)
    return [homes[goal[cell]] for cell in cells]


class _Walk:
    """How many moves across lines it takes until each tile is in its own, from every arrangement."""

    def __init__(self, goal: bytes, length: int, lines: int) -> None:
        self.length = length
        first = self._sorted(goal)
        self._known, queue = {first: 0}, [first]
        for here in queue:
            for there in self._near(here, lines):
                if there not in self._known:
                    self._known[there] = self._known[here] + 1
                    queue.append(there)

    def steps(self, homes: bytes) -> int:
        """Return the moves from an arrangement, given as the home of what is in each cell."""
        return self._known[self._sorted(homes)]

    def _sorted(self, homes: bytes) -> bytes:
        size = self.length
        return b"".join(bytes(sorted(homes[at : at + size])) for at in range(0, len(homes), size))

    def _near(self, state: bytes, lines: int) -> list[bytes]:
        """Return the arrangements after one tile has changed places with the blank across a border."""
        blank, found = state.index(255) // self.length, []
        for beside in (blank - 1, blank + 1):
            if 0 <= beside < lines:
                cells = range(beside * self.length, (beside + 1) * self.length)
                for home in {state[cell] for cell in cells}:
                    content = bytearray(state)
                    content[state.index(255)], content[state.index(home, cells[0])] = home, 255
                    found.append(self._sorted(bytes(content)))
        return found
