"""The moves of a real-time agent on a board, compiled: look ahead, note what was learned, go on.

One board is changed in place, by the agent's moves and by each lookahead, which takes back what it tries.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from research.kernels.compiled import compiled
from research.kernels.found import EXHAUSTED, SOLVED
from research.kernels.sliding import tables
from research.kernels.sliding.hashing import slot_of
from research.kernels.sliding.watch import GROW, SLICE
from research.kernels.stream import below

# Where `state` keeps what outlives a slice. VISITS counts boards entered, HELD those of the table, OPEN the
# edges from visited boards to others; BLANK and H are those of the board; MOVES counts those of this trial,
# FIRST and LAST those of the first and last that arrived; LEARNED is whether this one has raised a value;
# DRAWN counts random numbers.
VISITS, GENERATED, HELD, OPEN, BLANK, H, TRIALS, MOVES, FIRST, LAST, LEARNED, DRAWN = range(12)
# Where `places` keeps the keys of the board, of the start and of the goal.
HERE, START, GOAL = range(3)
# The value of what leads nowhere.
NEVER = 1 << 30


@compiled
def _slot(keys: Any, key: Any) -> Any:
    """Return where a key is, or the free slot where it belongs."""
    mask = np.uint64(len(keys) - 1)
    at = slot_of(key, mask)
    while keys[at] != key and keys[at] != np.uint64(0):
        at = (at + np.uint64(1)) & mask
    return at


@compiled
def refill(keys: Any, values: Any, larger: Any, larger_values: Any) -> Any:
    """Enter all keys with their values into larger tables."""
    for at in range(len(keys)):
        if keys[at] != np.uint64(0):
            to = _slot(larger, keys[at])
            larger[to], larger_values[to] = keys[at], values[at]


@compiled
def _minimin(
    state: Any,
    cells: Any,
    key: Any,
    goal: Any,
    edge: Any,
    h: Any,
    depth: Any,
    alpha: Any,
    stack: Any,
    moves: Any,
) -> Any:
    """Return the least f that is `depth` moves beyond the board that `edge` led to; NEVER: none below alpha.

    A goal counts as it is. The board is the same again afterwards.
    """
    after, source, target, cost, change = moves
    if h + 1 >= alpha:
        return NEVER
    if depth == 0 or key == goal:
        return h + 1
    tiles, least, level = np.uint64(len(cells)), alpha, 0
    stack[0, 0], stack[1, 0] = np.int64(edge) * tables.ROW, h
    while level >= 0:
        edge = after[stack[0, level]]
        if edge == np.uint64(0):
            level -= 1
            if level >= 0:
                edge = after[stack[0, level] - 1]
                tile = cells[source[edge]]
                cells[source[edge]], cells[target[edge]] = np.uint8(0), tile
                key ^= change[edge * tiles + np.uint64(tile)]
            continue
        stack[0, level] += 1
        state[GENERATED] += 1
        tile = cells[target[edge]]
        place = edge * tiles + np.uint64(tile)
        below, child = stack[1, level] + cost[place], key ^ change[place]
        if level + 2 + below >= least:
            continue
        if level + 1 == depth or child == goal:
            least = level + 2 + below
            continue
        cells[source[edge]], cells[target[edge]], key = tile, np.uint8(0), child
        level += 1
        stack[0, level], stack[1, level] = np.int64(edge) * tables.ROW, below
    return least if least < alpha else NEVER


@compiled
def _look(
    state: Any,
    cells: Any,
    places: Any,
    keys: Any,
    values: Any,
    stack: Any,
    moves: Any,
    row: Any,
    fresh: Any,
    lookahead: Any,
    learning: Any,
    best: Any,
) -> Any:
    """Return the least f of the neighbours, the second least, and how many have the least.

    best gets the edges to those. fresh: whether the board is entered for the first time, so that its edges
    are still to be counted.
    """
    after, source, target, cost, change = moves
    tiles, key, place = np.uint64(len(cells)), places[HERE], row * tables.ROW
    least, second, count = NEVER, NEVER, 0
    while after[place] != np.uint64(0):
        edge = after[place]
        place += 1
        state[GENERATED] += 1
        tile = cells[target[edge]]
        changed = edge * tiles + np.uint64(tile)
        child = key ^ change[changed]
        at = _slot(keys, child)
        visited = keys[at] == child
        if fresh:
            state[OPEN] += -1 if visited else 1
        if visited:
            f = min(values[at] + 1, NEVER)
        else:
            # Others than the least (RTA*: the two least) make no difference.
            alpha = (least if learning else second) + 1
            below = state[H] + cost[changed]
            cells[source[edge]], cells[target[edge]] = tile, np.uint8(0)
            f = _minimin(state, cells, child, places[GOAL], edge, below, lookahead - 1, alpha, stack, moves)
            cells[source[edge]], cells[target[edge]] = np.uint8(0), tile
        if f < least:
            least, second, count = f, least, 0
        elif f < second:
            second = f
        if f == least and f < NEVER:
            best[count] = edge
            count += 1
    return least, second, count


@compiled
def _begin(state: Any, cells: Any, home: Any, places: Any, begin: Any) -> Any:
    """Go back to the start."""
    state[VISITS] += places[HERE] != places[START]
    state[BLANK], state[H] = begin[0], begin[1]
    state[MOVES] = state[LEARNED] = 0
    places[HERE] = places[START]
    # Cell by cell: a slice would bring in code for its errors, which takes seconds to compile.
    for cell in range(len(home)):
        cells[cell] = home[cell]


@compiled
def walk(
    state: Any,
    cells: Any,
    home: Any,
    places: Any,
    keys: Any,
    values: Any,
    walked: Any,
    stack: Any,
    moves: Any,
    begin: Any,
    draws: Any,
    lookahead: Any,
    trials: Any,
    learning: Any,
    until: Any,
) -> Any:
    """Make moves until `until` boards were entered, by the rule of LRTA* (learning) or that of RTA*."""
    _, source, target, cost, change = moves
    best = np.zeros(4, np.uint64)
    while state[VISITS] < until:
        if 2 * (state[HELD] + 1) > len(keys) or state[MOVES] == len(walked):
            return GROW
        before, key = state[GENERATED], places[HERE]
        at = _slot(keys, key)
        fresh = keys[at] != key
        least, second, count = _look(
            state, cells, places, keys, values, stack, moves, begin[2] + state[BLANK], fresh, lookahead,
            learning, best,
        )  # fmt: skip
        if state[OPEN] == 0:
            # All that can be reached was visited: nothing was left to look at.
            state[GENERATED] = before
            return EXHAUSTED
        if count == 0:
            return EXHAUSTED
        old = state[H] if fresh else np.int64(values[at])
        state[HELD] += fresh
        keys[at], values[at] = key, max(old, least) if learning else second
        state[LEARNED] |= least > old
        edge = best[0]
        if draws[0]:
            number, drawn = below(draws[1], np.uint64(state[DRAWN]), np.uint64(count))
            edge, state[DRAWN] = best[number], drawn
        walked[state[MOVES]] = edge
        state[MOVES] += 1
        tile = cells[target[edge]]
        changed = edge * np.uint64(len(cells)) + np.uint64(tile)
        child = key ^ change[changed]
        if child == places[GOAL]:
            state[TRIALS] += 1
            state[LAST] = state[MOVES]
            if state[TRIALS] == 1:
                state[FIRST] = state[MOVES]
            if state[TRIALS] < trials and state[LEARNED]:
                _begin(state, cells, home, places, begin)
                continue
        cells[source[edge]], cells[target[edge]], places[HERE] = tile, np.uint8(0), child
        state[BLANK], state[H] = target[edge], state[H] + cost[changed]
        state[VISITS] += 1
        if child == places[GOAL]:
            return SOLVED
    return SLICE
