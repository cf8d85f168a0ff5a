"""Open boards in buckets by f and g, newest first, in blocks of one array that are chained and used again.

blocks  uint64, rows of BLOCK boards and the number of the row below (row 0 is never used)
heads   uint64 (f, g): the topmost row << 6 | the boards in it, 0 for an empty bucket
tops    int64, for each f a g that no bucket with boards is above, -1 where there is none
state   int64, the four numbers below, from index LEAST on
"""

from __future__ import annotations

from typing import Any

import numpy as np

from research.kernels.compiled import compiled

# In `state`: the least f with boards, open boards, the first of the rows given back, the rows ever used.
LEAST, OPEN, FREE, USED = range(4)
BLOCK = 63
ROW, FILLED, ONE = np.uint64(6), np.uint64(63), np.uint64(1)


@compiled(inline="always")  # type: ignore[untyped-decorator]
def push(state: Any, blocks: Any, heads: Any, tops: Any, f: Any, g: Any, board: Any) -> Any:
    """Add an open board; f and g are uint64."""
    head = heads[f, g]
    if head == np.uint64(0) or head & FILLED == FILLED:
        row = np.uint64(state[FREE])
        if row:
            state[FREE] = np.int64(blocks[row, FILLED])
        else:
            row = np.uint64(state[USED])
            state[USED] += 1
        blocks[row, FILLED] = head >> ROW
        head = row << ROW
    blocks[head >> ROW, head & FILLED] = board
    heads[f, g] = head + ONE
    tops[f] = max(tops[f], np.int64(g))
    state[LEAST] = min(state[LEAST], np.int64(f))
    state[OPEN] += 1


@compiled(inline="always")  # type: ignore[untyped-decorator]
def first_with_boards(state: Any, tops: Any) -> Any:
    """Return the least f that may have boards, len(tops) where there is none, and note it."""
    f = state[LEAST]
    while f < len(tops) and tops[f] < 0:
        f += 1
    state[LEAST] = f
    return f


@compiled(inline="always")  # type: ignore[untyped-decorator]
def pop(state: Any, blocks: Any, heads: Any, f: Any, g: Any) -> Any:
    """Take the newest open board of a bucket that has any; f and g are uint64."""
    head = heads[f, g] - ONE
    row = head >> ROW
    board = blocks[row, head & FILLED]
    if head & FILLED == np.uint64(0):
        below = blocks[row, FILLED]
        blocks[row, FILLED] = np.uint64(state[FREE])
        state[FREE] = np.int64(row)
        head = below << ROW | FILLED if below else np.uint64(0)
    heads[f, g] = head
    state[OPEN] -= 1
    return board
