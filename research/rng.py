"""Random numbers by counting: the n-th number of a stream is a hash of (key, n).

Integers only, 64 bits wide, so that a compiled kernel draws the same numbers. The hash is the
finaliser of SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number
generators"), applied to key + n * golden ratio; bounded numbers are drawn by multiplication with
rejection (Lemire 2019, "Fast random integer generation in an interval"), so they have no bias.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(value: int) -> int:
    """Return the SplitMix64 finaliser of `value`, a 64-bit integer."""
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def key_of(instance: str, seed: int) -> int:
    """Return the 64-bit key of the stream of one strategy run: BLAKE2b of instance and seed."""
    text = f"{seed}\0{instance}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


class Stream:
    """The numbers of one key, in order. The state is the key and a count, nothing else."""

    __slots__ = ("count", "key")

    def __init__(self, key: int) -> None:
        self.key = key & MASK
        self.count = 0

    def bits(self) -> int:
        """Return the next 64 random bits as an integer in 0 .. 2**64 - 1."""
        self.count += 1
        return mix((self.key + self.count * GOLDEN) & MASK)

    def below(self, limit: int) -> int:
        """Return an integer in 0 .. limit - 1, each equally likely; `limit` is 1 .. 2**64."""
        if not 1 <= limit <= MASK + 1:
            raise ValueError(f"below({limit}): the limit must be at least 1 and at most 2**64")
        threshold = (MASK + 1) % limit
        while True:
            product = self.bits() * limit
            if product & MASK >= threshold:
                return product >> 64

    def random(self) -> float:
        """Return a float in [0, 1) with 53 random bits."""
        return (self.bits() >> 11) * 2.0**-53

    def choice(self, items: Sequence[T]) -> T:
        """Return one of `items`, each equally likely; ValueError when there is none."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put `items` in a random order, in place (Fisher and Yates, from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


@contextmanager
def untouched() -> Iterator[None]:
    """Put Python's global generator back after a block, for imports of packages that draw from it."""
    state = random.getstate()
    try:
        yield
    finally:
        random.setstate(state)
