"""IDA* (Korf 1985) on boards of any size: one board, on which moves are made and taken back.

h is a sum of distances, with or without what tiles in one line have to make way for each other, or of
patterns.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from research.kernels.compiled import compiled
from research.kernels.found import ENDS, EXHAUSTED, MEMORY, NODES, SOLVED, Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.pattern_steps import PatternSteps, pattern_step
from research.kernels.sliding.patterns import PARTITIONS
from research.kernels.sliding.stretches import Stretches
from research.kernels.sliding.watch import SLICE, Watch

SLICE_NODES = 10_000_000
# Where `state` keeps what outlives a slice.
DEPTH, GENERATED, EXPANDED, OVER = range(4)
# What OVER says of a bound that no node went over.
NEVER = 1 << 40
# The distance below a heuristic with conflicts.
BELOW = {"linear_conflict": "manhattan", "wall_conflict": "wall_distance"}


def ida_star(
    cells: bytes,
    goal: bytes,
    width: int,
    *,
    limits: Limits = Limits(),
    h: str = "manhattan",
    order: str = tables.BLANK_ORDER,
) -> Found:
    """IDA*: a shortest answer when h is admissible; never ends by itself on a board without one.

    h: a distance of `tables.distances`, one with conflicts (BELOW; Hansson, Mayer and Yung 1992), or the
    name of a partition for pattern databases (Korf and Felner 2002), which are built where they are not
    there yet. order: the blank's moves as they are tried.
    generated counts the root once, a child also when it is pruned, the parent's move not at all, over
    all iterations; the search stops when the goal is generated. With "manhattan" and the default order
    these are the counts of Korf's paper. stored is the depth of the stack.
    """
    tables.checked(cells, goal, width)
    if cells == goal:
        return Found(ENDS[SOLVED], generated=1)
    search, watch = _Search(cells, goal, width, h, order), Watch(limits)
    state, bound, iterations, end = search.state, search.h, 0, EXHAUSTED
    while end == EXHAUSTED and state[OVER] != NEVER:
        bound += int(state[OVER])
        iterations += 1
        end = MEMORY
        if watch.holds(search.begin(bound)):
            end = watch.drive(
                lambda: int(state[GENERATED]),
                lambda until: search.run(until, watch.expansions),
                slice_nodes=SLICE_NODES,
            )
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
        self.edges, self.state = tables.edges(cells, width, order), np.zeros(8, np.int64)
        self.state[GENERATED] = 1
        self.cells, self.goal = cells, np.frombuffer(goal, np.uint8).astype(np.uint64)
        self.stretches = Stretches(goal, width, self.edges) if h in BELOW else None
        self.patterns = PatternSteps(h, goal, width, self.edges) if h in PARTITIONS else None
        # Patterns count their tiles together; by itself a tile adds nothing.
        table = tables.distances("zero" if self.patterns else BELOW.get(h, h), goal, width)
        self.cost = tables.costs(table, self.edges, g=1)
        together = self.stretches or self.patterns
        self.h = tables.total(table, cells) + (together.total(cells) if together else 0)

    def begin(self, bound: int) -> int:
        """Put the start on an empty stack; return the bytes that are held."""
        self.bound = bound
        self.places, self.slack = np.zeros(bound + 3, np.uint64), np.zeros(bound + 3, np.int64)
        self.places[0] = self.edges.root(self.cells.index(0)) * tables.ROW
        self.slack[0] = bound - self.h
        self.board = np.frombuffer(self.cells, np.uint8).astype(np.uint64)
        self.lines = self.way = None
        held: list[Any] = [self.places, self.slack, self.cost]
        if self.stretches:
            self.lines = (self.stretches.indices(self.cells), *self.stretches.arrays)
            held += self.lines
        if self.patterns:
            self.way = self.patterns.arrays(self.cells, bound + 3)
            held += [self.patterns, *self.way[:2]]
        self.state[DEPTH], self.state[OVER] = 0, NEVER
        self.state[EXPANDED] += 1
        return sum(each.nbytes for each in held)

    def run(self, until: int, expansions: int) -> int:
        """Search on below the bound until so many are generated, or expanded."""
        # Each expansion generates a node, so that no slice goes beyond the limit.
        left = expansions - int(self.state[EXPANDED])
        if left <= 0:
            return NODES
        until = min(until, int(self.state[GENERATED]) + left)
        return int(
            _dive(
                self.state, self.board, self.places, self.slack, self.bound, self.edges.after,
                self.edges.source, self.edges.target, self.cost, self.goal, self.lines,
                self.way, until,
            )
        )  # fmt: skip

    def moves(self) -> str:
        """Return the moves on the stack."""
        places = self.places[: int(self.state[DEPTH]) + 1]
        return self.edges.word([int(self.edges.after[int(place) - 1]) for place in places])


@compiled
def _dive(
    state: Any, board: Any, places: Any, slack: Any, bound: Any, after: Any, source: Any, target: Any,
    cost: Any, goal: Any, lines: Any, patterns: Any, until: Any,
) -> Any:  # fmt: skip
    """Search on below the bound; slack is how much f may still rise, places where in `after` we are.

    lines: None, or the indices and arrays of `Stretches`; patterns: None, or what `pattern_step` needs
    (numba compiles one function for each).
    """
    one, tiles = np.uint64(1), np.uint64(len(goal))
    depth = np.uint64(state[DEPTH])
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
            if lines is not None:
                _shift(edge, edge * tiles + tile, -1, lines)
            continue
        place += one
        generated += 1
        tile = board[target[edge]]
        at = edge * tiles + tile
        rest = left - cost[at]
        if lines is not None:
            rest -= _change(edge, at, lines)
        if patterns is not None:
            rest -= pattern_step(depth, edge, tile, patterns)
        if rest < 0:
            over = min(over, -rest)
            continue
        board[source[edge]], board[target[edge]] = tile, np.uint64(0)
        if lines is not None:
            _shift(edge, at, 1, lines)
        places[depth], slack[depth] = place, left
        # What is left of the bound is h, and that is 0 at the goal.
        if bound - rest == np.int64(depth) + 1 and _same(board, goal):
            end = SOLVED
            break
        depth += one
        expanded += 1
        place, left = edge * np.uint64(8), rest
    places[depth], slack[depth] = place, left
    state[DEPTH] = np.int64(depth)
    state[GENERATED], state[EXPANDED], state[OVER] = generated, expanded, over
    return end


@compiled
def _same(board: Any, goal: Any) -> Any:
    cell = 0
    while cell < len(goal) and board[cell] == goal[cell]:
        cell += 1
    return cell == len(goal)


@compiled(inline="always")  # type: ignore[untyped-decorator]
def _change(edge: Any, at: Any, stretches: Any) -> Any:
    """Return by how much the conflicts change with a move: in the stretches left and entered."""
    index, lines, digits, values = stretches
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
def _shift(edge: Any, at: Any, sign: Any, stretches: Any) -> Any:
    """Make a move in the indices, or (sign -1) take it back."""
    index, lines, digits, _ = stretches
    for kind in range(3):
        index[lines[edge, np.uint64(kind)]] += sign * digits[at, np.uint64(kind)]
