"""Two beams that meet: one from the start and one from the goal, layer by layer in turn.

Each layer is cut to the boards that look nearest to where its beam is heading. All boards that were ever
generated are in one table with the beam that they belong to, so that one look tells a duplicate from a
meeting, and a board that was cut may be met as well.
"""

from __future__ import annotations

import numpy as np

from research.kernels.found import ENDS, EXHAUSTED, MEMORY, SOLVED, Found, Limits
from research.kernels.sliding import bidirectional_layers as kernel
from research.kernels.sliding import tables
from research.kernels.sliding.bidirectional_tables import (
    boards_on,
    edges_of,
    ordering,
    through_corridors,
    walls_of,
)
from research.kernels.sliding.watch import Watch, nothing

SLICE_NODES = 1_000_000
BACK = str.maketrans("UDLR", "DURL")


def bidirectional_beam(
    cells: bytes,
    goal: bytes,
    width: int,
    *,
    limits: Limits = Limits(),
    beam: int = 1000,
    score: str = "wall2",
    layers: int = 1_000,
    corridors: bool = False,
) -> Found:
    """Search from both ends with beams of `beam` boards a layer; neither complete nor optimal.

    beam: boards that each layer is cut to, from 1; what is cut is never looked at again. Where nothing
    was cut the answer is a shortest one. score: what orders a layer, see `bidirectional_tables.ordering`;
    of equal ones the older. layers: the most layers of both beams together. corridors: the blank goes
    through cells with two neighbours in one step, as far as it can; that is what boards of long rings
    need, and its answers may be longer than shortest ones. Ends as "exhausted" with the reason "pruned"
    where cuts, or else "layers" where that limit, may have hidden an answer, "exhausted" where there is none
    ("keys": where two boards had one key, which none of 5000 boards has shown).
    """
    tables.checked(cells, goal, width)
    if beam < 1 or layers < 1:
        raise ValueError(f"beam and layers are at least 1, found {beam} and {layers}")
    if cells == goal:
        return Found("solved", generated=1, stored=1)
    return Beams(cells, goal, width, beam, score, layers, corridors).run(limits)


