"""Pattern databases along a search: what one move of the blank makes of the values looked up.

For each node of the way that is followed one 64-bit word is kept for every look-up: the set of cells that
the tiles occupy as a bit mask, from ORDER on the order in which they stand there, from WORTH on the value.
A move changes the word of one pattern, or of two where the board's reflection counts too.
"""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np

from research.kernels.compiled import compiled
from research.kernels.sliding import tables
from research.kernels.sliding.pattern_files import opened
from research.kernels.sliding.pattern_ranks import ones, rotations, set_rank, set_ranks
from research.kernels.sliding.patterns import PARTITIONS, Lookup

ORDER, WORTH = np.uint64(32), np.uint64(48)
CELLS, ORDERS = np.uint64(2**32 - 1), np.uint64(2**16 - 1)
ONE = np.uint64(1)


class PatternSteps:
    """What `pattern_step` needs for boards with a goal, by the name of a partition.

    nbytes: of its own tables; the databases are a file that all processes share. ValueError: the partition
    is for other boards.
    """

    def __init__(self, name: str, goal: bytes, width: int, board: tables.Edges) -> None:
        partition = PARTITIONS[name]
        if why := partition.unfit(goal, width):
            raise ValueError(why)
        self.sides = partition.lookups(goal)
        self.lookups = [each for side in self.sides for each in side]
        self.values = opened(partition)
        self._ranks = set_ranks(partition.cells)
        self._owner = np.zeros((len(self.sides), len(goal)), np.uint64)
        self._change = np.zeros((len(self.sides), len(board.source), len(goal)), np.uint64)
        for side, lookups in enumerate(self.sides):
            for at, lookup in enumerate(lookups, side * len(lookups)):
                self._note(side, at, lookup, board)
        sizes = sorted({len(each.tiles) for each in self.lookups})
        starts = dict(zip(sizes, np.cumsum([0] + [rotations(size).size for size in sizes]), strict=False))
        self._rotated = np.concatenate([rotations(size).ravel() for size in sizes])
        about = [
            (len(each.tiles), factorial(len(each.tiles)), each.first, starts[len(each.tiles)])
            for each in self.lookups
        ]
        self._about = np.array(about, np.uint64)

    def _note(self, side: int, at: int, lookup: Lookup, board: tables.Edges) -> None:
        """Fill in whose the tiles of a look-up are, and which cells they leave and enter by each edge."""
        bits = np.array([1 << cell for cell in lookup.ways], np.uint64)
        source, target = board.source.astype(np.int64), board.target.astype(np.int64)
        for tile in lookup.tiles:
            self._owner[side, tile] = at
            self._change[side, :, tile] = bits[source] ^ bits[target]

    @property
    def nbytes(self) -> int:
        """Bytes of all tables but the databases."""
        arrays = (self._owner, self._change, self._rotated, self._about, *self._ranks)
        return sum(each.nbytes for each in arrays)

    def total(self, cells: bytes) -> int:
        """Return a board's value."""
        sums = [sum(int(self.values[each.first + each.rank(cells)]) for each in side) for side in self.sides]
        return max(sums)

    def arrays(self, cells: bytes, depth: int) -> tuple[Any, ...]:
        """Return the `patterns` of `pattern_step` for a search from a board, less than so deep."""
        words, sums = (np.zeros((depth, len(each)), np.uint64) for each in (self.lookups, self.sides))
        for at, lookup in enumerate(self.lookups):
            order = lookup.rank(cells) % factorial(len(lookup.tiles))
            mask = sum(1 << lookup.ways[cells.index(tile)] for tile in lookup.tiles)
            worth = int(self.values[lookup.first + lookup.rank(cells)])
            words[0, at] = mask | order << int(ORDER) | worth << int(WORTH)
            sums[0, at * len(self.sides) // len(self.lookups)] += np.uint64(worth)
        return words, sums, self._owner, self._change, self._about, self._rotated, self.values, *self._ranks


@compiled
def pattern_step(depth: Any, edge: Any, tile: Any, patterns: Any) -> Any:
    """Note the child of the node at `depth` by an edge at the next depth; return by how much h rises.

    words  uint64 (depth, look-up), sums uint64 (depth, side): what each look-up is, and each sum
    owner  uint64 (side, tile): the look-up that counts a tile
    change uint64 (side, edge, tile): the cells that a tile leaves and enters, as bits
    about  uint64 (look-up, 4): tiles, their orders, first value, first entry of `rotated`
    """
    words, sums, owner, change, about, rotated, values, half, low, high = patterns
    below, before, after = depth + ONE, np.uint64(0), np.uint64(0)
    for at in range(words.shape[1]):
        words[below, np.uint64(at)] = words[depth, np.uint64(at)]
    for at in range(sums.shape[1]):
        side = np.uint64(at)
        lookup = owner[side, tile]
        word, moved = words[depth, lookup], change[side, edge, tile]
        tiles, orders, first, rotation = (
            about[lookup, 0],
            about[lookup, 1],
            about[lookup, 2],
            about[lookup, 3],
        )
        mask, order = word & CELLS, (word >> ORDER) & ORDERS
        place = ones(mask & ((moved & mask) - ONE))
        mask ^= moved
        entered = ones(mask & ((moved & mask) - ONE))
        order = np.uint64(rotated[rotation + (place * tiles + entered) * orders + order])
        worth = np.uint64(values[first + np.uint64(set_rank(mask, half, low, high)) * orders + order])
        words[below, lookup] = mask | (order << ORDER) | (worth << WORTH)
        sums[below, side] = sums[depth, side] + worth - (word >> WORTH)
        before, after = max(before, sums[depth, side]), max(after, sums[below, side])
    return np.int64(after) - np.int64(before)
