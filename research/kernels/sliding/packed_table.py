"""A table of packed boards with 16 bits for each: open addressing that can grow where it lies.

keys is uint64, 0 where a slot is free, entries uint16. A board's home slot rises with its hash, and
probing goes upward into PAD more slots without wrapping round; so all boards can move up in place from the
last to the first, and growing needs no second table.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.kernels.compiled import compiled

MIX = np.uint64(0x9E3779B97F4A7C15)
PAD = 4096
# Boards further from home than a growing table gives them room for are put aside; there are few.
ASIDE = 1 << 16


@compiled(inline="always")  # type: ignore[untyped-decorator]
def home_of(keys: Any, board: Any) -> Any:
    """Return the first slot in which a board may be."""
    mixed = board * MIX
    mixed = ((mixed ^ (mixed >> np.uint64(29))) * MIX) >> np.uint64(32)
    return (mixed * np.uint64(len(keys) - PAD)) >> np.uint64(32)


@compiled(inline="always")  # type: ignore[untyped-decorator]
def slot(keys: Any, board: Any) -> Any:
    """Return where a board is in the table, or the free slot where it belongs."""
    at = home_of(keys, board)
    while keys[at] != board and keys[at] != np.uint64(0):
        at += np.uint64(1)
    return at


@compiled
def enter(keys: Any, entries: Any, board: Any, entry: Any) -> Any:
    """Put a board into the table."""
    at = slot(keys, board)
    keys[at], entries[at] = board, entry


@compiled
def entry_of(keys: Any, entries: Any, board: Any) -> Any:
    """Return what is kept of a board."""
    return entries[slot(keys, board)]


@compiled
def _spread(keys: Any, entries: Any, before: Any, aside: Any, aside_entries: Any) -> Any:
    """Move all boards of the first `before` slots up to their new homes; return how many lie aside."""
    count = 0
    for at in range(before - 1, -1, -1):
        board, entry = keys[at], entries[at]
        if board == np.uint64(0):
            continue
        keys[at] = np.uint64(0)
        # From a home further down it would pass boards that are still to be moved, and be lost behind a gap.
        if np.int64(home_of(keys, board)) >= at:
            enter(keys, entries, board, entry)
        elif count == len(aside):
            return -1
        else:
            aside[count], aside_entries[count] = board, entry
            count += 1
    for index in range(count):
        enter(keys, entries, aside[index], aside_entries[index])
    return count


def enlarge(keys: NDArray[np.uint64], entries: NDArray[np.uint16], slots: int) -> None:
    """Grow both arrays in place to so many slots and PAD, all boards at their new homes."""
    before = len(keys)
    keys.resize(slots + PAD, refcheck=False)
    entries.resize(slots + PAD, refcheck=False)
    aside = np.zeros(ASIDE, np.uint64), np.zeros(ASIDE, np.uint16)
    assert _spread(keys, entries, before, *aside) >= 0
