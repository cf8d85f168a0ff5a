"""Open boards in buckets by f and g, newest first, in blocks of one array that are chained and used again.

blocks  uint64, rows of BLOCK boards and the number of the row below (row 0 is never used)
heads   int64 (f, g): the topmost row << 6 | the boards in it, 0 for an empty bucket
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


@compiled
def push(state: Any, blocks: Any, heads: Any, tops: Any, f: Any, g: Any, board: Any) -> Any:
    """Add an open board."""
    head = heads[f, g]
    block, filled = head >> 6, head & 63
    if head == 0 or filled == BLOCK:
        below, block, filled = block, state[FREE], 0
        if block:
            state[FREE] = np.int64(blocks[block, BLOCK])
        else:
            block = state[USED]
            state[USED] += 1
        blocks[block, BLOCK] = np.uint64(below)
    blocks[block, filled] = board
    heads[f, g] = (block << 6) | (filled + 1)
    tops[f] = max(tops[f], g)
    state[LEAST] = min(state[LEAST], f)
    state[OPEN] += 1


@compiled
def pop(state: Any, blocks: Any, heads: Any, f: Any, g: Any) -> Any:
    """Take the newest open board of a bucket that has any."""
    head = heads[f, g]
    block, filled = head >> 6, (head & 63) - 1
    board = blocks[block, filled]
    if filled == 0:
        below = np.int64(blocks[block, BLOCK])
        blocks[block, BLOCK] = np.uint64(state[FREE])
        state[FREE] = block
        heads[f, g] = (below << 6) | BLOCK if below else 0
    else:
        heads[f, g] = (block << 6) | filled
    state[OPEN] -= 1
    return board
