"""The compiled half of the bidirectional beam: a layer is expanded, looked up, cut and settled.

`state` and `sides` are rows of numbers that outlive a slice; the names of their places are below.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from research.kernels.compiled import compiled
from research.kernels.found import EXHAUSTED, NODES, SOLVED
from research.kernels.sliding import tables
from research.kernels.sliding.watch import GROW, SLICE

# Where `state` keeps what outlives a slice; no layer is begun when MOST boards are expanded.
TURN, GENERATED, EXPANDED, CUTS, CLOSED, LAYERS, PEAK, MET, MET_WITH, TOUCHED, MOST = range(11)
# Where a row of `sides` keeps each beam's: boards in the newest layer, number of the first of them, buffer.
SIZE, FIRST, BUFFER = range(3)
# Scores are told apart by so many buckets at most; so many children are looked up at once.
MOST_BUCKETS = 1 << 14
AHEAD = 512
# An entry of the table is a node, the slot of its row and the beam: node << 3 | slot << 1 | side. From ROOT
# on it is the beam's own start.
ROOT = 1 << 40


@compiled
def enter(table: Any, key: Any, entry: Any) -> Any:
    """Put a key with its entry into a table of pairs, or return the entry that it has there plus 1."""
    mask = np.uint64(len(table) // 2 - 1)
    key |= np.uint64(1)
    at = (key >> np.uint64(4)) & mask
    while table[at << np.uint64(1)] != np.uint64(0):
        if table[at << np.uint64(1)] == key:
            return table[(at << np.uint64(1)) | np.uint64(1)] + np.uint64(1)
        at = (at + np.uint64(1)) & mask
    table[at << np.uint64(1)] = key
    table[(at << np.uint64(1)) | np.uint64(1)] = entry
    return np.uint64(0)


@compiled
def move(table: Any, larger: Any) -> Any:
    """Enter all of a table into a larger one."""
    for at in range(0, len(table), 2):
        if table[at] != np.uint64(0):
            enter(larger, table[at], table[at + 1])


@compiled
def run(
    state: Any, sides: Any, table: Any, words: Any, cells: Any, keys: Any, scores: Any, parents: Any,
    rows: Any, children: Any, child_scores: Any, origins: Any, after: Any, onward: Any, source: Any,
    target: Any, change: Any, cost: Any, until: Any,
) -> Any:  # fmt: skip
    """Grow the beams layer by layer until about `until` boards are generated."""
    while state[GENERATED] < until:
        if state[EXPANDED] >= state[MOST]:
            return NODES
        if state[LAYERS] <= 0 or (sides[0, SIZE] == 0 and sides[1, SIZE] == 0):
            return EXHAUSTED
        side = state[TURN]
        size, first, buffer = sides[side]
        if first + 4 * size + 4 > parents.shape[1] or 2 * (state[CLOSED] + 3 * size + 4) > len(table) // 2:
            return GROW
        state[TURN] = 1 - side
        if size == 0:
            continue
        state[LAYERS] -= 1
        state[EXPANDED] += size
        count = _expand(
            size, first, cells[side, buffer], keys[side, buffer], scores[side, buffer], rows[side], children,
            child_scores, origins, after, onward, source, target, change, cost[side],
        )  # fmt: skip
        state[GENERATED] += count
        fresh = _look_up(state, side, first, count, table, children, child_scores, origins)
        if fresh < 0:
            return SOLVED
        state[CLOSED] += fresh
        beam = keys.shape[2]
        kept = fresh
        if fresh > beam:
            state[CUTS] += 1
            kept = _cut(fresh, beam, children, child_scores, origins)
        _settle(
            kept, first, size, words[side, buffer], words[side, 1 - buffer], cells[side, 1 - buffer],
            keys[side, 1 - buffer], scores[side, 1 - buffer], parents[side], rows[side], children,
            child_scores, origins, after, onward, source, target,
        )  # fmt: skip
        sides[side, SIZE], sides[side, FIRST], sides[side, BUFFER] = kept, first + size, 1 - buffer
        state[PEAK] = max(state[PEAK], sides[0, SIZE] + sides[1, SIZE])
    return SLICE


@compiled
def _expand(
    size: Any, first: Any, cells: Any, keys: Any, scores: Any, rows: Any, children: Any, child_scores: Any,
    origins: Any, after: Any, onward: Any, source: Any, target: Any, change: Any, cost: Any,
) -> Any:  # fmt: skip
    """Note key, score and origin (place in the layer, slot of its row) of all children of a layer."""
    count = np.uint64(0)
    tiles = np.uint64(len(change) // len(target))
    stride = (tiles + np.uint64(7)) & ~np.uint64(7)
    for place in range(np.uint64(size)):
        row = np.uint64(rows[np.uint64(first) + place]) * np.uint64(tables.ROW)
        key, score, board = keys[place], scores[place], place * stride
        for slot in range(np.uint64(4)):
            edge = after[row + slot]
            if edge == np.uint64(0):
                break
            moved, left = np.uint64(cells[board + target[edge]]), source[edge]
            at = edge * tiles + moved
            changed, worse = change[at], cost[at]
            edge = onward[edge]
            while edge != np.uint64(0):
                # A corridor may lead back to where it begins; the first tile is there by then.
                tile = moved if target[edge] == left else np.uint64(cells[board + target[edge]])
                at = edge * tiles + tile
                changed ^= change[at]
                worse += cost[at]
                edge = onward[edge]
            children[count] = key ^ changed
            child_scores[count] = score + worse
            origins[count] = (place << np.uint64(2)) | slot
            count += np.uint64(1)
    return np.int64(count)


@compiled
def _look_up(
    state: Any, side: Any, first: Any, count: Any, table: Any, children: Any, scores: Any, origins: Any
) -> Any:
    """Keep the children that are new, and return how many; -1 where one of the other beam's is among them."""
    fresh, own, mask = np.uint64(0), np.uint64(side), np.uint64(len(table) // 2 - 1)
    touched = np.uint64(0)
    for child in range(np.uint64(count)):
        # Reading the slots of the next few hundred children at once hides how slow memory is.
        if child & np.uint64(AHEAD - 1) == np.uint64(0):
            for next_one in range(child, min(child + np.uint64(AHEAD), np.uint64(count))):
                touched ^= table[((children[next_one] >> np.uint64(4)) & mask) << np.uint64(1)]
        origin = np.uint64(origins[child])
        entry = ((np.uint64(first) << np.uint64(3)) + (origin << np.uint64(1))) | own
        known = enter(table, children[child], entry)
        if known == np.uint64(0):
            children[fresh] = children[child]
            scores[fresh] = scores[child]
            origins[fresh] = origins[child]
            fresh += np.uint64(1)
        elif (known - np.uint64(1)) & np.uint64(1) != own:
            state[MET], state[MET_WITH] = entry, known - np.uint64(1)
            return -1
    # Kept so that the compiler does not leave out the reading.
    state[TOUCHED] = np.int64(touched >> np.uint64(1))
    return np.int64(fresh)


@compiled
def _cut(count: Any, beam: Any, children: Any, scores: Any, origins: Any) -> Any:
    """Keep the `beam` children with the least scores in their order, of equal ones the first."""
    least, most = scores[0], scores[0]
    for child in range(count):
        least, most = min(least, scores[child]), max(most, scores[child])
    shift = 0
    while (most - least) >> shift >= MOST_BUCKETS:
        shift += 1
    buckets = np.zeros(((most - least) >> shift) + 1, np.uint32)
    for child in range(np.uint64(count)):
        buckets[np.uint64((scores[child] - least) >> shift)] += np.uint32(1)
    bar, left = 0, beam
    while left >= buckets[bar]:
        left -= buckets[bar]
        bar += 1
    kept = np.uint64(0)
    for child in range(np.uint64(count)):
        bucket = (scores[child] - least) >> shift
        if bucket < bar or (bucket == bar and left > 0):
            left -= bucket == bar
            children[kept], scores[kept], origins[kept] = children[child], scores[child], origins[child]
            kept += np.uint64(1)
    return np.int64(kept)


@compiled
def _settle(
    kept: Any, first: Any, size: Any, old: Any, words: Any, cells: Any, keys: Any, scores: Any, parents: Any,
    rows: Any, children: Any, child_scores: Any, origins: Any, after: Any, onward: Any, source: Any,
    target: Any,
) -> Any:  # fmt: skip
    """Make boards of the children that are kept: the next layer."""
    stride = np.uint64(len(words) // len(keys))
    for child in range(np.uint64(kept)):
        place, slot = np.uint64(origins[child]) >> np.uint64(2), np.uint64(origins[child]) & np.uint64(3)
        parent = np.uint64(first) + place
        edge = after[np.uint64(rows[parent]) * np.uint64(tables.ROW) + slot]
        for word in range(stride):
            words[child * stride + word] = old[place * stride + word]
        at, step = child * stride * np.uint64(8), edge
        while step != np.uint64(0):
            cells[at + source[step]] = cells[at + target[step]]
            cells[at + target[step]] = np.uint8(0)
            step = onward[step]
        keys[child], scores[child] = children[child], child_scores[child]
        node = np.uint64(first + size) + child
        parents[node], rows[node] = parent, edge
