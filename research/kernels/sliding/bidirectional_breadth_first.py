"""Bidirectional breadth-first search (Pohl 1971) on packed boards: layers from both ends until they touch.

Each side has a queue, which keeps every board, and a set of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from research.kernels.compiled import compiled
from research.kernels.found import ENDS, EXHAUSTED, MEMORY, NODES, SOLVED, Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.free_cells import packed_free
from research.kernels.sliding.hashing import add, grown, holds
from research.kernels.sliding.watch import GROW, SLICE, Watch, nothing

SLICE_NODES = 1_000_000
ROOM = 1 << 12
BACK = str.maketrans("UDLR", "DURL")
# What each side counts: boards from HEAD to LAYER_END are its newest layer, those up to TAIL the next one.
HEAD, LAYER_END, TAIL, GENERATED, EXPANDED, MET = range(6)


def bidirectional_breadth_first(cells: bytes, goal: bytes, width: int, *, limits: Limits = Limits()) -> Found:
    """Bidirectional breadth-first search: a shortest answer, or "exhausted" where there is none.

    At most 16 cells beside walls. The side with the smaller layer goes on, on a tie that of the start.
    generated leaves out the way back and counts both roots, stored is the number of boards that both sides
    have met, iterations the layers begun. A board takes 14 bytes and its set 16 to 32 more.
    """
    tables.checked(cells, goal, width)
    start, end, board = packed_free(cells, goal, width, tables.BLANK_ORDER)
    if start == end:
        return Found(ENDS[SOLVED], generated=1, stored=1)
    roots = (start, board.root(cells.index(0))), (end, board.root(goal.index(0)))
    search = _Search([_Side(*root) for root in roots], board)
    watch = Watch(limits)
    if not watch.holds(search.nbytes):
        return nothing(MEMORY, watch)
    how = watch.drive(
        search.generated,
        lambda until: search.run(until, watch.expansions),
        lambda: search.grow(watch),
        SLICE_NODES,
    )
    states = [side.state for side in search.sides]
    return Found(
        ENDS[how],
        search.moves() if how == SOLVED else "",
        generated=search.generated(),
        expanded=search.expanded(),
        stored=int(sum(state[TAIL] for state in states)),
        iterations=search.layers,
        peak_bytes=watch.peak_bytes,
        reason="exhausted" if how == EXHAUSTED else "",
    )


class _Side:
    """The search from one end."""

    def __init__(self, root: int, row: int) -> None:
        self.boards, self.parents = np.zeros(ROOM, np.uint64), np.zeros(ROOM, np.uint32)
        self.rows, self.closed = np.zeros(ROOM, np.uint16), np.zeros(2 * ROOM, np.uint64)
        self.state = np.zeros(8, np.int64)
        self.state[[LAYER_END, TAIL, GENERATED]] = 1
        self.boards[0], self.rows[0] = root, row
        add(self.closed, np.uint64(len(self.closed) - 1), np.uint64(root))

    @property
    def queue(self) -> tuple[Any, ...]:
        """The boards, and the number of each one's parent and its row of edges."""
        return self.boards, self.parents, self.rows

    @property
    def nbytes(self) -> int:
        """Bytes of all tables."""
        return sum(each.nbytes for each in (self.closed, self.boards, self.parents, self.rows))

    @property
    def waiting(self) -> int:
        """Boards of the newest layer that are still to be expanded."""
        return int(self.state[LAYER_END] - self.state[HEAD])

    def grow(self) -> None:
        """Make room for twice as many boards."""
        for each in self.queue:
            each.resize(2 * len(each), refcheck=False)
        self.closed = grown(self.closed)

    def word(self, node: int, board: tables.Edges) -> str:
        """Return the letters from the root to a board of the queue."""
        walked = []
        while node:
            walked.append(int(self.rows[node]))
            node = int(self.parents[node])
        return board.word(walked[::-1])


class _Search:
    """Both sides; `side` is the one whose layer is being expanded."""

    def __init__(self, sides: list[_Side], board: tables.Edges) -> None:
        self.sides, self.board, self.side, self.layers = sides, board, 0, 0
        self.shift, self.factor = tables.shifts(board)

    @property
    def nbytes(self) -> int:
        """Bytes of all tables."""
        return sum(side.nbytes for side in self.sides)

    def generated(self) -> int:
        """Return how many boards both sides have generated."""
        return int(sum(side.state[GENERATED] for side in self.sides))

    def expanded(self) -> int:
        """Return how many boards both sides have expanded."""
        return int(sum(side.state[EXPANDED] for side in self.sides))

    def run(self, until: int, most: int) -> int:
        """Search on until so many are generated; no layer is begun when `most` are expanded."""
        near, far = self.sides[self.side], self.sides[1 - self.side]
        if near.state[HEAD] == near.state[LAYER_END] or not self.layers:
            if self.expanded() >= most:
                return NODES
            near.state[LAYER_END] = near.state[TAIL]
            if not near.waiting or not far.waiting:
                return EXHAUSTED
            self.side = int(self.sides[1].waiting < self.sides[0].waiting)
            near, far = self.sides[self.side], self.sides[1 - self.side]
            self.layers += 1
        own = until - int(far.state[GENERATED])
        return int(
            _layer(
                near.state, *near.queue, near.closed, far.closed, self.board.after, self.shift, self.factor,
                own,
            )
        )  # fmt: skip

    def grow(self, watch: Watch) -> bool:
        """Make room for the side that goes on; False where that would be above the limit of memory."""
        near = self.sides[self.side]
        # The set exists twice while it grows; the queue grows in place.
        if not watch.holds(self.nbytes + near.nbytes + near.closed.nbytes):
            return False
        near.grow()
        return True

    def moves(self) -> str:
        """Return the letters from the start to the goal, through the move on which both met."""
        near, far = self.sides[self.side], self.sides[1 - self.side]
        parent, edge = int(near.state[HEAD]) - 1, int(near.state[MET])
        tile = near.boards[parent] >> self.shift[edge] & np.uint64(15)
        child = near.boards[parent] ^ (tile * self.factor[edge])
        met = int(np.flatnonzero(far.boards[: far.state[TAIL]] == child)[0])
        ways = near.word(parent, self.board) + self.board.letters[edge], far.word(met, self.board)
        here, there = ways if self.side == 0 else ways[::-1]
        return here + there[::-1].translate(BACK)


@compiled
def _layer(
    state: Any,
    boards: Any,
    parents: Any,
    rows: Any,
    closed: Any,
    other: Any,
    after: Any,
    shift: Any,
    factor: Any,
    until: Any,
) -> Any:
    """Expand a side's newest layer until it has generated `until` in all."""
    mask, other_mask = np.uint64(len(closed) - 1), np.uint64(len(other) - 1)
    while state[GENERATED] < until and state[HEAD] < state[LAYER_END]:
        if state[TAIL] + 4 > len(boards):
            return GROW
        node = state[HEAD]
        state[HEAD] += 1
        state[EXPANDED] += 1
        board, place = boards[node], np.uint64(rows[node]) << np.uint64(3)
        while True:
            edge = after[place]
            if edge == np.uint64(0):
                break
            place += np.uint64(1)
            state[GENERATED] += 1
            tile = (board >> shift[edge]) & np.uint64(15)
            child = board ^ (tile * factor[edge])
            if holds(other, other_mask, child):
                state[MET] = np.int64(edge)
                return SOLVED
            if add(closed, mask, child):
                tail = state[TAIL]
                boards[tail], parents[tail], rows[tail] = child, node, edge
                state[TAIL] += 1
    return SLICE
