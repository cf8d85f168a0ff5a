"""IDA* (Korf 1985) on boards of any size: one board, on which moves are made and taken back.

h is a sum of distances, with or without what tiles in one line have to make way for each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from research.kernels.compiled import compiled
from research.kernels.found import ENDS, EXHAUSTED, MEMORY, NODES, SOLVED, Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.stretches import Stretches
from research.kernels.sliding.watch import SLICE, Watch

# Where `state` keeps what outlives a slice.
DEPTH, GENERATED, EXPANDED, OVER, BOUND = range(5)
SLICE_NODES = 10_000_000
NEVER = 1 << 40
# The distance below a heuristic with conflicts.
BELOW = {"linear_conflict": "manhattan", "wall_conflict": "wall_distance"}
H = ("manhattan", "misplaced", "wall_distance", *BELOW)


def ida_star_cells(
    cells: bytes,
    goal: bytes,
    width: int,
    *,
    limits: Limits = Limits(),
    h: str = "manhattan",
    order: str = tables.BLANK_ORDER,
) -> Found:
    """IDA*: a shortest answer; never ends by itself on a board without one.

    h: one of H; each is 0 at the goal only, which is how the goal is told. order: the blank's moves as
    they are tried. Counts as in `ida_star`, which makes the same search on boards of up to 16 cells.
    """
    tables.checked(cells, goal, width)
    if h not in H:
        raise ValueError(f"unknown heuristic {h!r}; this search takes {', '.join(H)}")
    if cells == goal:
        return Found(ENDS[SOLVED], generated=1)
    search = _Search(cells, goal, width, h, order)
    watch, state, iterations, end = Watch(limits), search.state, 0, EXHAUSTED
    while True:
        iterations += 1
        if not watch.holds(search.begin()):
            end = MEMORY
            break
        end = watch.drive(
            lambda: int(state[GENERATED]),
            lambda until: search.run(until, limits.expansions),
            slice_nodes=SLICE_NODES,
        )
        if end != EXHAUSTED or state[OVER] == NEVER:
            break
        state[BOUND] += state[OVER]
    return Found(
        ENDS[end],
        search.moves() if end == SOLVED else "",
        generated=int(state[GENERATED]),
        expanded=int(state[EXPANDED]),
        stored=int(state[DEPTH]) + 1,
        iterations=iterations,
        peak_bytes=watch.peak_bytes,
    )


class _Search:
    """The board, the stack, and what is looked up."""

    def __init__(self, cells: bytes, goal: bytes, width: int, h: str, order: str) -> None:
        table = tables.distances(BELOW.get(h, h), goal, width)
        self.edges = tables.edges(cells, width, order)
        self.cost = tables.costs(table, self.edges, g=1)
        self.cells, self.count = cells, len(cells)
        self.stretches = Stretches(goal, width, self.edges) if h in BELOW else None
        self.state = np.zeros(8, np.int64)
        self.state[GENERATED] = 1
        conflicts = self.stretches.total(cells) if self.stretches else 0
        self.state[BOUND] = self.h = tables.total(table, cells) + conflicts

    def begin(self) -> int:
        """Put the start on an empty stack; return the bytes that are held."""
        bound = int(self.state[BOUND])
        self.places, self.slack = np.zeros(bound + 3, np.uint64), np.zeros(bound + 3, np.int64)
        self.places[0] = self.edges.root(self.cells.index(0)) * tables.ROW
        self.slack[0] = bound - self.h
        self.board = np.frombuffer(self.cells, np.uint8).astype(np.uint64)
        self.index = self.stretches.indices(self.cells) if self.stretches else np.zeros(1, np.int64)
        self.state[DEPTH], self.state[OVER] = 0, NEVER
        self.state[EXPANDED] += 1
        held = [self.places, self.slack, self.cost, *(self.stretches.arrays if self.stretches else ())]
        return sum(each.nbytes for each in held)

    def run(self, until: int, expansions: int | None) -> int:
        """Search on below the bound until so many are generated, or more than so many expanded."""
        if expansions is not None:
            # Each expansion generates a node, so that no slice goes beyond the limit.
            left = expansions + 1 - int(self.state[EXPANDED])
            if left <= 0:
                return NODES
            until = min(until, int(self.state[GENERATED]) + left)
        return int(
            _dive(
                self.state, self.board, self.places, self.slack, self.edges.after, self.edges.source,
                self.edges.target, self.cost, np.uint64(self.count), self.index,
                self.stretches.arrays if self.stretches else None, until,
            )
        )  # fmt: skip

    def moves(self) -> str:
        """Return the moves on the stack."""
        walked = [int(self.edges.after[int(place) - 1]) for place in self.places[: self.state[DEPTH]]]
        return self.edges.word(walked)


@compiled
def _dive(
    state: Any,
    board: Any,
    places: Any,
    slack: Any,
    after: Any,
    source: Any,
    target: Any,
    cost: Any,
    tiles: Any,
    index: Any,
    stretches: Any,
    until: Any,
) -> Any:
    """Search on below the bound; slack is how much f may still rise, places where in `after` we are.

    stretches: None, or the arrays of `Stretches` (numba compiles one function for each).
    """
    one = np.uint64(1)
    depth, bound = np.uint64(state[DEPTH]), state[BOUND]
    place, left = places[depth], slack[depth]
    generated, expanded, over = state[GENERATED], state[EXPANDED], state[OVER]
    end = SLICE
    while generated < until:
        edge = after[place]
        if edge == np.uint64(0):
            if depth == np.uint64(0):
                end = EXHAUSTED
                break
            depth -= one
            place, left = places[depth], slack[depth]
            edge = after[place - one]
            tile = board[source[edge]]
            board[target[edge]], board[source[edge]] = tile, np.uint64(0)
            if stretches is not None:
                _shift(index, edge, edge * tiles + tile, -1, stretches)
            continue
        place += one
        generated += 1
        tile = board[target[edge]]
        at = edge * tiles + tile
        rest = left - cost[at]
        if stretches is not None:
            rest -= _change(index, edge, at, stretches)
        if rest < 0:
            over = min(over, -rest)
            continue
        board[source[edge]], board[target[edge]] = tile, np.uint64(0)
        if stretches is not None:
            _shift(index, edge, at, 1, stretches)
        places[depth], slack[depth] = place, left
        depth += one
        if bound - rest == np.int64(depth):
            end = SOLVED
            break
        expanded += 1
        place, left = edge * np.uint64(8), rest
    places[depth], slack[depth] = place, left
    state[DEPTH] = np.int64(depth)
    state[GENERATED], state[EXPANDED], state[OVER] = generated, expanded, over
    return end


@compiled(inline="always")  # type: ignore[untyped-decorator]
def _change(index: Any, edge: Any, at: Any, stretches: Any) -> Any:
    """Return by how much the conflicts change with a move: in the stretches left and entered."""
    lines, digits, values = stretches
    out, into = digits[at, np.uint64(1)], digits[at, np.uint64(2)]
    change = np.int64(0)
    if out != 0:
        before = index[lines[edge, np.uint64(1)]]
        change += np.int64(values[before + out]) - np.int64(values[before])
    if into != 0:
        before = index[lines[edge, np.uint64(2)]]
        change += np.int64(values[before + into]) - np.int64(values[before])
    return change


@compiled(inline="always")  # type: ignore[untyped-decorator]
def _shift(index: Any, edge: Any, at: Any, sign: Any, stretches: Any) -> Any:
    """Make a move in the indices, or (sign -1) take it back."""
    lines, digits, _ = stretches
    for kind in range(3):
        index[lines[edge, np.uint64(kind)]] += sign * digits[at, np.uint64(kind)]
