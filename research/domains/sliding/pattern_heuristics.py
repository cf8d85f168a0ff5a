"""Additive pattern databases as heuristics of sliding puzzles (Korf and Felner 2002).

Each looks up, for patterns of tiles that have nothing in common, the least number of moves of those tiles
to their places, and adds the numbers up; on these square boards it does so also for the board reflected
about its main diagonal, and takes the greater sum. All are admissible. None is consistent: as what is
kept is the least over all places of the blank, a move can change a value by more than 1 (Felner, Zahavi,
Holte, Schaeffer, Sturtevant and Zhang 2011, "Inconsistent heuristics in theory and practice").
The databases are built when they are first asked for, and kept in the user's cache folder.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from research.domains.sliding.slide import Slide
from research.heuristics import Progress, made_for
from research.kernels.sliding.pattern_files import opened
from research.kernels.sliding.pattern_ranks import rank_of
from research.kernels.sliding.patterns import PARTITIONS, Partition

Estimate = Callable[[bytes], int]


class PatternSum:
    """A board's value by a partition's databases; ValueError where the goal is not one of theirs."""

    def __init__(self, partition: Partition, goal: bytes, slide: Slide) -> None:
        if why := partition.unfit(goal, slide.width):
            raise ValueError(why)
        # Entries of a memoryview are plain numbers, and quicker to come by than an array's.
        values = opened(partition).data

        @lru_cache(maxsize=1 << 16)
        def looked_up(first: int, cells: tuple[int, ...]) -> int:
            entry: int = values[first + rank_of(cells)]
            return entry

        self._looked_up = looked_up
        self._sides = partition.lookups(goal)

    def __call__(self, node: bytes) -> int:
        """Return the greater of the sums for a board and for its reflection."""
        # Most patterns stand as they did on the board before.
        look_up = self._looked_up
        return max(sum(look_up(each.first, each.placing(node)) for each in side) for side in self._sides)


def _register(partition: Partition, docstring: str) -> None:
    def maker(goal: bytes, slide: Slide) -> PatternSum:
        return PatternSum(partition, goal, slide)

    def unfit(goal: bytes, slide: Slide) -> str:
        return partition.unfit(goal, slide.width)

    def prepare(progress: Progress) -> None:
        opened(partition, progress)

    maker.__doc__ = docstring
    made_for("slide", partition.name, admissible=True, unfit=unfit, prepare=prepare)(maker)


_register(
    PARTITIONS["pattern_4_4"],
    "Pattern databases of 4 and 4 tiles, for 3x3 boards: 6048 entries. Admissible, not consistent.",
)
_register(
    PARTITIONS["pattern_5_5_5"],
    "Pattern databases of 5, 5 and 5 tiles, for 4x4 boards: 1.6 million entries. Admissible, not consistent.",
)
_register(
    PARTITIONS["pattern_6_6_3"],
    "Pattern databases of 6, 6 and 3 tiles, for 4x4 boards: 12 million entries. Admissible, not consistent.",
)
_register(
    PARTITIONS["pattern_7_8"],
    "Pattern databases of 7 and 8 tiles, for 4x4 boards: 577 million entries. Admissible, not consistent.",
)
_register(
    PARTITIONS["pattern_6_6_6_6"],
    "Four pattern databases of 6 tiles, for 5x5 boards: 255 million entries. Admissible, not consistent.",
)
