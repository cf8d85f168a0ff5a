"""A set of 64-bit keys for compiled searches: open addressing, linear probing, sizes powers of two.

0 stands for a free slot; the key 0 itself is kept as KEY_OF_ZERO.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.kernels.compiled import compiled

KEY_OF_ZERO = np.uint64(0x9E3779B97F4A7C15)
MIX = np.uint64(0xD6E8FEB86659FD93)


@compiled(inline="always")  # type: ignore[untyped-decorator]
def slot_of(key: Any, mask: Any) -> Any:
    """Return the first slot in which a key may be."""
    return ((key * MIX) >> np.uint64(20)) & mask


@compiled(inline="always")  # type: ignore[untyped-decorator]
def add(slots: Any, mask: Any, key: Any) -> Any:
    """Add a key to a set; False if it was there. mask: slots - 1 as uint64."""
    if key == np.uint64(0):
        key = KEY_OF_ZERO
    at = slot_of(key, mask)
    while slots[at] != np.uint64(0):
        if slots[at] == key:
            return False
        at = (at + np.uint64(1)) & mask
    slots[at] = key
    return True


@compiled(inline="always")  # type: ignore[untyped-decorator]
def holds(slots: Any, mask: Any, key: Any) -> Any:
    """Whether a key is in a set. mask: slots - 1 as uint64."""
    if key == np.uint64(0):
        key = KEY_OF_ZERO
    at = slot_of(key, mask)
    while slots[at] != np.uint64(0):
        if slots[at] == key:
            return True
        at = (at + np.uint64(1)) & mask
    return False


@compiled
def _move(slots: Any, larger: Any, mask: Any) -> Any:
    for key in slots:
        if key != np.uint64(0):
            add(larger, mask, key)


def grown(slots: NDArray[np.uint64], factor: int = 2) -> NDArray[np.uint64]:
    """Return a set with the same keys in `factor` times as many slots."""
    larger = np.zeros(len(slots) * factor, np.uint64)
    _move(slots, larger, np.uint64(len(larger) - 1))
    return larger
