"""IDA* (Korf 1985) on boards of any size: one board of bytes, on which moves are made and taken back."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.kernels.compiled import compiled
from research.kernels.found import ENDS, EXHAUSTED, MEMORY, SOLVED, Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.deepening import DEPTH, EXPANDED, GENERATED, OVER, begun, deepened
from research.kernels.sliding.pattern_steps import PatternSteps, pattern_step
from research.kernels.sliding.patterns import PARTITIONS
from research.kernels.sliding.watch import SLICE, Watch

SLICE_NODES = 10_000_000


def ida_star_bytes(
    cells: bytes,
    goal: bytes,
    width: int,
    *,
    limits: Limits = Limits(),
    h: str = "manhattan",
    order: str = tables.BLANK_ORDER,
) -> Found:
    """IDA* as `ida_star.ida_star`, with the same counts; without linear conflict.

    h: a distance that is 0 at the goal alone, or the name of a partition for pattern databases.
    """
    tables.checked(cells, goal, width)
    board, watch, state = tables.edges(cells, width, order), Watch(limits), begun()
    if cells == goal:
        return Found(ENDS[SOLVED], generated=1)
    patterns = PatternSteps(h, goal, width, board, len(goal)) if h in PARTITIONS else None
    if patterns:
        # Patterns count their tiles together; by itself a tile adds nothing.
        table, estimate = np.zeros((len(goal),) * 2, np.int64), patterns.total(cells)
    else:
        table = tables.distances(h, goal, width)
        estimate = tables.total(table, cells)
    cost = tables.costs(table, board, g=1).astype(np.int16)

    def iterate(bound: int) -> tuple[int, NDArray[np.uint64]]:
        content = np.frombuffer(cells, np.uint8).copy()
        places, slack = np.zeros(bound + 3, np.uint64), np.zeros(bound + 3, np.int64)
        places[0], slack[0] = board.root(cells.index(0)) * tables.ROW, bound - estimate
        way = patterns.arrays(cells, bound + 3) if patterns else None
        kept = (places, slack, cost, *((patterns, *way[:2]) if patterns and way else ()))
        if not watch.holds(sum(each.nbytes for each in kept)):
            return MEMORY, places
        state[EXPANDED] += 1
        arrays = board.after, board.source, board.target, cost
        end = watch.drive(
            lambda: int(state[GENERATED]),
            lambda until: _dive(state, content, places, slack, bound, *arrays, until, way),
            slice_nodes=SLICE_NODES,
        )
        return end, places

    return deepened(state, estimate, board, watch, iterate)


@compiled
def _dive(
    state: Any,
    content: Any,
    places: Any,
    slack: Any,
    bound: Any,
    after: Any,
    source: Any,
    target: Any,
    cost: Any,
    until: Any,
    patterns: Any,
) -> Any:
    """Search on below the bound; slack is how much f may still rise, places where in `after` we are.

    patterns: None, or what `pattern_step` needs (numba compiles one function for each).
    """
    depth, tiles = np.uint64(state[DEPTH]), np.uint64(len(content))
    place, left = places[depth], slack[depth]
    generated, expanded, over = state[GENERATED], state[EXPANDED], state[OVER]
    end = SLICE
    while generated < until:
        edge = after[place]
        if edge == np.uint64(0):
            if depth == np.uint64(0):
                end = EXHAUSTED
                break
            depth -= np.uint64(1)
            place, left = places[depth], slack[depth]
            edge = after[place - np.uint64(1)]
            content[target[edge]] = content[source[edge]]
            content[source[edge]] = 0
            continue
        place += np.uint64(1)
        generated += 1
        tile = np.uint64(content[target[edge]])
        rest = left - np.int64(cost[edge * tiles + tile])
        if patterns is not None:
            rest -= pattern_step(depth, edge, tile, patterns)
        if rest < 0:
            over = min(over, -rest)
            continue
        places[depth] = place
        # What is left of the bound is h, and that is 0 at the goal alone.
        if rest == bound - np.int64(depth) - 1:
            end = SOLVED
            break
        expanded += 1
        slack[depth] = left
        content[source[edge]] = tile
        content[target[edge]] = 0
        depth += np.uint64(1)
        place, left = edge << np.uint64(3), rest
    places[depth], slack[depth] = place, left
    state[DEPTH] = np.int64(depth)
    state[GENERATED], state[EXPANDED], state[OVER] = generated, expanded, over
    return end
