"""Limits on a search that runs in slices: the compiled loop returns now and then, and its clock is read."""

from __future__ import annotations

import time
from collections.abc import Callable

from research.kernels.found import ENDS, MEMORY, NODES, SECONDS, Found, Limits

# What kernels return besides the ends: a slice is over, or a table has to grow.
SLICE, GROW = len(ENDS), len(ENDS) + 1
SLICE_NODES = 2_000_000
UNLIMITED = 1 << 62


class Watch:
    """How much a search has used of its limits, and what it took at most; expansions: the limit of those."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._nodes = UNLIMITED if limits.nodes is None else min(limits.nodes, UNLIMITED)
        self.expansions = UNLIMITED if limits.expansions is None else min(limits.expansions, UNLIMITED)
        self._started = time.perf_counter()
        self.peak_bytes = 0

    def until(self, generated: int, slice_nodes: int = SLICE_NODES) -> int:
        """Return the count of generated nodes at which the next slice ends."""
        return min(self._nodes, generated + slice_nodes)

    def holds(self, used: int) -> bool:
        """Note that tables take so many bytes; False where that is above the limit."""
        if self._limits.memory_mb is not None and used > self._limits.memory_mb * 1e6:
            return False
        self.peak_bytes = max(self.peak_bytes, used)
        return True

    def over(self, generated: int) -> int | None:
        """Return the end that nodes or time impose, if any."""
        if generated >= self._nodes:
            return NODES
        if self._limits.seconds is not None and time.perf_counter() - self._started >= self._limits.seconds:
            return SECONDS
        return None

    def drive(
        self,
        generated: Callable[[], int],
        run: Callable[[int], int],
        grow: Callable[[], bool] = lambda: False,
        slice_nodes: int = SLICE_NODES,
    ) -> int:
        """Run slices until the search ends by itself or a limit ends it; return the end.

        generated: how many nodes there are so far. run: search up to so many, and say how that ended.
        grow: make room for more, or return False where memory forbids it.
        """
        end = SLICE
        while end in (SLICE, GROW):
            if (stop := self.over(generated())) is not None:
                return stop
            if end == GROW and not grow():
                return MEMORY
            end = int(run(self.until(generated(), slice_nodes)))
        return end


def nothing(end: int, watch: Watch) -> Found:
    """Return the result of a search that could not begin."""
    return Found(ENDS[end], peak_bytes=watch.peak_bytes)
