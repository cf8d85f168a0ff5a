"""Breadth-first search on packed boards: shortest answers, and how many boards there are at each depth.

The queue keeps every board, so that it is the closed set's list, the layers and the way back in one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from research.kernels.compiled import compiled
from research.kernels.found import ENDS, EXHAUSTED, MEMORY, NODES, SOLVED, Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.hashing import add, grown
from research.kernels.sliding.watch import GROW, SLICE, Watch, nothing

SLICE_NODES = 1_000_000
ROOM = 1 << 12
# Where `state` keeps what outlives a slice: boards from HEAD to LAYER_END are still to be expanded at
# this depth, those from there to TAIL at the next.
GENERATED, EXPANDED, HEAD, LAYER_END, TAIL, PEAK = range(6)


def breadth_first(
    cells: bytes, goal: bytes, width: int, *, limits: Limits = Limits(), order: str = tables.BLANK_ORDER
) -> Found:
    """Breadth-first search: a shortest answer, or "exhausted" where there is none.

    At most 16 cells. order: the blank's moves as they are tried. The goal is tested when its children
    are there. generated leaves out the parent's move and counts the root, stored is the number of
    different boards, peak_open the most boards that waited at once, iterations the layers begun.
    """
    tables.checked(cells, goal, width)
    return _search(cells, tables.packed(goal), width, limits, order, None)[0]


def depths(
    cells: bytes, width: int, *, limits: Limits = Limits(), max_depth: int | None = None
) -> tuple[Found, list[int]]:
    """Count the boards at each distance from `cells`, from 0 to `max_depth` (None: all there are).

    At most 16 cells. Returns how the search ended, "exhausted" also when it stopped at `max_depth`, and
    the counts of the layers that are complete. A board takes 14 bytes and the closed set 11 to 22 more.
    """
    tables.checked(cells, cells, width)
    return _search(cells, 0, width, limits, tables.BLANK_ORDER, max_depth)


def _search(
    cells: bytes, goal: int, width: int, limits: Limits, order: str, max_depth: int | None
) -> tuple[Found, list[int]]:
    """Search layer by layer until the packed goal (0: none) is found."""
    board, start = tables.edges(cells, width, order), tables.packed(cells)
    edges = (board.after, *tables.shifts(board))
    queue: Any = np.zeros(ROOM, np.uint64), np.zeros(ROOM, np.uint32), np.zeros(ROOM, np.uint16)
    closed, watch, state = np.zeros(2 * ROOM, np.uint64), Watch(limits), np.zeros(8, np.int64)
    if not watch.holds(closed.nbytes + sum(each.nbytes for each in queue)):
        return nothing(MEMORY, watch), []
    queue[0][0], queue[2][0] = start, board.root(cells.index(0))
    add(closed, np.uint64(len(closed) - 1), np.uint64(start))
    state[[GENERATED, LAYER_END, TAIL, PEAK]] = 1
    layers = [1]

    def run(until: int) -> int:
        if state[HEAD] == state[LAYER_END]:
            if state[TAIL] > state[LAYER_END]:
                layers.append(int(state[TAIL] - state[LAYER_END]))
            state[LAYER_END] = state[TAIL]
        if state[EXPANDED] >= watch.expansions:
            return NODES
        if state[HEAD] == state[TAIL] or len(layers) - 1 == max_depth:
            return EXHAUSTED
        return int(_layer(state, *queue, closed, np.uint64(goal), *edges, until, watch.expansions))

    def grow() -> bool:
        nonlocal closed
        # The closed set exists twice while it grows; the queue grows in place.
        if not watch.holds(3 * closed.nbytes + 2 * sum(each.nbytes for each in queue)):
            return False
        for each in queue:
            each.resize(2 * len(each), refcheck=False)
        closed = grown(closed)
        return True

    end = watch.drive(lambda: int(state[GENERATED]), run, grow, SLICE_NODES)
    found = Found(
        ENDS[end],
        _moves(queue, int(state[HEAD]) - 1, board) if end == SOLVED else "",
        generated=int(state[GENERATED]),
        expanded=int(state[EXPANDED]),
        stored=int(state[TAIL]),
        peak_open=int(state[PEAK]),
        iterations=len(layers),
        peak_bytes=watch.peak_bytes,
    )
    return found, layers


def _moves(queue: tuple[np.ndarray, ...], node: int, board: tables.Edges) -> str:
    """Return the moves to a board of the queue."""
    walked = []
    while node:
        walked.append(int(queue[2][node]))
        node = int(queue[1][node])
    return board.word(walked[::-1])


@compiled
def _layer(
    state: Any,
    boards: Any,
    parents: Any,
    edges: Any,
    closed: Any,
    goal: Any,
    after: Any,
    shift: Any,
    factor: Any,
    until: Any,
    most: Any,
) -> Any:
    """Expand this layer's boards until `until` are generated, or `most` boards are expanded."""
    mask = np.uint64(len(closed) - 1)
    while state[GENERATED] < until and state[HEAD] < state[LAYER_END]:
        if state[EXPANDED] >= most:
            return NODES
        if state[TAIL] + 4 > len(boards):
            return GROW
        node = state[HEAD]
        state[HEAD] += 1
        state[EXPANDED] += 1
        board, place = boards[node], np.uint64(edges[node]) << np.uint64(3)
        while True:
            edge = after[place]
            if edge == np.uint64(0):
                break
            place += np.uint64(1)
            state[GENERATED] += 1
            tile = (board >> shift[edge]) & np.uint64(15)
            child = board ^ (tile * factor[edge])
            if not add(closed, mask, child):
                continue
            tail = state[TAIL]
            boards[tail], parents[tail], edges[tail] = child, node, edge
            state[TAIL] += 1
        if board == goal:
            return SOLVED
        state[PEAK] = max(state[PEAK], state[TAIL] - state[HEAD])
    return SLICE
