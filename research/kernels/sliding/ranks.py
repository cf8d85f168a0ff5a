"""Boards by depth over a whole space: breadth-first search by rank, one bit for each board.

A board is the order of its tiles, ranked lexicographically, and the place of its blank, a bit of that
rank's word. A move to the next cell in reading order keeps the order and shifts the bit; any other
takes one tile past a few others, which changes a few digits of the rank (Korf and Schultze 2005). What
is next to a layer is in the one before or in the one after, so three words a rank are all that is held.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.kernels.compiled import compiled
from research.kernels.found import ENDS, EXHAUSTED, MEMORY, Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.watch import Watch, nothing

BLANK = 0
MOST_CELLS = 12
SLICE_RANKS = 1 << 22


@dataclass(frozen=True, slots=True)
class Ways:
    """The blank's moves between the cells that it can come to, numbered in reading order from 0.

    onward, back  bits of the cells from which it can go to the next one, and to the one before
    jumps         int64 (cell, 4): the other cells that it can go to, then -1
    """

    cells: int
    onward: int
    back: int
    jumps: NDArray[np.int64]


def depths(
    goal: bytes,
    width: int,
    *,
    limits: Limits = Limits(),
    told: Callable[[int], None] = lambda boards: None,
) -> tuple[Found, list[int]]:
    """Count the boards at each distance from `goal`, over all that can be reached; walls stay.

    The blank can come to at most 12 cells (ValueError): then 12! / 2 boards take 240 MB. told: called
    with the number of boards of each layer that is complete. Returns how it ended ("exhausted", or a
    limit; nodes are boards) and the counts of the complete layers.
    """
    tables.checked(goal, goal, width)
    ways, watch = ways_of(goal, width), Watch(limits)
    tiles = ways.cells - 1
    if not watch.holds(6 * factorial(tiles)):
        return nothing(MEMORY, watch), []
    before, here, after = (np.zeros(factorial(tiles), np.uint16) for _ in range(3))
    weights = np.array([factorial(tiles - 1 - at) for at in range(tiles)], np.int64)
    here[0] = 1 << _places(goal, width).index(goal.index(BLANK))
    layers, end = [1], EXHAUSTED
    told(1)
    while (stop := _spread(here, after, ways, weights, watch, sum(layers))) is None:
        fresh = int(_settle(before, after))
        if not fresh:
            break
        layers.append(fresh)
        told(fresh)
        before, here, after = here, after, before
    else:
        end = stop
    boards = sum(layers)
    return Found(
        ENDS[end], generated=boards, expanded=boards, stored=boards, iterations=len(layers),
        peak_bytes=watch.peak_bytes,
    ), layers  # fmt: skip


def ways_of(goal: bytes, width: int) -> Ways:
    """Return the moves on the cells that the blank can come to; ValueError: more than 12."""
    places, near = _places(goal, width), tables.neighbours(goal, width)
    if len(places) > MOST_CELLS:
        raise ValueError(f"the blank can come to {len(places)} cells; expected at most {MOST_CELLS}")
    onward, back, jumps = 0, 0, np.full((len(places), 4), -1, np.int64)
    for at, cell in enumerate(places):
        beside = sorted(places.index(to) for to in near[cell].values())
        onward |= (at + 1 in beside) << at
        back |= (at - 1 in beside) << at
        others = [to for to in beside if abs(to - at) > 1]
        jumps[at, : len(others)] = others
    return Ways(len(places), onward, back, jumps)


def _places(goal: bytes, width: int) -> list[int]:
    """Return the cells that the blank can come to, along the shorter side: jumps are short that way."""
    near = tables.neighbours(goal, width)
    found = [goal.index(BLANK)]
    for cell in found:
        found += [to for to in near[cell].values() if to not in found]
    upright = width > len(goal) // width
    return sorted(found, key=lambda cell: (cell % width, cell) if upright else (0, cell))


def _spread(
    here: np.ndarray, after: np.ndarray, ways: Ways, weights: np.ndarray, watch: Watch, boards: int
) -> int | None:
    """Mark in `after` all that is one move from `here`; return the end that a limit imposes, if any."""
    for first in range(0, len(here), SLICE_RANKS):
        if (stop := watch.over(boards)) is not None:
            return stop
        last = min(first + SLICE_RANKS, len(here))
        _moves(here, after, ways.onward, ways.back, ways.jumps, weights, first, last)
    return None


@compiled
def _moves(
    here: Any, after: Any, onward: Any, back: Any, jumps: Any, weights: Any, first: Any, last: Any
) -> Any:
    """Mark the boards one move from those with ranks from `first` up to `last`."""
    digits, kept = np.zeros(16, np.int64), len(weights)
    for rank in range(first, last):
        blanks = np.int64(here[rank])
        if blanks == 0:
            continue
        after[rank] |= np.uint16(((blanks & onward) << 1) | ((blanks & back) >> 1))
        rest = rank
        for at in range(kept):
            digits[at] = rest // weights[at]
            rest -= digits[at] * weights[at]
        for blank in range(kept + 1):
            if not (blanks >> blank) & 1:
                continue
            for to in jumps[blank]:
                if to < 0:
                    break
                after[rank + _change(digits, weights, blank, to)] |= np.uint16(1 << to)


@compiled
def _change(digits: Any, weights: Any, blank: Any, to: Any) -> Any:
    """Return how the rank changes when the tile in cell `to` goes to the blank's cell.

    digits: at each place of the order, how many tiles after it are smaller. The tile passes the others
    one by one: of two neighbours in ascending order the left digit is not the larger one.
    """
    change = 0
    if to > blank:
        passing = digits[to - 1]
        for at in range(to - 2, blank - 1, -1):
            passed = digits[at]
            if passed > passing:
                passed -= 1
            else:
                passing += 1
            change += (passed - digits[at + 1]) * weights[at + 1]
        return change + (passing - digits[blank]) * weights[blank]
    passing = digits[to]
    for at in range(to + 1, blank):
        passed = digits[at]
        if passing > passed:
            passing -= 1
        else:
            passed += 1
        change += (passed - digits[at - 1]) * weights[at - 1]
    return change + (passing - digits[blank - 1]) * weights[blank - 1]


@compiled
def _settle(before: Any, after: Any) -> Any:
    """Keep of `after` what is not in `before`, clear that, and return how many boards are left."""
    count = 0
    for rank in range(len(after)):
        if after[rank] == 0 and before[rank] == 0:
            continue
        fresh = np.int64(after[rank]) & ~np.int64(before[rank])
        after[rank], before[rank] = np.uint16(fresh), np.uint16(0)
        while fresh:
            fresh &= fresh - 1
            count += 1
    return count
