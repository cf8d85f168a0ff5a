"""Beams that are a queue, first in first out, which is sorted and cut whenever it gets long.

Two strategies search like this, the contest's beam and beam with a trigger; `Rules` says what differs.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from research.kernels.compiled import compiled
from research.kernels.found import ENDS, EXHAUSTED, MEMORY, NODES, SOLVED, Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.hashing import add, grown
from research.kernels.sliding.watch import GROW, SLICE, Watch, nothing

SLICE_NODES = 500_000
# The longest queue: the numbers of boards are 31 bits wide.
LONGEST = 1 << 30
# Where `state` keeps what outlives a slice.
GENERATED, EXPANDED, CUTS, NODES_HELD, HEAD, TAIL, SORTED, BAR, REFUSED, KEYS_HELD, PEAK = range(11)
# Where `rules` has them.
LONG, KEPT, BARRED, LEGAL = range(4)


@dataclass(frozen=True, slots=True)
class Rules:
    """What one of these beams does.

    long: a longer queue is sorted; kept: and cut to so many. barred: whether a successor has to be below
    the bar, the start's score and after each cut that of the last board kept. legal: whether generated counts
    all successors of the boards expanded, the way back too, and the start itself may come into the queue
    again; else it counts the root, and of the goal also, all without the way back.
    """

    long: int
    kept: int
    barred: bool = False
    legal: bool = False


def search(
    cells: bytes, goal: bytes, board: tables.Edges, table: tables.Table, rules: Rules, limits: Limits
) -> Found:
    """Search from `cells` to `goal` by a (tile, cell) table of distances; of equal scores the older first.

    expanded counts the boards popped but the goal, stored the boards that were ever in the queue, peak_open
    the longest queue, cuts how often it lost boards. "exhausted" has the reason "bar" if a successor was
    refused by it, else "pruned" if there were cuts. Boards of one Zobrist key would be the same.
    """
    watch, queue = Watch(limits), _Queue(cells, goal, board, table, rules)
    if not watch.holds(queue.nbytes):
        return nothing(MEMORY, watch)
    state = queue.state
    end = watch.drive(
        lambda: int(state[GENERATED]),
        lambda until: queue.run(until, watch.expansions),
        lambda: queue.grow(watch),
        SLICE_NODES,
    )
    reason = "bar" if state[REFUSED] else "pruned" if state[CUTS] else ""
    return Found(
        ENDS[end],
        queue.moves() if end == SOLVED else "",
        generated=int(state[GENERATED]),
        expanded=int(state[EXPANDED]),
        stored=int(state[NODES_HELD]),
        peak_open=int(state[PEAK]),
        cuts=int(state[CUTS]),
        peak_bytes=watch.peak_bytes,
        reason=reason if end == EXHAUSTED else "",
    )


class _Queue:
    """The tables of one search.

    boards  uint8 (nodes, cells + 1): all that were ever in the queue, and where the blank is
    keys    uint64: their Zobrist keys; nodes: int32, their score, parent and edge
    queue   int32: the boards in the order in which they are popped, from HEAD to TAIL; spare: for sorting
    closed  uint64: the set of keys that were generated
    """

    def __init__(
        self, cells: bytes, goal: bytes, board: tables.Edges, table: tables.Table, rules: Rules
    ) -> None:
        room, count = 1 << 12, len(cells)
        self.board, self.goal = board, np.uint64(tables.key(goal))
        self.rules = np.array(astuple(rules), np.int64).clip(max=LONGEST)
        self.ways = board.after.reshape(-1, tables.ROW)[len(board.source) :].copy()
        self.degrees = np.count_nonzero(self.ways, axis=1)
        self.cost, self.change = tables.costs(table, board), tables.key_changes(board, count)
        self.boards, self.keys = np.zeros((room, count + 1), np.uint8), np.zeros(room, np.uint64)
        self.nodes, self.queue = np.zeros((room, 3), np.int32), np.zeros(room, np.int32)
        self.spare, self.closed = self.queue.copy(), np.zeros(1 << 14, np.uint64)
        self.boards[0] = np.frombuffer(cells + bytes([cells.index(0)]), np.uint8)
        self.keys[0], self.nodes[0] = tables.key(cells), (tables.total(table, cells), -1, 0)
        self.state = np.zeros(16, np.int64)
        self.state[[NODES_HELD, TAIL, PEAK]] = 1
        self.state[BAR] = self.nodes[0, 0]
        if not rules.legal:
            add(self.closed, np.uint64(len(self.closed) - 1), self.keys[0])
            self.state[[GENERATED, KEYS_HELD]] = 1

    @property
    def nbytes(self) -> int:
        """Bytes of all tables that grow."""
        held = (self.boards, self.keys, self.nodes, self.queue, self.spare, self.closed)
        return sum(each.nbytes for each in held)

    def run(self, until: int, most: int) -> int:
        """Search on until so many are generated, or `most` are expanded."""
        return int(
            _run(
                self.state, self.rules, self.boards, self.keys, self.nodes, self.queue, self.spare,
                self.closed, self.goal, self.ways, self.degrees, self.board.source, self.board.target,
                self.cost, self.change, until, most,
            )
        )  # fmt: skip

    def grow(self, watch: Watch) -> bool:
        """Make room for twice as many boards; False where that would be above the limit of memory."""
        if not watch.holds(2 * self.nbytes):
            return False
        for name in ("boards", "keys", "nodes", "queue", "spare"):
            table = getattr(self, name)
            setattr(self, name, np.concatenate([table, np.zeros_like(table)]))
        self.closed = grown(self.closed)
        return True

    def moves(self) -> str:
        """Return the moves to the board at the head of the queue."""
        node, walked = int(self.queue[self.state[HEAD]]), []
        while self.nodes[node, 1] >= 0:
            walked.append(int(self.nodes[node, 2]))
            node = int(self.nodes[node, 1])
        return self.board.word(walked[::-1])


@compiled
def _run(
    state: Any, rules: Any, boards: Any, keys: Any, nodes: Any, queue: Any, spare: Any, closed: Any,
    goal: Any, ways: Any, degrees: Any, source: Any, target: Any, cost: Any, change: Any, until: Any,
    most: Any,
) -> Any:  # fmt: skip
    """Search on until `until` are generated, or `most` are expanded."""
    cells, legal = boards.shape[1] - 1, rules[LEGAL] != 0
    while state[GENERATED] < until:
        if state[EXPANDED] >= most:
            return NODES
        if state[HEAD] == state[TAIL]:
            return EXHAUSTED
        if state[NODES_HELD] + 4 > len(boards) or 4 * (state[KEYS_HELD] + 4) > 3 * len(closed):
            return GROW
        node = queue[state[HEAD]]
        if not legal:
            state[GENERATED] += degrees[boards[node, cells]] - (node > 0)
        if keys[node] == goal:
            return SOLVED
        state[HEAD] += 1
        state[EXPANDED] += 1
        if state[EXPANDED] >= most:
            return NODES
        if legal:
            state[GENERATED] += degrees[boards[node, cells]]
        _append(state, rules, boards, keys, nodes, queue, closed, node, ways, source, target, cost, change)
        state[PEAK] = max(state[PEAK], state[TAIL] - state[HEAD])
        if state[TAIL] - state[HEAD] > rules[LONG]:
            _cut(state, rules[KEPT], nodes, queue, spare)
    return SLICE


@compiled
def _append(
    state: Any, rules: Any, boards: Any, keys: Any, nodes: Any, queue: Any, closed: Any, node: Any,
    ways: Any, source: Any, target: Any, cost: Any, change: Any,
) -> Any:  # fmt: skip
    """Append the successors of a board that were not generated before and are below the bar."""
    cells, mask = boards.shape[1] - 1, np.uint64(len(closed) - 1)
    for edge in ways[boards[node, cells]]:
        if edge == np.uint64(0):
            break
        to = target[edge]
        tile = np.uint64(boards[node, to])
        at = edge * np.uint64(cells) + tile
        key = keys[node] ^ change[at]
        if not add(closed, mask, key):
            continue
        state[KEYS_HELD] += 1
        score = nodes[node, 0] + cost[at]
        if rules[BARRED] and score >= state[BAR]:
            state[REFUSED] += 1
            continue
        count = state[NODES_HELD]
        for cell in range(cells):
            boards[count, cell] = boards[node, cell]
        boards[count, source[edge]] = tile
        boards[count, to] = 0
        boards[count, cells] = to
        keys[count] = key
        nodes[count, 0], nodes[count, 1], nodes[count, 2] = score, node, edge
        queue[state[TAIL]] = count
        state[NODES_HELD] += 1
        state[TAIL] += 1


@compiled
def _cut(state: Any, kept: Any, nodes: Any, queue: Any, spare: Any) -> Any:
    """Sort the queue by score, and keep so many of it."""
    head, tail = state[HEAD], state[TAIL]
    _sort(nodes, queue, spare, head, max(head, state[SORTED]), tail)
    if tail - head > kept:
        state[CUTS] += 1
        state[TAIL] = head + kept
        state[BAR] = nodes[queue[state[TAIL] - 1], 0]
    state[SORTED] = state[TAIL]


@compiled
def _sort(nodes: Any, queue: Any, spare: Any, head: Any, done: Any, tail: Any) -> Any:
    """Sort the queue from head to tail by score, stable; from head to done it is sorted already."""
    run = 1
    while run < tail - done:
        for low in range(done, tail, 2 * run):
            _merge(nodes, queue, spare, low, min(low + run, tail), min(low + 2 * run, tail))
        run *= 2
    _merge(nodes, queue, spare, head, done, tail)


@compiled
def _merge(nodes: Any, queue: Any, spare: Any, low: Any, middle: Any, high: Any) -> Any:
    """Merge two sorted stretches of the queue that follow each other."""
    count = middle - low
    for place in range(count):
        spare[place] = queue[low + place]
    left, right, place = 0, middle, low
    while left < count and right < high:
        if nodes[queue[right], 0] < nodes[spare[left], 0]:
            queue[place] = queue[right]
            right += 1
        else:
            queue[place] = spare[left]
            left += 1
        place += 1
    for rest in range(left, count):
        queue[place + rest - left] = spare[rest]
