"""Additive pattern databases (Korf and Felner 2002) of sliding puzzles, looked up on boards.

The tiles are divided into patterns. A database has, for each placing of one pattern's tiles, the least
number of moves of *these tiles* to their goal cells, wherever the blank is; as every move is one of one
tile, the numbers of disjoint patterns may be added up. On a square board that is done once more for the
board reflected about its main diagonal, and the greater sum counts.

The patterns are given as cells of a goal with the blank first. The same databases serve the goal with the
blank last, by a half turn of the board, and any arrangement of tiles, by renaming them after the cells
that they are in at the goal. Patterns that are turned or reflected images of each other share a database.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from research.kernels.sliding import tables
from research.kernels.sliding.pattern_ranks import placings, rank_of

# A way to turn or reflect a board: the cell that each cell goes to.
Turn = tuple[int, ...]


@dataclass(frozen=True)
class Partition:
    """Which tiles are in a pattern together, on boards of one shape without walls.

    patterns: the cells, of all but the first, of a goal with the blank in the first cell.
    """

    name: str
    width: int
    height: int
    patterns: tuple[tuple[int, ...], ...]

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.width * self.height

    @cached_property
    def databases(self) -> tuple[tuple[int, ...], ...]:
        """The goal cells of the patterns that need a database of their own."""
        return tuple(dict.fromkeys(chosen for chosen, _ in self._chosen))

    @cached_property
    def _chosen(self) -> list[tuple[tuple[int, ...], Turn]]:
        """For each pattern the one whose database it shares, and the turn of the board that leads there."""
        found: list[tuple[tuple[int, ...], Turn]] = []
        for pattern in self.patterns:
            shared = [
                (other, turn)
                for other, _ in found
                for turn in turns(self.width, self.height)
                if self._ends(pattern, turn) == self._ends(other)
            ]
            found.append(shared[0] if shared else (tuple(sorted(pattern)), tuple(range(self.cells))))
        return found

    def _ends(self, pattern: tuple[int, ...], turn: Turn | None = None) -> tuple[set[int], set[int]]:
        """Return where a pattern's tiles end, and in which cells the blank can be then, after a turn."""
        near = tables.neighbours(bytes(self.cells), self.width)
        region, cells = {0}, [0]
        for cell in cells:
            fresh = set(near[cell].values()) - region - set(pattern)
            region |= fresh
            cells += fresh
        turned = turn or range(self.cells)
        return {turned[cell] for cell in pattern}, {turned[cell] for cell in region}

    def lookups(self, goal: bytes) -> list[list[Lookup]]:
        """Return what to add up on boards with this goal: for the board, and for its reflection.

        ValueError: the goal is of another size, has walls, or has its blank neither first nor last.
        """
        if why := self.unfit(goal, self.width):
            raise ValueError(why)
        cells = range(self.cells)
        upright: Turn = tuple(cells) if goal[0] == 0 else tuple(reversed(cells))
        sides = [upright]
        if self.width == self.height:
            sides.append(tuple(cell % self.width * self.width + cell // self.width for cell in upright))
        return [self._side(goal, side) for side in sides]

    def _side(self, goal: bytes, side: Turn) -> list[Lookup]:
        starts, first = {}, 0
        for database in self.databases:
            starts[database] = first
            first += placings(self.cells, len(database))
        found = []
        for pattern, (database, turn) in zip(self.patterns, self._chosen, strict=True):
            way = tuple(turn[side[cell]] for cell in range(self.cells))
            tile_at = {way[cell]: tile for cell, tile in enumerate(goal)}
            assert {turn[cell] for cell in pattern} == set(database)
            found.append(Lookup(tuple(tile_at[cell] for cell in database), way, starts[database]))
        return found

    def unfit(self, goal: bytes, width: int) -> str:
        """Return why boards with a goal have no value by this partition, "" where they have one."""
        shape = f"{self.name} is for {self.width}x{self.height} boards without walls"
        if (len(goal), width) != (self.cells, self.width) or tables.WALL in goal:
            return shape
        if goal[0] and goal[-1]:
            return f"{shape} whose blank ends in the first or in the last cell"
        return ""


@dataclass(frozen=True)
class Lookup:
    """How a board's value of one pattern is found.

    tiles: the pattern's, in the order of the database; ways: the database's cell for each of the board's;
    first: where the database begins in the file of all.
    """

    tiles: tuple[int, ...]
    ways: Turn
    first: int

    def placing(self, cells: bytes) -> tuple[int, ...]:
        """Return the database's cell of each tile on a board."""
        ways, at = self.ways, cells.index
        return tuple([ways[at(tile)] for tile in self.tiles])

    def rank(self, cells: bytes) -> int:
        """Return where a board's value stands, from `first` on."""
        return rank_of(self.placing(cells))


def turns(width: int, height: int) -> list[Turn]:
    """Return the ways to turn and reflect a board on itself: eight of a square, else four."""
    cells = [divmod(cell, width) for cell in range(width * height)]
    found = [
        tuple(abs(down - row) * width + abs(right - col) for row, col in cells)
        for down in (0, height - 1)
        for right in (0, width - 1)
    ]
    if width == height:
        found += [tuple(turn[col * width + row] for row, col in cells) for turn in found]
    return found


PARTITIONS = {
    each.name: each
    for each in (
        Partition("pattern_4_4", 3, 3, ((1, 2, 3, 4), (5, 6, 7, 8))),
        Partition("pattern_5_5_5", 4, 4, ((1, 2, 4, 5, 8), (3, 6, 7, 10, 11), (9, 12, 13, 14, 15))),
        Partition("pattern_6_6_3", 4, 4, ((1, 2, 4, 5, 8, 9), (3, 6, 7, 10, 11, 15), (12, 13, 14))),
        Partition("pattern_7_8", 4, 4, ((1, 4, 5, 8, 9, 12, 13), (2, 3, 6, 7, 10, 11, 14, 15))),
        Partition(
            "pattern_6_6_6_6",
            5,
            5,
            ((1, 5, 6, 10, 11, 12), (2, 3, 4, 7, 8, 9), (13, 14, 18, 19, 23, 24), (15, 16, 17, 20, 21, 22)),
        ),
    )
}
