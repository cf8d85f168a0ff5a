"""Uniformity: whether a generator draws every spanning tree of a board with the same chance.

Two tests at the level of 0.1 % each. On a small board chi-square over all its trees (Kirchhoff
counts them); on a larger one, where the trees are too many to count, each side's frequency against
its exact chance (transfer currents): two-sided exact binomial tests, corrected for their number by
Holm's procedure, which asks nothing of their dependence. Both must pass; a uniform generator fails
one of them for at most 0.2 % of all seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from research.analysis.statistics import holm
from research.domains.maze import Maze
from research.domains.maze.census import census
from research.domains.maze.uniform_trees import board_graph, edge_chances, spanning_trees
from research.parameters import BoardSize

LEVEL = 0.001
# Chi-square is trusted where each tree is expected so often.
LEAST_EXPECTED = 5

# How often each maze was drawn, all on the same board.
Drawn = Mapping[Maze, int]


@dataclass(frozen=True, slots=True)
class TreeTest:
    """Chi-square over all spanning trees of a board; `critical` is its 0.1 % value."""

    size: BoardSize
    samples: int
    trees: int
    seen: int
    statistic: float
    degrees: int
    critical: float
    p: float

    @property
    def uniform(self) -> bool:
        """Whether the samples are what uniform trees look like."""
        return self.statistic < self.critical


@dataclass(frozen=True, slots=True)
class EdgeTest:
    """Each side's frequency against its chance in a uniform tree; `p` is Holm's smallest.

    The side that stands out most is that from `cell` to `side` ("E" or "S").
    """

    size: BoardSize
    samples: int
    edges: int
    p: float
    cell: tuple[int, int]
    side: str
    frequency: float
    expected: float

    @property
    def uniform(self) -> bool:
        """Whether the samples are what uniform trees look like."""
        return self.p >= LEVEL


@dataclass(frozen=True, slots=True)
class Uniformity:
    """The verdict of both tests."""

    trees: TreeTest
    edges: EdgeTest

    @property
    def uniform(self) -> bool:
        """Whether both tests accept the samples as uniform."""
        return self.trees.uniform and self.edges.uniform


def uniformity(small: Drawn, large: Drawn) -> Uniformity:
    """Test mazes of a small board by chi-square and mazes of a larger one side by side.

    Each says how often a maze was drawn, such as Counter(make(seed) for seed in range(19_200)) for
    3x3 and 2,000 of 8x8. That accepts wilson and aldous_broder and rejects kruskal. ValueError: no
    mazes, mazes of different sizes or with loops or closed cells, or too few for chi-square (5 for
    each tree are needed).
    """
    return Uniformity(tree_test(small), edge_test(large))


def tree_test(drawn: Drawn) -> TreeTest:
    """Test by chi-square whether all spanning trees of a board are drawn alike; errors as above.

    Trees that were never drawn count. 3x3: 192 trees, 191 degrees of freedom, critical 257.1.
    """
    from scipy import stats

    size, samples = _size_of(drawn), sum(drawn.values())
    trees = spanning_trees(board_graph(size))
    expected = samples / trees
    if expected < LEAST_EXPECTED:
        needed = trees * LEAST_EXPECTED
        raise ValueError(f"found {samples} mazes of {size}; expected at least {needed}, 5 for each tree")
    counts: Counter[tuple[bytes, bytes]] = Counter()
    for maze, count in drawn.items():
        counts[maze.south.tobytes(), maze.east.tobytes()] += count
    unseen = (trees - len(counts)) * expected
    statistic = unseen + sum((count - expected) ** 2 / expected for count in counts.values())
    critical, p = (stats.chi2.isf(LEVEL, trees - 1), stats.chi2.sf(statistic, trees - 1))
    return TreeTest(size, samples, trees, len(counts), statistic, trees - 1, float(critical), float(p))


def edge_test(drawn: Drawn) -> EdgeTest:
    """Test whether each side is open as often as in uniform spanning trees; errors as above.

    It sees less than chi-square does: other generators may open each side as often.
    """
    from scipy import stats

    size, samples = _size_of(drawn), sum(drawn.values())
    opened = _flat(
        sum(count * ~maze.south for maze, count in drawn.items()),
        sum(count * ~maze.east for maze, count in drawn.items()),
    )
    chances = np.clip(_flat(*edge_chances(size)), 0, 1)
    below, above = stats.binom.cdf(opened, samples, chances), stats.binom.sf(opened - 1, samples, chances)
    adjusted = holm(np.minimum(1, 2 * np.minimum(below, above)).tolist())
    worst = int(np.argmin(adjusted))
    cell, side = _side(worst, size)
    frequency = float(opened[worst] / samples)
    return EdgeTest(
        size, samples, len(adjusted), adjusted[worst], cell, side, frequency, float(chances[worst])
    )


def _flat(south: Any, east: Any) -> Any:
    return np.concatenate([np.ravel(south), np.ravel(east)])


def _side(index: int, size: BoardSize) -> tuple[tuple[int, int], str]:
    """Return the cell and the side of it that stands at `index` in the flat order."""
    souths = (size.height - 1) * size.width
    if index < souths:
        return divmod(index, size.width), "S"
    return divmod(index - souths, size.width - 1), "E"


def _size_of(drawn: Drawn) -> BoardSize:
    """Return the size of the mazes; ValueError where they are not spanning trees of one board."""
    sizes = {BoardSize(maze.cols, maze.rows) for maze in drawn}
    if len(sizes) != 1:
        raise ValueError(f"found mazes of {len(sizes)} sizes; expected mazes of one size")
    size = sizes.pop()
    if size == (1, 1):
        raise ValueError("found mazes of 1x1; expected at least two cells")
    for maze in drawn:
        if not is_spanning_tree(maze):
            raise ValueError(f"{maze.name or 'a maze'} has loops or cells that cannot be reached")
    return size


def is_spanning_tree(maze: Maze) -> bool:
    """Whether one way leads from each cell to each other, with no cell left out."""
    counted = census(maze)
    return bool(counted["loops"] == 0 and counted["reached"] == maze.rows * maze.cols)
