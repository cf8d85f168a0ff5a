"""Layered beam search: all children of a layer, the best of which are the next one (Bisiani 1987)."""

from __future__ import annotations

from typing import Literal

import numpy as np

from research.kernels.found import ENDS, EXHAUSTED, MEMORY, SOLVED, Found, Limits
from research.kernels.sliding import beam_layers as kernel
from research.kernels.sliding import tables
from research.kernels.sliding.bidirectional_tables import edges_of, ordering, walls_of
from research.kernels.sliding.watch import UNLIMITED, Watch, nothing

SLICE_NODES = 1_000_000
DUPLICATES = {"all": kernel.ALL, "kept": kernel.KEPT, "layer": kernel.LAYER}
TIES = {"older": kernel.OLDER, "newer": kernel.NEWER}
STANDING = {"h": kernel.SCORE, "age": kernel.AGE}
# Sets of fewer slots grow four times at once.
MANY_SLOTS = 1 << 19


def beam(
    cells: bytes,
    goal: bytes,
    width: int,
    *,
    limits: Limits = Limits(),
    beam_width: int = 512,
    h: str = "manhattan",
    order: str = tables.BLANK_ORDER,
    duplicates: Literal["all", "kept", "layer"] = "all",
    ties: Literal["older", "newer"] = "older",
    standing: Literal["h", "age"] = "h",
    layers: int | None = None,
) -> Found:
    """Layered beam search: answers of any length, of any size of board; not complete, not optimal.

    Of each layer's children the duplicates are left out, and of the others the `beam_width` with the
    least h are the next layer. It stops when the goal is generated, when a layer has no children, or when
    `layers` layers were expanded: "exhausted" with the reason "layers", or "pruned" where layers were cut.
    h: see `bidirectional_tables.ordering`. order: the blank's moves as they are tried.
    duplicates: a child is one if it was ever generated ("all"), was ever in a layer ("kept"), or was
    generated in this layer ("layer"; may go round in circles for ever). ties: which of equal h are kept.
    standing: the order in which those kept are expanded, by h (then by `ties`), or as generated ("age").

    generated counts children before duplicates are left out, without the parent's move, and the root;
    stored is the closed set, peak_open the most new children of one layer, cuts the layers that were
    cut. The closed set is one of Zobrist keys: two boards of one key (2 ** -64 a pair) would be the same.
    """
    tables.checked(cells, goal, width)
    if beam_width < 1 or (layers is not None and layers < 1):
        raise ValueError(f"a beam is at least 1 wide and 1 layer long, found {beam_width} and {layers}")
    if cells == goal:
        return Found(ENDS[SOLVED], generated=1, stored=1)
    search = _Beam(cells, goal, edges_of(walls_of(cells), width, order), ordering(h, goal, width), beam_width)
    search.rules[:] = DUPLICATES[duplicates], TIES[ties], STANDING[standing]
    search.state[kernel.LEFT] = UNLIMITED if layers is None else layers
    return search.found(Watch(limits))


