"""The random numbers of `research.rng.Stream` in compiled code: the same key and count, the same number."""

from __future__ import annotations

from typing import Any

import numpy as np

from research.kernels.compiled import compiled
from research.rng import GOLDEN

STEP = np.uint64(GOLDEN)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)


@compiled
def bits(key: Any, count: Any) -> Any:
    """Return the number that a stream of this key gives as its `count`-th, counted from 1 (both uint64)."""
    value = key + count * STEP
    value = (value ^ (value >> np.uint64(30))) * FIRST
    value = (value ^ (value >> np.uint64(27))) * SECOND
    return value ^ (value >> np.uint64(31))


@compiled
def below(key: Any, count: Any, limit: Any) -> Any:
    """Return the number that `Stream.below` draws after `count` draws, and the new count.

    All are uint64; limit: 1 to 2**32 - 1.
    """
    # 2**64 % limit, by what 64 bits can hold.
    threshold = (np.uint64(0) - limit) % limit
    while True:
        count += np.uint64(1)
        drawn = bits(key, count)
        if drawn * limit >= threshold:
            carried = ((drawn & LOW) * limit) >> HALF
            return ((drawn >> HALF) * limit + carried) >> HALF, count
