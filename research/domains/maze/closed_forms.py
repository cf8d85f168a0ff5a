"""Expected dead ends of generators that are simple enough to be summed up, cell by cell or room by room.

Dead ends are here all cells with one passage, real or enclosed; boards have no closed cells.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from research.parameters import BoardSize

Number = Fraction | float


def binary_tree_dead_ends(size: BoardSize) -> Fraction:
    """Return the expected dead ends of binary_tree: W * H / 4 + 1 for W, H >= 2; exact, any size.

    A corridor (W or H = 1) has its two ends.
    """
    if 1 in size:
        return Fraction(2 if max(size) > 1 else 0)
    return Fraction(size.width * size.height, 4) + 1


def sidewinder_dead_ends(size: BoardSize, p: Number = Fraction(1, 2)) -> Number:
    """Return the expected dead ends of sidewinder with probability p; exact where p is a Fraction.

    Derived here. In a row below the top a cell is joined within its row to as many cells as its
    place in its run says (to the north too, for one cell of each run); to the south it is joined if
    the run below it goes up there, which is independent. O(W^3), whatever the height.
    """
    up, ends = _runs(size.width, p)
    south = up if size.height > 1 else [0 * p] * size.width
    top = south[0] if size.width == 1 else 2 - south[0] - south[-1]
    if size.height == 1:
        return top
    between = sum(one * (1 - below) for one, below in zip(ends, up, strict=True))
    return top + (size.height - 2) * between + sum(ends)


def _runs(width: int, p: Number) -> tuple[list[Number], list[Number]]:
    """Return for each column the chance to go up, and to be joined to just one cell of run and north."""
    up: list[Number] = [0 * p] * width
    ends = up.copy()
    for first in range(width):
        for last in range(first, width):
            length = last - first + 1
            chance = p ** (length - 1) * (1 if first == 0 else 1 - p) * (1 if last == width - 1 else 1 - p)
            for col in range(first, last + 1):
                up[col] += chance / length
            # A run of one cell goes up there; of a longer one the ends that do not.
            for col in {first, last}:
                ends[col] += chance if length == 1 else chance * (length - 1) / length
    return up, ends


def sidewinder_limit(p: float = 0.5) -> float:
    """Return the share of dead ends that sidewinder tends to on large boards, for 0 < p < 1.

    (5/4 - ln 2) / 2 = 0.278426 for p = 1/2. Exact but for rounding.
    """
    return p * (1 - p) ** 2 * (3 + 2 * p / (1 - p) + 2 * math.log(1 - p) / p)


@lru_cache(maxsize=16)
def recursive_division_dead_ends(size: BoardSize) -> float:
    """Return the expected dead ends of recursive_division, up to rounding.

    Derived here. A side of a room lies on one wall, with one gap, so all that matters to a room is
    for each side whether the gap is there; it is uniform then. Rooms of all sizes are summed up from
    the smallest: O(W H (W + H)), 50x50 in less than a second.
    """
    shape = size.height + 1, size.width + 1, 2, 2, 2, 2
    # Of a room of so many rows and cols with or without a gap to N, E, S, W.
    rooms = np.zeros(shape)
    for height in range(1, size.height + 1):
        for width in range(1, size.width + 1):
            if 1 in (height, width):
                rooms[height, width] = _corridor(height, width)
                continue
            # Rows and columns exchanged, an upright wall is a lying one: N is W then, and E is S.
            lying = _cut(rooms[1:height, width]) if height >= width else 0
            upright = _cut(rooms[height, 1:width].transpose(0, 4, 3, 2, 1)).T if width >= height else 0
            # Of a square either way of cutting has the same chance.
            rooms[height, width] = (lying + upright) / (2 if height == width else 1)
    return float(rooms[size.height, size.width, 0, 0, 0, 0])


def _corridor(height: int, width: int) -> Any:
    """Return the dead ends of a room one cell wide: its ends, unless a gap is there."""
    length = max(height, width)
    north, east, south, west = np.indices((2, 2, 2, 2))
    if length == 1:
        return north + east + south + west == 1
    ends, sides = ((north, south), (east, west)) if width == 1 else ((east, west), (north, south))
    # A gap in a long side is at this end with 1 / length.
    spared = math.prod(1 - gap / length for gap in sides)
    return sum((1 - gap) * spared for gap in ends)


def _cut(parts: Any) -> Any:
    """Return the dead ends of a room cut by a lying wall, by those of the parts.

    parts: shape (n - 1, 2, 2, 2, 2) for heights 1 to n - 1. The wall is the south side of one part
    and the north side of the other; a gap to the east or west is in a part with its share of n.
    """
    cuts = len(parts)
    share = np.arange(1, cuts + 1) / (cuts + 1)
    stays = np.zeros((cuts, 2, 2))
    stays[:, 0, 0], stays[:, 1, 0], stays[:, 1, 1] = 1, 1 - share, share
    upper = np.einsum("pea,pwb,pnab->new", stays, stays, parts[:, :, :, 1, :])
    lower = np.einsum("pea,pwb,pasb->esw", stays, stays, parts[:, 1, :, :, :])
    return (upper[:, :, None, :] + lower[None, :, :, :]) / cuts
