"""Layered beam search: all children of a layer, the best of which are the next one (Bisiani 1987)."""

from __future__ import annotations

from typing import Any

import numpy as np

from research.kernels.compiled import compiled
from research.kernels.found import ENDS, EXHAUSTED, MEMORY, SOLVED, Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.hashing import add, grown, slot_of
from research.kernels.sliding.watch import GROW, SLICE, Watch, nothing

SLICE_NODES = 1_000_000
# Where `state` keeps what outlives a slice: SIZE boards are in the layer, HISTORY in the layers so far,
# GOAL_AT is where the goal is in `history`.
GENERATED, EXPANDED, KEYS_HELD, SIZE, HISTORY, LAYERS, PEAK, GOAL_AT, CUTS, TOUCHED = range(10)


def beam(
    cells: bytes,
    goal: bytes,
    width: int,
    *,
    limits: Limits = Limits(),
    beam_width: int = 512,
    h: str = "manhattan",
    order: str = tables.BLANK_ORDER,
) -> Found:
    """Layered beam search: answers of any length, of any size of board; not complete, not optimal.

    Each layer's boards are expanded older first; children that were generated before, in any layer, are
    left out, and of the others the `beam_width` with the least h are the next layer, ties older first.
    It stops when the goal is generated, or when a layer has no children ("exhausted"). h: a distance of
    `tables.distances`, such as "manhattan+misplaced". order: the blank's moves as they are tried.

    generated counts children before old ones are left out, without the parent's move, and the root;
    stored is the closed set, peak_open the most new children of one layer, cuts the layers that were
    cut. The closed set is one of Zobrist keys: two boards of one key (2 ** -64 a pair) would be the same.
    """
    tables.checked(cells, goal, width)
    if beam_width < 1:
        raise ValueError(f"a beam is at least 1 wide, found {beam_width}")
    search = _Beam(cells, goal, width, beam_width, tables.edges(cells, width, order), h)
    watch, state = Watch(limits), search.state
    if not watch.holds(search.nbytes):
        return nothing(MEMORY, watch)
    if cells == goal:
        return Found(ENDS[SOLVED], generated=1, stored=1)
    end = watch.drive(lambda: int(state[GENERATED]), search.run, lambda: search.grow(watch), SLICE_NODES)
    return Found(
        ENDS[end],
        search.moves() if end == SOLVED else "",
        generated=int(state[GENERATED]),
        expanded=int(state[EXPANDED]),
        stored=int(state[KEYS_HELD]),
        peak_open=int(state[PEAK]),
        iterations=int(state[LAYERS]),
        cuts=int(state[CUTS]),
        peak_bytes=watch.peak_bytes,
    )


class _Beam:
    """The tables of one search.

    layers    uint8 (2, beam_width, cells): the boards of this layer and the next
    marks     int64 (2, beam_width, 3): their last edge (or root row), h and place in `history`
    keys      uint64 (2, beam_width): their Zobrist keys
    children  int64 (4 * beam_width, 3): parent, edge and h of the new children of a layer; their keys beside
    history   uint32 (., 2): the parent's place and the edge of all boards of all layers
    closed    the set of keys
    """

    def __init__(
        self, cells: bytes, goal: bytes, width: int, beam_width: int, board: tables.Edges, h: str
    ) -> None:
        table = tables.distances(h, goal, width)
        self.board, self.goal = board, np.uint64(tables.key(goal))
        self.cost, self.change = tables.costs(table, board), tables.key_changes(board, len(cells))
        # Lists by h: the largest sum of a table's rows bounds them.
        self.counts = np.zeros(int(table.max(axis=1).sum()) + 2, np.int64)
        self.layers = np.zeros((2, beam_width, len(cells)), np.uint8)
        self.marks = np.zeros((2, beam_width, 3), np.int32)
        self.keys = np.zeros((2, beam_width), np.uint64)
        self.children = np.zeros((4 * beam_width, 3), np.int32)
        self.child_keys = np.zeros(4 * beam_width, np.uint64)
        self.history = np.zeros((1024 + 2 * beam_width, 2), np.uint32)
        slots = 1 << (max(1 << 12, 16 * beam_width) - 1).bit_length()
        self.closed = np.zeros(slots, np.uint64)
        self.state = np.zeros(16, np.int64)
        self.state[[GENERATED, SIZE, HISTORY, KEYS_HELD]] = 1
        self.layers[0, 0] = np.frombuffer(cells, np.uint8)
        self.marks[0, 0] = board.root(cells.index(0)), tables.total(table, cells), 0
        self.keys[0, 0] = tables.key(cells)
        add(self.closed, np.uint64(slots - 1), self.keys[0, 0])

    @property
    def nbytes(self) -> int:
        """Bytes of all tables that are large."""
        fixed = (self.layers, self.marks, self.keys, self.children, self.child_keys)
        return sum(each.nbytes for each in (*fixed, self.history, self.closed))

    def run(self, until: int) -> int:
        """Search on, layer by layer, until at least so many are generated."""
        return int(
            _run(
                self.state, self.layers, self.marks, self.keys, self.children, self.child_keys, self.history,
                self.closed, self.counts, self.goal, self.board.after, self.board.source, self.board.target,
                self.cost, self.change, until,
            )
        )  # fmt: skip

    def grow(self, watch: Watch) -> bool:
        """Enlarge what the next layer could overflow; False where that would be above the limit of memory."""
        beam_width = self.layers.shape[1]
        if self.state[HISTORY] + beam_width + 1 > len(self.history):
            more = len(self.history) // 2
            if not watch.holds(self.nbytes + more * 8):
                return False
            self.history.resize((len(self.history) + more, 2), refcheck=False)
        if _crowded(self.state, self.closed, beam_width):
            if not watch.holds(self.nbytes + 2 * self.closed.nbytes):
                return False
            self.closed = grown(self.closed)
        return True

    def moves(self) -> str:
        """Return the moves to the goal."""
        at, walked = int(self.state[GOAL_AT]), []
        while at:
            walked.append(int(self.history[at, 1]))
            at = int(self.history[at, 0])
        return self.board.word(walked[::-1])


