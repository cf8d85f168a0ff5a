"""A* (Hart, Nilsson and Raphael 1968) on packed boards, by a table without parents and buckets of boards.

A board's entry has its g and the last edge's direction; the way back is found by undoing moves. Open
boards lie in blocks that are chained by f and g, so that an open one costs 8 bytes more than a closed one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from research.kernels.compiled import compiled
from research.kernels.found import ENDS, EXHAUSTED, MEMORY, NODES, SOLVED, Found, Limits
from research.kernels.prefetch import prefetch
from research.kernels.sliding import tables
from research.kernels.sliding.buckets import BLOCK, LEAST, OPEN, USED, first_with_boards, pop, push
from research.kernels.sliding.packed_table import PAD, enlarge, enter, entry_of, home_of, slot
from research.kernels.sliding.watch import GROW, SLICE, Watch, nothing

SLICE_NODES = 1_000_000
# Slots of the table at first; it grows by GROWTH when FULL of it is taken.
SLOTS, GROWTH, FULL = 1 << 12, 1.25, 0.8
# An entry of 16 bits is g << 3 | closed << 2 | direction.
CLOSED, LONGEST = np.uint64(4), 4095
# Where `state` keeps what outlives a slice, after what buckets keep there. CROWDED: the table is full at
# its end; DEEP: g is as large as buckets go.
GENERATED, EXPANDED, STORED, PEAK, CROWDED, DEEP = range(4, 10)


def a_star(
    cells: bytes,
    goal: bytes,
    width: int,
    *,
    limits: Limits = Limits(),
    h: str = "manhattan",
    weight: tuple[int, int] = (1, 1),
    order: str = tables.BLANK_ORDER,
) -> Found:
    """A*: a shortest answer when h is admissible; weighted A* (Pohl 1970) at most a/b times as long.

    At most 16 cells. h: a distance of `tables.distances`. weight (a, b): boards are ordered by
    b * g + a * h, then by the larger g, then the newer first; a closed board that is met with a smaller g
    is opened again. order: the blank's moves as they are tried. The goal is tested when it is expanded.

    generated leaves out the parent's move and counts the root and the goal's children, stored is the
    number of different boards. Tables grow in place, so peak_bytes is what they take at the end. Ends
    with "memory" also where a way would be longer than LONGEST.
    """
    tables.checked(cells, goal, width)
    if min(weight) < 0 or max(weight) < 1:
        raise ValueError(f"a weight is two numbers from 0 up, not both 0, found {weight}")
    board = tables.edges(cells, width, order)
    watch = Watch(limits)
    search = _Search(cells, goal, width, board, tables.distances(h, goal, width), weight)
    if not watch.holds(search.nbytes):
        return nothing(MEMORY, watch)
    search.begin(tables.packed(cells))
    state = search.state
    end = watch.drive(
        lambda: int(state[GENERATED]),
        lambda until: search.run(until, watch.expansions),
        lambda: search.grow(watch),
        SLICE_NODES,
    )
    return Found(
        ENDS[end],
        search.moves() if end == SOLVED else "",
        generated=int(state[GENERATED]),
        expanded=int(state[EXPANDED]),
        stored=int(state[STORED]),
        peak_open=int(state[PEAK]),
        peak_bytes=watch.peak_bytes,
    )


class _Search:
    """The tables of one search: known boards (packed_table), open ones (buckets) and the board's own."""

    def __init__(
        self,
        cells: bytes,
        goal: bytes,
        width: int,
        board: tables.Edges,
        table: tables.Table,
        weight: tuple[int, int],
    ) -> None:
        self.board, self.goal, self.weight = board, np.uint64(tables.packed(goal)), weight
        self.start_h = tables.total(table, cells)
        square = np.zeros((tables.PACKED_CELLS, len(cells)), np.int64)
        square[: len(cells)] = table
        self.cost = (weight[0] * tables.costs(square, board) + weight[1]).astype(np.int64)
        self.shift, self.factor = tables.shifts(board)
        # Entry 0, which is no edge, has R, by which no board comes to cell 0.
        self.directions = np.array(["UDLR".find(letter) & 3 for letter in board.letters], np.uint64)
        self.largest_h = int(table.max(axis=1).sum())
        # Rows by blank and the direction that it came by (4: none) of edges that may follow.
        rows = board.after.reshape(-1, tables.ROW)
        self.ways = np.zeros((tables.PACKED_CELLS, 8, tables.ROW), np.uint64)
        for cell in range(len(cells)):
            self.ways[cell, 4] = rows[board.root(cell)]
        for edge in range(1, len(board.source)):
            self.ways[int(board.target[edge]), int(self.directions[edge])] = rows[edge]
        self.state = np.zeros(16, np.int64)
        self.keys, self.entries = np.zeros(SLOTS + PAD, np.uint64), np.zeros(SLOTS + PAD, np.uint16)
        self.blocks = np.zeros((64, BLOCK + 1), np.uint64)
        self.heads, self.tops = self._deeper(np.zeros((0, 40), np.uint64), np.zeros(0, np.int64))

    def _deeper(self, heads: np.ndarray, tops: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return buckets for g twice as large."""
        longest = 2 * heads.shape[1]
        highest = self.weight[1] * longest + self.weight[0] * (self.largest_h + 1)
        more = np.zeros((highest + 1, longest), np.uint64), np.full(highest + 1, -1, np.int64)
        more[0][: heads.shape[0], : heads.shape[1]], more[1][: len(tops)] = heads, tops
        return more

    @property
    def nbytes(self) -> int:
        """Bytes of all that grows."""
        growing = (self.keys, self.entries, self.blocks, self.heads, self.tops)
        return sum(each.nbytes for each in growing)

    def begin(self, start: int) -> None:
        """Put the start into the table and the open boards."""
        self.state[[GENERATED, STORED, USED]] = 1, 1, 1
        enter(self.keys, self.entries, np.uint64(start), np.uint16(0))
        f = self.weight[0] * self.start_h
        self.state[LEAST] = f
        push(self.state, self.blocks, self.heads, self.tops, np.uint64(f), np.uint64(0), np.uint64(start))
        self.start = start

    def run(self, until: int, most: int) -> int:
        """Search on until so many are generated, or `most` expanded."""
        return int(
            _run(
                self.state, self.keys, self.entries, self.blocks, self.heads, self.tops, self.goal,
                self.ways.ravel(), self.directions, self.shift, self.factor, self.cost, until, most,
                self._full(),
            )
        )  # fmt: skip

    def grow(self, watch: Watch) -> bool:
        """Enlarge what is full; False where that would be above the limit of memory."""
        state = self.state
        if state[STORED] >= self._full() or state[CROWDED]:
            more = int((len(self.keys) - PAD) * GROWTH) + PAD
            if not watch.holds(self.nbytes + (more - len(self.keys)) * 10):
                return False
            enlarge(self.keys, self.entries, more - PAD)
            state[CROWDED] = 0
        if state[USED] + 8 > len(self.blocks):
            rows = int(len(self.blocks) * GROWTH) + 8
            if not watch.holds(self.nbytes + (rows - len(self.blocks)) * self.blocks[0].nbytes):
                return False
            self.blocks.resize((rows, BLOCK + 1), refcheck=False)
        if state[DEEP]:
            if self.heads.shape[1] > LONGEST or not watch.holds(self.nbytes + 4 * self.heads.nbytes):
                return False
            self.heads, self.tops = self._deeper(self.heads, self.tops)
            state[DEEP] = 0
        return True

    def _full(self) -> int:
        """Return how many boards the table should hold at most."""
        return int((len(self.keys) - PAD) * FULL) - 8

    def moves(self) -> str:
        """Return the moves to the goal by undoing each board's last one."""
        now, walked, blank = int(self.goal), [], 0
        while now != self.start:
            blank = next(cell for cell in range(tables.PACKED_CELLS) if now >> 4 * cell & 15 == 0)
            way = int(entry_of(self.keys, self.entries, np.uint64(now))) & 3
            came = self.directions == way
            edge = int(np.flatnonzero(came & (self.board.target == blank))[0])
            tile = now >> 4 * int(self.board.source[edge]) & 15
            now ^= tile * int(self.factor[edge])
            walked.append(edge)
        return self.board.word(walked[::-1])


@compiled(inline="always")  # type: ignore[untyped-decorator]
def _announce(keys: Any, entries: Any, board: Any, ways: Any, place: Any, shift: Any, factor: Any) -> Any:
    """Let the memory fetch the table's places of all children of a board at a time."""
    while True:
        edge = ways[place]
        if edge == np.uint64(0):
            break
        place += np.uint64(1)
        tile = (board >> shift[edge]) & np.uint64(15)
        home = home_of(keys, board ^ (tile * factor[edge]))
        prefetch(keys, home)
        prefetch(entries, home)


@compiled(inline="always")  # type: ignore[untyped-decorator]
def _row(board: Any, came: Any) -> Any:
    """Return where in `ways` the edges of a board begin that may follow the one it came by (4: none)."""
    zeros = ~(board | board >> np.uint64(1) | board >> np.uint64(2) | board >> np.uint64(3))
    # The lowest bit of the only zero nibble moves the blank's number to the top of this constant.
    blank = ((zeros & np.uint64(0x1111111111111111)) * np.uint64(0x0123456789ABCDEF)) >> np.uint64(60)
    return (blank << np.uint64(3) | came) << np.uint64(3)


@compiled
def _run(
    state: Any, keys: Any, entries: Any, blocks: Any, heads: Any, tops: Any, goal: Any, ways: Any,
    directions: Any, shift: Any, factor: Any, cost: Any, until: Any, most: Any, full: Any,
) -> Any:  # fmt: skip
    """Search on until `until` are generated, or `most` expanded."""
    while state[GENERATED] < until:
        if state[EXPANDED] >= most:
            return NODES
        f = first_with_boards(state, tops)
        if f == len(tops):
            return EXHAUSTED
        g = np.uint64(tops[f])
        if heads[np.uint64(f), g] == np.uint64(0):
            tops[f] -= 1
            continue
        if state[STORED] >= full or state[CROWDED] or state[USED] + 8 > len(blocks):
            return GROW
        if g + np.uint64(2) >= np.uint64(heads.shape[1]):
            state[DEEP] = 1
            return GROW
        board = pop(state, blocks, heads, np.uint64(f), g)
        at = slot(keys, board)
        entry = np.uint64(entries[at])
        # A board that was found again by a shorter way is open twice; the longer one is dropped here.
        if entry & CLOSED or entry >> np.uint64(3) != g:
            continue
        entries[at] = np.uint16(entry | CLOSED)
        state[EXPANDED] += 1
        place = _row(board, entry & np.uint64(3) if g else np.uint64(4))
        if board == goal:
            while ways[place]:
                state[GENERATED] += 1
                place += np.uint64(1)
            return SOLVED
        _announce(keys, entries, board, ways, place, shift, factor)
        g += np.uint64(1)
        while True:
            edge = ways[place]
            if edge == np.uint64(0):
                break
            place += np.uint64(1)
            state[GENERATED] += 1
            tile = (board >> shift[edge]) & np.uint64(15)
            child = board ^ (tile * factor[edge])
            at = slot(keys, child)
            if keys[at] == np.uint64(0):
                keys[at] = child
                state[STORED] += 1
                if at + np.uint64(16) > np.uint64(len(keys)):
                    state[CROWDED] = 1
            elif np.uint64(entries[at]) >> np.uint64(3) <= g:
                continue
            entries[at] = np.uint16(g << np.uint64(3) | directions[edge])
            push(state, blocks, heads, tops, np.uint64(f + cost[(edge << np.uint64(4)) | tile]), g, child)
        state[PEAK] = max(state[PEAK], state[OPEN])
    return SLICE