class _Beam:
    """The tables of one search by a (tile, cell) table of distances.

    words     uint64 (2, beam * stride): the boards of this layer and the next, rows of bytes; `bytes` too
    keys      uint64 (2, beam): their Zobrist keys; scores: int32, their h less the start's
    children  uint64 (3 * beam + 4): the keys of a layer's children; their scores and origins beside
    chosen    uint32 (beam + 1): which of the children are the next layer
    parents   uint32: the number of each board's parent; rows: uint16, its last edge (or root row)
    closed    uint64: the set of keys of older boards; layer_set: those of the layer that is being made
    """

    def __init__(
        self, cells: bytes, goal: bytes, board: tables.Edges, distance: tables.Table, beam: int
    ) -> None:
        self.board, self.goal = board, np.uint64(tables.key(goal))
        self.cost = tables.costs(distance, board).astype(np.int32)
        self.change = tables.key_changes(board, len(cells))
        self.words = np.zeros((2, beam * ((len(cells) + 7) // 8)), np.uint64)
        self.bytes = self.words.view(np.uint8)
        self.keys, self.scores = np.zeros((2, beam), np.uint64), np.zeros((2, beam), np.int32)
        room = 3 * beam + 4
        self.children, self.child_scores = np.zeros(room, np.uint64), np.zeros(room, np.int32)
        self.origins, self.chosen = np.zeros(room, np.uint32), np.zeros(beam + 1, np.uint32)
        self.parents, self.rows = np.zeros(4 * beam + 64, np.uint32), np.zeros(4 * beam + 64, np.uint16)
        slots = 1 << (max(1 << 10, 2 * room) - 1).bit_length()
        self.closed, self.layer_set = np.zeros(4 * slots, np.uint64), np.zeros(slots, np.uint64)
        self.state, self.rules = np.zeros(16, np.int64), np.zeros(3, np.int64)
        self.state[[kernel.GENERATED, kernel.SIZE]] = 1
        self.bytes[0, : len(cells)] = np.frombuffer(cells, np.uint8)
        # Scores are relative to the start's, of which only the order counts.
        self.keys[0, 0] = tables.key(cells)
        self.rows[0] = board.root(cells.index(0))

    @property
    def nbytes(self) -> int:
        """Bytes of all tables that are large."""
        layer = (self.words, self.keys, self.scores, self.chosen, self.layer_set)
        below = (self.children, self.child_scores, self.origins)
        return sum(each.nbytes for each in (*layer, *below, self.parents, self.rows, self.closed))

    def found(self, watch: Watch) -> Found:
        """Search within the limits."""
        state = self.state
        if not watch.holds(self.nbytes):
            return nothing(MEMORY, watch)
        state[kernel.MOST] = watch.expansions
        if self.rules[0] != kernel.LAYER:
            kernel.add(self.closed, np.uint64(len(self.closed) - 1), self.keys[0, 0])
            state[kernel.CLOSED] = 1
        end = watch.drive(
            lambda: int(state[kernel.GENERATED]), self._slice, lambda: self._grow(watch), SLICE_NODES
        )
        reason = "layers" if state[kernel.SIZE] else "pruned" if state[kernel.CUTS] else ""
        return Found(
            ENDS[end],
            self._moves() if end == SOLVED else "",
            generated=int(state[kernel.GENERATED]),
            expanded=int(state[kernel.EXPANDED]),
            stored=int(state[kernel.CLOSED]),
            peak_open=int(state[kernel.PEAK]),
            iterations=int(state[kernel.LAYERS]),
            cuts=int(state[kernel.CUTS]),
            peak_bytes=watch.peak_bytes,
            reason=reason if end == EXHAUSTED else "",
        )

    def _slice(self, until: int) -> int:
        """Search on, layer by layer, until at least so many are generated."""
        return int(
            kernel.run(
                self.state, self.rules, self.closed, self.layer_set, self.words, self.bytes, self.keys,
                self.scores, self.parents, self.rows, self.children, self.child_scores, self.origins,
                self.chosen, self.board.after, self.board.source, self.board.target,
                self.change, self.cost, self.goal, until,
            )
        )  # fmt: skip

    def _grow(self, watch: Watch) -> bool:
        """Enlarge what the next layer could overflow; False where that would be above the limit of memory."""
        size, first, closed = (int(self.state[at]) for at in (kernel.SIZE, kernel.FIRST, kernel.CLOSED))
        held, slots = len(self.parents), len(self.closed)
        if first + size + self.keys.shape[1] + 1 > held:
            held *= 2
        while 2 * (closed + 3 * size + 4) > slots:
            slots *= 4 if slots < MANY_SLOTS else 2
        larger_set = slots > len(self.closed)
        if not watch.holds(self.nbytes + 6 * (held - len(self.parents)) + 8 * slots * larger_set):
            return False
        self.parents.resize(held, refcheck=False)
        self.rows.resize(held, refcheck=False)
        if larger_set:
            larger = np.zeros(slots, np.uint64)
            kernel.move(self.closed, larger)
            self.closed = larger
        return True

    def _moves(self) -> str:
        """Return the moves to the goal, the first board of the newest layer."""
        at, walked = int(self.state[kernel.FIRST]), []
        while at:
            walked.append(int(self.rows[at]))
            at = int(self.parents[at])
        return self.board.word(walked[::-1])