@compiled
def _crowded(state: Any, closed: Any, beam_width: Any) -> Any:
    """Whether a layer's children could fill the closed set to more than 3 in 4."""
    return 4 * (state[KEYS_HELD] + 4 * beam_width) > 3 * len(closed)


@compiled
def _run(
    state: Any,
    layers: Any,
    marks: Any,
    keys: Any,
    children: Any,
    child_keys: Any,
    history: Any,
    closed: Any,
    counts: Any,
    goal: Any,
    after: Any,
    source: Any,
    target: Any,
    cost: Any,
    change: Any,
    until: Any,
) -> Any:
    """Search on until `until` are generated, in whole layers."""
    beam_width = layers.shape[1]
    while state[GENERATED] < until:
        if state[SIZE] == 0:
            return EXHAUSTED
        if state[HISTORY] + beam_width + 1 > len(history) or _crowded(state, closed, beam_width):
            return GROW
        now = state[LAYERS] & 1
        count = _expand(
            state,
            layers[now],
            marks[now],
            keys[now],
            children,
            child_keys,
            closed,
            goal,
            after,
            target,
            cost,
            change,
        )
        if count < 0:
            last = children[-count - 1]
            place = state[HISTORY]
            history[place, 0], history[place, 1] = marks[now, last[0], 2], last[1]
            state[GOAL_AT] = place
            return SOLVED
        state[PEAK] = max(state[PEAK], count)
        state[CUTS] += count > beam_width
        _select(state, layers, marks, keys, children, child_keys, history, counts, count, source, target)
    return SLICE


@compiled
def _expand(
    state: Any,
    layer: Any,
    marks: Any,
    keys: Any,
    children: Any,
    child_keys: Any,
    closed: Any,
    goal: Any,
    after: Any,
    target: Any,
    cost: Any,
    change: Any,
) -> Any:
    """List the new children of a layer and return how many; -1 - the goal's index where it is among them."""
    cells, mask, count = np.uint64(layer.shape[1]), np.uint64(len(closed) - 1), np.uint64(0)
    touched = np.uint64(0)
    for number in range(state[SIZE]):
        parent = np.uint64(number)
        place, h, key = np.uint64(marks[parent, 0]) << np.uint64(3), marks[parent, 1], keys[parent]
        while True:
            edge = after[place]
            if edge == np.uint64(0):
                break
            place += np.uint64(1)
            at = edge * cells + np.uint64(layer[parent, target[edge]])
            child = key ^ change[at]
            # Reading the slots of all children first lets the memory fetch many of them at a time.
            touched ^= closed[slot_of(child, mask)]
            children[count, 0], children[count, 1], children[count, 2] = parent, edge, h + cost[at]
            child_keys[count] = child
            count += np.uint64(1)
    state[TOUCHED] = np.int64(touched & np.uint64(1))
    new = np.uint64(0)
    for number in range(count):
        index = np.uint64(number)
        child = child_keys[index]
        children[new, 0], children[new, 1], children[new, 2] = (
            children[index, 0],
            children[index, 1],
            children[index, 2],
        )
        child_keys[new] = child
        new += np.uint64(add(closed, mask, child))
        if child == goal:
            state[GENERATED] += number + 1
            state[EXPANDED] += children[index, 0] + 1
            state[KEYS_HELD] += np.int64(new)
            return -np.int64(new)
    state[GENERATED] += np.int64(count)
    state[EXPANDED] += state[SIZE]
    state[KEYS_HELD] += np.int64(new)
    return np.int64(new)


@compiled
def _select(
    state: Any,
    layers: Any,
    marks: Any,
    keys: Any,
    children: Any,
    child_keys: Any,
    history: Any,
    counts: Any,
    count: Any,
    source: Any,
    target: Any,
) -> Any:
    """Make the next layer of the children with the least h, ordered by h, then older first."""
    beam_width, now = layers.shape[1], state[LAYERS] & 1
    then = 1 - now
    counts[:] = 0
    for child in range(count):
        counts[children[child, 2]] += 1
    # Where in the next layer the first child of each h goes.
    place = 0
    for h in range(len(counts)):
        place, counts[h] = place + counts[h], place
    for child in range(count):
        parent, edge, h = children[child, 0], np.uint64(children[child, 1]), children[child, 2]
        place = counts[h]
        counts[h] += 1
        if place >= beam_width:
            continue
        for cell in range(layers.shape[2]):
            layers[then, place, cell] = layers[now, parent, cell]
        layers[then, place, source[edge]] = layers[now, parent, target[edge]]
        layers[then, place, target[edge]] = 0
        at = state[HISTORY] + place
        keys[then, place] = child_keys[child]
        marks[then, place, 0], marks[then, place, 1], marks[then, place, 2] = edge, h, at
        history[at, 0], history[at, 1] = marks[now, parent, 2], edge
    state[SIZE] = min(count, beam_width)
    state[HISTORY] += state[SIZE]
    state[LAYERS] += 1
