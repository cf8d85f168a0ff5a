"""Iterative deepening (Korf 1985): searches below a bound on f that grows by the least that went over it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from research.kernels.found import ENDS, EXHAUSTED, SOLVED, Found
from research.kernels.sliding import tables
from research.kernels.sliding.watch import Watch

# Where `state` keeps what outlives a slice.
DEPTH, GENERATED, EXPANDED, OVER = range(4)
# What is reported for a bound that no node went over.
NEVER = 1 << 40

# Searches below a bound; returns how that ended, and for each depth the place in `after` where it is.
Iterate = Callable[[int], tuple[int, NDArray[np.uint64]]]


def begun() -> NDArray[np.int64]:
    """Return the state of a search in which the root is generated."""
    state = np.zeros(8, np.int64)
    state[GENERATED] = 1
    return state


def deepened(
    state: NDArray[np.int64], estimate: int, board: tables.Edges, watch: Watch, iterate: Iterate
) -> Found:
    """Search below bounds from the start's estimate on until one search ends otherwise than exhausted."""
    bound, iterations = estimate, 0
    while True:
        iterations += 1
        state[DEPTH], state[OVER] = 0, NEVER
        end, places = iterate(bound)
        if end != EXHAUSTED or state[OVER] == NEVER:
            break
        bound += int(state[OVER])
    walked = [int(board.after[int(place) - 1]) for place in places[: int(state[DEPTH]) + 1]]
    return Found(
        ENDS[end],
        board.word(walked) if end == SOLVED else "",
        generated=int(state[GENERATED]),
        expanded=int(state[EXPANDED]),
        stored=int(state[DEPTH]) + 1,
        iterations=iterations,
        peak_bytes=watch.peak_bytes,
    )
