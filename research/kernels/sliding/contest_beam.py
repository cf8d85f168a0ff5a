"""The beam search of a participant of the contest of 2011, exactly as it was.

A queue, first in first out, which is sorted and cut whenever it gets long; its best score of old is the
bar that newcomers must be under.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from research.kernels.compiled import compiled
from research.kernels.found import ENDS, EXHAUSTED, MEMORY, SOLVED, Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.hashing import add, grown
from research.kernels.sliding.watch import GROW, SLICE, Watch, nothing

ORDER = "LRUD"
LONG, KEPT = 512, 64
# Boards of fewer cells than OPEN have no bar, those of at most WHOLE are sorted but not cut.
OPEN, WHOLE = 10, 10
# Where `state` keeps what outlives a slice.
GENERATED, EXPANDED, CUTS, NODES_HELD, HEAD, TAIL, SORTED, BAR, REFUSED, KEYS_HELD, PEAK = range(11)
SLICE_NODES = 500_000


def contest_beam(cells: bytes, goal: bytes, width: int, *, limits: Limits = Limits()) -> Found:
    """Search as the participant did: neither complete nor optimal, 698 of the contest's 5000 boards.

    The queue holds boards with their scores, contest_distance (the blank's too) + misplaced. Pop one and
    test it; for L R U D, put each successor that was not generated before into the queue if its score is
    strictly below the bar, or if the board has fewer than 10 cells. The bar is the start's score at first.
    A queue of more than 512 is sorted by score (stable) and, on boards of more than 10 cells, cut to 64;
    the bar is then the last one's score. Cells count walls.

    generated counts all legal successors (no root, old ones and the parent too), expanded the boards
    popped but the goal, stored the boards that were ever in the queue. "exhausted" has the reason "bar"
    if any successor was refused by it.
    """
    tables.checked(cells, goal, width)
    table = tables.distances("contest_distance+misplaced", goal, width)
    board = tables.edges(cells, width, ORDER)
    ways = board.after.reshape(-1, tables.ROW)[len(board.source) :].copy()
    cost, change = tables.costs(table, board), tables.key_changes(board, len(cells))
    watch, room, count = Watch(limits), 1 << 12, len(cells)
    boards: Any = np.zeros((room, count + 1), np.uint8)
    keys: Any = np.zeros(room, np.uint64)
    nodes: Any = np.zeros((room, 4), np.int32)
    closed = np.zeros(1 << 14, np.uint64)
    if not watch.holds(boards.nbytes + keys.nbytes + nodes.nbytes + closed.nbytes):
        return nothing(MEMORY, watch)
    boards[0] = np.frombuffer(cells + bytes([cells.index(0)]), np.uint8)
    keys[0] = tables.key(cells)
    nodes[0] = (tables.total(table, cells), -1, 0, 0)
    state = np.zeros(16, np.int64)
    state[[NODES_HELD, TAIL, BAR, PEAK]] = 1, 1, nodes[0, 0], 1
    goal_key = np.uint64(tables.key(goal))

    def run(until: int) -> int:
        edges = board.source, board.target, cost, change
        return int(_run(state, boards, keys, nodes, closed, goal_key, ways, *edges, until))

    def grow() -> bool:
        nonlocal boards, keys, nodes, closed
        if not watch.holds(2 * (boards.nbytes + keys.nbytes + nodes.nbytes + closed.nbytes)):
            return False
        boards, keys, nodes = (np.concatenate([each, np.zeros_like(each)]) for each in (boards, keys, nodes))
        closed = grown(closed)
        return True

    end = watch.drive(lambda: int(state[GENERATED]), run, grow, SLICE_NODES)
    return Found(
        ENDS[end],
        _moves(int(state[HEAD]), nodes, board) if end == SOLVED else "",
        generated=int(state[GENERATED]),
        expanded=int(state[EXPANDED]),
        stored=int(state[NODES_HELD]),
        peak_open=int(state[PEAK]),
        cuts=int(state[CUTS]),
        peak_bytes=watch.peak_bytes,
        reason="bar" if end == EXHAUSTED and state[REFUSED] else "",
    )


def _moves(place: int, nodes: np.ndarray, board: tables.Edges) -> str:
    """Return the moves to the board at a place of the queue."""
    node, walked = int(nodes[place, 3]), []
    while nodes[node, 1] >= 0:
        walked.append(int(nodes[node, 2]))
        node = int(nodes[node, 1])
    return board.word(walked[::-1])


@compiled
def _run(
    state: Any,
    boards: Any,
    keys: Any,
    nodes: Any,
    closed: Any,
    goal_key: Any,
    ways: Any,
    source: Any,
    target: Any,
    cost: Any,
    change: Any,
    until: Any,
) -> Any:
    """Search on until `until` are generated. nodes: score, parent, edge; its 4th column is the queue."""
    cells, mask = boards.shape[1] - 1, np.uint64(len(closed) - 1)
    head, tail, count, bar = state[HEAD], state[TAIL], state[NODES_HELD], state[BAR]
    generated = state[GENERATED]
    end = SLICE
    while generated < until:
        if head == tail:
            end = EXHAUSTED
            break
        if count + 4 > len(boards) or 4 * (state[KEYS_HELD] + 4) > 3 * len(closed):
            end = GROW
            break
        node = nodes[head, 3]
        if keys[node] == goal_key:
            end = SOLVED
            break
        head += 1
        state[EXPANDED] += 1
        for edge in ways[boards[node, cells]]:
            if edge == 0:
                break
            generated += 1
            to = target[edge]
            tile = np.uint64(boards[node, to])
            at = edge * np.uint64(cells) + tile
            key = keys[node] ^ change[at]
            if not add(closed, mask, key):
                continue
            state[KEYS_HELD] += 1
            score = nodes[node, 0] + cost[at]
            if score >= bar and cells >= OPEN:
                state[REFUSED] += 1
                continue
            for cell in range(cells):
                boards[count, cell] = boards[node, cell]
            boards[count, source[edge]] = tile
            boards[count, to] = 0
            boards[count, cells] = to
            keys[count] = key
            nodes[count, 0], nodes[count, 1], nodes[count, 2] = score, node, edge
            nodes[tail, 3] = count
            count += 1
            tail += 1
        state[PEAK] = max(state[PEAK], tail - head)
        if tail - head > LONG:
            _sort(nodes, head, max(head, state[SORTED]), tail)
            if cells > WHOLE:
                tail = head + KEPT
                bar = nodes[nodes[tail - 1, 3], 0]
                state[CUTS] += 1
            state[SORTED] = tail
    state[HEAD], state[TAIL], state[NODES_HELD], state[BAR] = head, tail, count, bar
    state[GENERATED] = generated
    return end


@compiled
def _sort(nodes: Any, head: Any, done: Any, tail: Any) -> Any:
    """Sort the queue from head to tail by score, stable; from head to done it is sorted already."""
    for place in range(max(done, head + 1), tail):
        node = nodes[place, 3]
        low, high = head, place
        while low < high:
            middle = (low + high) // 2
            if nodes[nodes[middle, 3], 0] <= nodes[node, 0]:
                low = middle + 1
            else:
                high = middle
        for later in range(place, low, -1):
            nodes[later, 3] = nodes[later - 1, 3]
        nodes[low, 3] = node
