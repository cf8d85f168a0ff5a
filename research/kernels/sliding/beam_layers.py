"""The compiled half of layered beam search: a layer is expanded, looked up, chosen from and settled.

`state` is a row of numbers that outlives a slice; the names of its places are below. A board is numbered
by its place in `parents` and `rows`, which hold the boards of all layers, one layer after the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from research.kernels.compiled import compiled
from research.kernels.found import EXHAUSTED, NODES, SOLVED
from research.kernels.sliding import tables
from research.kernels.sliding.watch import GROW, SLICE

# Where `state` keeps what outlives a slice: SIZE boards are in the newest layer, FIRST is the number of
# the first of them, BUFFER where they are; LEFT layers may still be expanded, and MOST boards in all.
GENERATED, EXPANDED, CUTS, CLOSED, SIZE, FIRST, BUFFER, LEFT, MOST, LAYERS, PEAK, TOUCHED = range(12)
# What makes a child a duplicate: that it was ever generated, was ever kept, or is in the layer already.
ALL, KEPT, LAYER = range(3)
# Of equal children the older or the newer are kept; the kept stand by score, or by age as generated.
OLDER, NEWER = range(2)
SCORE, AGE = range(2)
# So many children are looked up, and so many keys moved, at once.
AHEAD, CHUNK = 256, 1024


@compiled(inline="always")  # type: ignore[untyped-decorator]
def add(slots: Any, mask: Any, key: Any) -> Any:
    """Add a Zobrist key to a set of them; False if it was there. mask: slots - 1; 0 is a free slot."""
    at = key & mask
    while slots[at] != np.uint64(0):
        if slots[at] == key:
            return False
        at = (at + np.uint64(1)) & mask
    slots[at] = key
    return True


@compiled(inline="always")  # type: ignore[untyped-decorator]
def _has(slots: Any, mask: Any, key: Any) -> Any:
    at = key & mask
    while slots[at] != np.uint64(0) and slots[at] != key:
        at = (at + np.uint64(1)) & mask
    return slots[at] == key


@compiled
def move(slots: Any, larger: Any) -> Any:
    """Add all of a set to a larger one."""
    mask, held = np.uint64(len(larger) - 1), np.empty(CHUNK, np.uint64)
    for begin in range(0, len(slots), CHUNK):
        # Gathered first: whether a slot is free cannot be foretold, and a wrong guess costs more.
        count = np.uint64(0)
        for at in range(np.uint64(begin), np.uint64(begin + CHUNK)):
            held[count] = slots[at]
            count += np.uint64(slots[at] != np.uint64(0))
        for at in range(count):
            add(larger, mask, held[at])


@compiled
def run(
    state: Any, rules: Any, closed: Any, layer_set: Any, words: Any, cells: Any, keys: Any, scores: Any,
    parents: Any, rows: Any, children: Any, child_scores: Any, origins: Any, chosen: Any, after: Any,
    source: Any, target: Any, change: Any, cost: Any, goal: Any, until: Any,
) -> Any:  # fmt: skip
    """Search on, layer by layer, until about `until` boards are generated."""
    beam, duplicates = keys.shape[1], rules[0]
    while state[GENERATED] < until:
        size, first, now = state[SIZE], state[FIRST], state[BUFFER]
        if size == 0 or state[LEFT] == 0:
            return EXHAUSTED
        if first + size + beam + 1 > len(parents) or 2 * (state[CLOSED] + 3 * size + 4) > len(closed):
            return GROW
        then = 1 - now
        # Of the last board that the limit allows no children are made.
        last = state[EXPANDED] + size >= state[MOST]
        if last:
            size = state[MOST] - state[EXPANDED] - 1
        count = _expand(
            size, first, cells[now], keys[now], scores[now], rows, children, child_scores, origins, after,
            target, change, cost,
        )  # fmt: skip
        fresh = _look_up(state, duplicates, closed, layer_set, goal, count, children, child_scores, origins)
        if fresh < 0:
            # The goal is the first board of a layer that is not looked at.
            chosen[0] = -fresh - 1
            kept = 1
        elif last:
            state[EXPANDED] = state[MOST]
            return NODES
        else:
            state[EXPANDED] += size
            state[PEAK], state[CUTS] = max(state[PEAK], fresh), state[CUTS] + (fresh > beam)
            kept = _choose(fresh, beam, child_scores, chosen, rules[1], rules[2])
        _settle(
            kept, first, size, words[now], words[then], cells[then], keys[then], scores[then], parents, rows,
            children, child_scores, origins, chosen, after, source, target,
        )  # fmt: skip
        state[SIZE], state[FIRST], state[BUFFER] = kept, first + size, then
        if fresh < 0:
            state[EXPANDED] += parents[first + size] - first + 1
            return SOLVED
        if duplicates == KEPT:
            for key in keys[then, :kept]:
                add(closed, np.uint64(len(closed) - 1), key)
            state[CLOSED] += kept
        state[LAYERS], state[LEFT] = state[LAYERS] + 1, state[LEFT] - 1
    return SLICE


@compiled
def _expand(
    size: Any, first: Any, cells: Any, keys: Any, scores: Any, rows: Any, children: Any, child_scores: Any,
    origins: Any, after: Any, target: Any, change: Any, cost: Any,
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
            at = edge * tiles + np.uint64(cells[board + target[edge]])
            children[count] = key ^ change[at]
            child_scores[count] = score + cost[at]
            origins[count] = (place << np.uint64(2)) | slot
            count += np.uint64(1)
    return np.int64(count)


@compiled
def _look_up(
    state: Any, duplicates: Any, closed: Any, layer_set: Any, goal: Any, count: Any, children: Any,
    scores: Any, origins: Any,
) -> Any:  # fmt: skip
    """Keep the children that are new, and return how many; -1 - its index where the goal is among them."""
    fresh, touched = np.uint64(0), np.uint64(0)
    mask, layer_mask = np.uint64(len(closed) - 1), np.uint64(len(layer_set) - 1)
    if duplicates != ALL:
        layer_set[:] = np.uint64(0)
    for child in range(np.uint64(count)):
        # Reading the slots of the next few hundred children at once hides how slow memory is.
        if child & np.uint64(AHEAD - 1) == np.uint64(0):
            for next_one in range(child, min(child + np.uint64(AHEAD), np.uint64(count))):
                touched ^= closed[children[next_one] & mask]
        key = children[child]
        # Written over by the next one unless it is new.
        children[fresh], scores[fresh], origins[fresh] = key, scores[child], origins[child]
        if key == goal:
            state[GENERATED] += np.int64(child) + 1
            return -np.int64(fresh) - 1
        if duplicates == ALL:
            fresh += np.uint64(add(closed, mask, key))
        elif not _has(closed, mask, key):
            fresh += np.uint64(add(layer_set, layer_mask, key))
    # Kept so that the compiler does not leave out the reading.
    state[TOUCHED] = np.int64(touched >> np.uint64(1))
    state[GENERATED] += count
    if duplicates == ALL:
        state[CLOSED] += np.int64(fresh)
    return np.int64(fresh)


@compiled
def _choose(count: Any, beam: Any, scores: Any, chosen: Any, ties: Any, standing: Any) -> Any:
    """List the `beam` children with the least scores, and return how many there are.

    chosen: one place more than `beam`, where all go that are not chosen.
    """
    if count == 0:
        return 0
    least, most = scores[0], scores[0]
    for child in range(np.uint64(count)):
        least, most = min(least, scores[child]), max(most, scores[child])
    counts = np.zeros(most - least + 1, np.uint32)
    for child in range(np.uint64(count)):
        counts[np.uint64(scores[child] - least)] += np.uint32(1)
    if standing == AGE:
        _by_age(count, beam, scores, least, counts, chosen, ties)
    else:
        _by_score(count, beam, scores, least, counts, chosen, ties)
    return min(count, beam)


@compiled
def _by_score(count: Any, beam: Any, scores: Any, least: Any, counts: Any, chosen: Any, ties: Any) -> Any:
    place, last = np.uint32(0), np.uint32(beam)
    # Where among the chosen the first child of each score goes.
    for score in range(np.uint64(len(counts))):
        place, counts[score] = place + counts[score], place
    begin, step = (count - 1, -1) if ties == NEWER else (0, 1)
    for number in range(count):
        child = np.uint64(begin + step * number)
        bucket = np.uint64(scores[child] - least)
        place = counts[bucket]
        counts[bucket] = place + np.uint32(1)
        chosen[np.uint64(min(place, last))] = np.uint32(child)


@compiled
def _by_age(count: Any, beam: Any, scores: Any, least: Any, counts: Any, chosen: Any, ties: Any) -> Any:
    # All below the bar are chosen, and of those at the bar as many as there is room for.
    room: Any = min(count, beam)
    bar = 0
    while room > counts[bar]:
        room -= counts[bar]
        bar += 1
    skipped = counts[bar] - room if ties == NEWER else 0
    place, at_bar = 0, 0
    for child in range(np.uint64(count)):
        above = scores[child] - least - bar
        chosen[np.uint64(min(place, beam))] = np.uint32(child)
        place += (above < 0) | ((above == 0) & (at_bar >= skipped) & (at_bar < skipped + room))
        at_bar += above == 0


@compiled
def _settle(
    kept: Any, first: Any, size: Any, old: Any, words: Any, cells: Any, keys: Any, scores: Any, parents: Any,
    rows: Any, children: Any, child_scores: Any, origins: Any, chosen: Any, after: Any, source: Any,
    target: Any,
) -> Any:  # fmt: skip
    """Make boards of the children that are chosen: the next layer."""
    stride = np.uint64(len(words) // len(keys))
    for number in range(np.uint64(kept)):
        child = np.uint64(chosen[number])
        place, slot = np.uint64(origins[child]) >> np.uint64(2), np.uint64(origins[child]) & np.uint64(3)
        parent = np.uint64(first) + place
        edge = after[np.uint64(rows[parent]) * np.uint64(tables.ROW) + slot]
        for word in range(stride):
            words[number * stride + word] = old[place * stride + word]
        at = number * stride * np.uint64(8)
        cells[at + source[edge]] = cells[at + target[edge]]
        cells[at + target[edge]] = np.uint8(0)
        keys[number], scores[number] = children[child], child_scores[child]
        node = np.uint64(first + size) + number
        parents[node], rows[node] = parent, edge
