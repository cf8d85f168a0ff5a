"""RTA* and LRTA* (Korf 1990) on boards of any size: an agent looks ahead, moves, and keeps what it learns.

The boards that were left have their values in a table by Zobrist key.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from research.kernels.found import ENDS, EXHAUSTED, MEMORY, SHUT_IN, SOLVED, Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.real_time_moves import (
    BLANK,
    FIRST,
    GENERATED,
    GOAL,
    HELD,
    HERE,
    LAST,
    MOVES,
    OPEN,
    START,
    TRIALS,
    VISITS,
    H,
    refill,
    walk,
)
from research.kernels.sliding.watch import Watch, nothing

SLICE_VISITS = 1 << 20
ROOM = 1 << 12

Ties = Literal["random", "first"]


def rta_star(
    cells: bytes,
    goal: bytes,
    width: int,
    *,
    limits: Limits = Limits(),
    h: str = "manhattan",
    lookahead: int = 1,
    ties: Ties = "random",
    key: int = 0,
) -> Found:
    """RTA*: to the neighbour with the least f; the board that is left gets the second least.

    limits.nodes are boards entered, the start included. h: a distance of `tables.distances`. lookahead: depth
    in moves from the agent's board. key: of the `Stream` that ties are drawn from. moves are those made, also
    by an agent that did not arrive; expanded counts boards entered, stored the different ones, generated
    the start, the neighbours of boards entered and what lookaheads have made below them.
    """
    return _Agent(cells, goal, width, h, lookahead, ties, key).run(limits, 1, learning=False)


def lrta_star(
    cells: bytes,
    goal: bytes,
    width: int,
    *,
    limits: Limits = Limits(),
    h: str = "manhattan",
    lookahead: int = 1,
    ties: Ties = "random",
    trials: int = 1,
    key: int = 0,
) -> Found:
    """LRTA*: to the neighbour with the least f; the board that is left gets that, if it is more than before.

    trials: the most runs from the start; one that raises no value is the last. moves are those of the last,
    all else is counted over all of them. The rest is as for `rta_star`.
    """
    return _Agent(cells, goal, width, h, lookahead, ties, key).run(limits, trials, learning=True)


class _Agent:
    """The tables of one agent.

    keys, values  uint64 and int32: a board's key (0: a free slot), and what was learned of it
    walked        uint16: the edges of this trial's moves
    stack         int64 (2, lookahead): the place in `after` and the h of each board of a lookahead
    """

    def __init__(
        self, cells: bytes, goal: bytes, width: int, h: str, lookahead: int, ties: Ties, key: int
    ) -> None:
        tables.checked(cells, goal, width)
        if lookahead < 1:
            raise ValueError(f"a lookahead is at least 1 deep, found {lookahead}")
        table, board = tables.distances(h, goal, width), tables.edges(cells, width)
        self.board, self.lookahead = board, lookahead
        self.home = np.frombuffer(cells, np.uint8).copy()
        self.cells = self.home.copy()
        self.places = np.array([tables.key(each) for each in (cells, cells, goal)], np.uint64)
        cost = tables.costs(table, board).astype(np.int32)
        change = tables.key_changes(board, len(cells))
        self.moves = (board.after, board.source, board.target, cost, change)
        self.begin = (cells.index(0), tables.total(table, cells), len(board.source))
        self.draws = (ties == "random", np.uint64(key))
        self.keys, self.values = np.zeros(ROOM, np.uint64), np.zeros(ROOM, np.int32)
        self.walked = np.zeros(ROOM, np.uint16)
        self.stack = np.zeros((2, lookahead), np.int64)
        self.state = np.zeros(16, np.int64)
        self.state[[VISITS, GENERATED]] = 1
        self.state[[BLANK, H]] = self.begin[:2]

    @property
    def nbytes(self) -> int:
        """Bytes of all tables that grow."""
        return self.keys.nbytes + self.values.nbytes + self.walked.nbytes

    def run(self, limits: Limits, trials: int, learning: bool) -> Found:
        """Walk within the limits."""
        watch, state = Watch(limits), self.state
        if not watch.holds(self.nbytes):
            return nothing(MEMORY, watch)
        end = SOLVED
        if self.places[START] != self.places[GOAL]:
            end = watch.drive(
                lambda: int(state[VISITS]),
                lambda until: self._slice(until, trials, learning),
                lambda: self._grow(watch),
                max(1, SLICE_VISITS >> self.lookahead),
            )
        own = (
            {"trials": TRIALS, "first_trial": FIRST, "last_trial": LAST} if state[TRIALS] and learning else {}
        )
        return Found(
            ENDS[end],
            self.board.word(self.walked[: state[MOVES]].tolist()),
            generated=int(state[GENERATED]),
            expanded=int(state[VISITS]),
            stored=int(state[HELD]) + (self.places[HERE] not in self.keys),
            peak_bytes=watch.peak_bytes,
            reason=SHUT_IN if end == EXHAUSTED and state[OPEN] else "",
            own={name: int(state[place]) for name, place in own.items()},
        )

    def _slice(self, until: int, trials: int, learning: bool) -> int:
        """Walk until so many boards were entered."""
        return int(
            walk(
                self.state, self.cells, self.home, self.places, self.keys, self.values, self.walked,
                self.stack, self.moves, self.begin, self.draws, self.lookahead, trials, learning, until,
            )
        )  # fmt: skip

    def _grow(self, watch: Watch) -> bool:
        """Double what is full; False where that would be above the limit of memory."""
        if not watch.holds(3 * self.nbytes):
            return False
        if self.state[MOVES] == len(self.walked):
            self.walked = np.concatenate([self.walked, np.zeros_like(self.walked)])
        else:
            keys, values = np.zeros(2 * len(self.keys), np.uint64), np.zeros(2 * len(self.keys), np.int32)
            refill(self.keys, self.values, keys, values)
            self.keys, self.values = keys, values
        return True