class Beams:
    """The two beams: side 0 from the start, side 1 from the goal."""

    def __init__(
        self, cells: bytes, goal: bytes, width: int, beam: int, score: str, layers: int, corridors: bool
    ) -> None:
        self.cells, self.goal, self.width = cells, goal, width
        self.board = edges_of(walls_of(cells), width)
        count = len(cells)
        stops = {cells.index(0), goal.index(0)} if corridors else range(count)
        self.after, self.onward = through_corridors(self.board, stops)
        self.change = tables.key_changes(self.board, count)
        heading = ordering(score, goal, width), ordering(score, cells, width)
        self.cost = np.stack([tables.costs(each, self.board) for each in heading]).astype(np.int32)
        self.state, self.sides = np.zeros(16, np.int64), np.zeros((2, 3), np.int64)
        self.state[kernel.LAYERS] = layers
        stride = (count + 7) // 8
        self.words = np.empty((2, 2, beam * stride), np.uint64)
        self.bytes = self.words.view(np.uint8)
        self.keys = np.empty((2, 2, beam), np.uint64)
        self.scores = np.empty((2, 2, beam), np.int32)
        self.children = np.empty(3 * beam + 4, np.uint64)
        self.child_scores = np.empty(3 * beam + 4, np.int32)
        self.child_origins = np.empty(3 * beam + 4, np.uint32)
        self.parents, self.rows = np.zeros((2, 1 << 12), np.uint32), np.zeros((2, 1 << 12), np.uint32)
        self.table = np.zeros(2 << 13, np.uint64)
        for side, start in enumerate((cells, goal)):
            key = tables.key(start)
            self.bytes[side, 0, :count] = np.frombuffer(start, np.uint8)
            self.keys[side, 0, 0] = key
            self.scores[side, 0, 0] = tables.total(heading[side], start)
            self.rows[side, 0] = self.board.root(start.index(0))
            self.sides[side, kernel.SIZE] = 1
            kernel.enter(self.table, np.uint64(key), np.uint64(kernel.ROOT + side))
        self.state[[kernel.GENERATED, kernel.CLOSED]] = 2

    def run(self, limits: Limits) -> Found:
        """Search within the limits."""
        watch, state = Watch(limits), self.state
        if not watch.holds(self.nbytes):
            return nothing(MEMORY, watch)
        state[kernel.MOST] = watch.expansions
        end = watch.drive(
            lambda: int(state[kernel.GENERATED]), self._slice, lambda: self._grow(watch), SLICE_NODES
        )
        moves = self._moves() if end == SOLVED else ""
        left = "layers" if self.sides[:, kernel.SIZE].any() else "exhausted"
        hidden = "pruned" if state[kernel.CUTS] else left
        if end == SOLVED and not self._leads_to_goal(moves):
            end, moves, hidden = EXHAUSTED, "", "keys"
        return Found(
            ENDS[end],
            moves,
            generated=int(state[kernel.GENERATED]),
            expanded=int(state[kernel.EXPANDED]),
            stored=int(state[kernel.CLOSED]),
            peak_open=int(state[kernel.PEAK]),
            cuts=int(state[kernel.CUTS]),
            peak_bytes=watch.peak_bytes,
            reason=hidden if end == EXHAUSTED else "",
        )

    @property
    def nbytes(self) -> int:
        """Bytes of all tables."""
        held = (self.words, self.keys, self.scores, self.children, self.child_scores, self.child_origins)
        return sum(each.nbytes for each in (*held, self.parents, self.rows, self.table))

    def _slice(self, until: int) -> int:
        """Search until about so many boards are generated."""
        return int(
            kernel.run(
                self.state, self.sides, self.table, self.words, self.bytes, self.keys, self.scores,
                self.parents, self.rows, self.children, self.child_scores, self.child_origins, self.after,
                self.onward, self.board.source, self.board.target, self.change, self.cost, until,
            )
        )  # fmt: skip

    def _grow(self, watch: Watch) -> bool:
        """Make room for one more layer; False where that would be above the limit of memory."""
        newest = int(self.sides[:, kernel.SIZE].max())
        held, slots = self.parents.shape[1], len(self.table) // 2
        while held < self.sides[:, :2].sum(axis=1).max() + 3 * newest + 4:
            held *= 2
        while slots < 2 * (self.state[kernel.CLOSED] + 3 * newest + 4):
            slots *= 2
        more = 16 * (held - self.parents.shape[1]) + 16 * (slots - len(self.table) // 2)
        if not watch.holds(self.nbytes + more):
            return False
        wider = ((0, 0), (0, held - self.parents.shape[1]))
        self.parents, self.rows = np.pad(self.parents, wider), np.pad(self.rows, wider)
        if slots > len(self.table) // 2:
            larger = np.zeros(2 * slots, np.uint64)
            kernel.move(self.table, larger)
            self.table = larger
        return True

    def _moves(self) -> str:
        """Return the letters from the start to the board that both have met in, and on to the goal."""
        ways = {int(met) & 1: self._way(int(met)) for met in self.state[[kernel.MET, kernel.MET_WITH]]}
        return ways[0] + ways[1][::-1].translate(BACK)

    def _way(self, met: int) -> str:
        """Return the letters from a beam's root to a board of the table, by its entry."""
        side, slot, node, walked = met & 1, met >> 1 & 3, met >> 3, []
        if met >= kernel.ROOT:
            return ""
        walked.append(int(self.after[self.rows[side, node] * tables.ROW + slot]))
        while node:
            walked.append(int(self.rows[side, node]))
            node = int(self.parents[side, node])
        return self.board.word([step for edge in reversed(walked) for step in self._steps(edge)])

    def _steps(self, edge: int) -> list[int]:
        """Return an edge and those that a corridor leads on to."""
        steps = [edge]
        while onward := int(self.onward[steps[-1]]):
            steps.append(onward)
        return steps

    def _leads_to_goal(self, moves: str) -> bool:
        """Whether the moves do lead from start to goal, as two boards may have one key."""
        try:
            return boards_on(self.cells, moves, self.width)[-1] == self.goal
        except ValueError:
            return False
