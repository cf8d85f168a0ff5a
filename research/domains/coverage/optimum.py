"""The proven optimum of a covering walk: the least moves, and the fewest cells visited twice.

The relaxed programme is solved with the cuts that it breaks until it breaks none; then whole numbers are
asked for, again with the cuts that are broken. Only walks better than the best one known are looked for:
that there are none is the proof. When time runs out, what is left is an honest gap between the best walk
and the greatest bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, inf
from time import monotonic
from typing import Any

import networkx as nx

from research.domains.coverage.bounds import least_moves, least_twice
from research.domains.coverage.joining import bridged, joined
from research.domains.coverage.programme import Floats, Objective, Programme
from research.domains.coverage.separation import broken_cuts, parts_apart
from research.domains.coverage.solvers import HAS_CP_SAT, SOLVERS, Solution, relaxed

# Solvers give bounds in floating point; a whole number is not rounded up by their error.
ROUNDING = 1e-5


@dataclass(frozen=True, slots=True)
class Best:
    """The best walk that is known, what it costs and what none goes below; proven where both agree."""

    walk: tuple[Any, ...]
    value: int
    bound: int

    @property
    def proven(self) -> bool:
        """Whether no walk is better."""
        return self.bound >= self.value


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best walks by both objectives: moves, and cells visited at least twice (start counted once)."""

    moves: Best
    twice: Best

    def with_walk(self, walk: Sequence[Any]) -> Optimum:
        """Return the same with another covering walk in the place of those that it is better than."""
        return Optimum(_better(self.moves, walk, "moves"), _better(self.twice, walk, "twice"))


def optimum(
    graph: nx.Graph,
    start: Any,
    walks: Sequence[Sequence[Any]] = (),
    *,
    seconds: float = inf,
    solver: str | None = None,
) -> Optimum:
    """Return the best walks from `start` over all nodes of a connected graph.

    walks: some that are known already; the better they are, the sooner it is done. seconds: wall time for
    each objective. solver: "highs" or "cp_sat"; default: CP-SAT where it is installed.
    """
    every = [tuple(walk) for walk in (*walks, _there_and_back(graph, start))]
    search = _Search(Programme(graph, start), solver or ("cp_sat" if HAS_CP_SAT else "highs"))
    moves = search.best("moves", every, least_moves(graph, start), monotonic() + seconds)
    search.programme.ask_for_moves(moves.bound)
    every.append(moves.walk)
    twice = search.best("twice", every, least_twice(graph, start), monotonic() + seconds)
    return Optimum(moves, twice)


def value_of(walk: Sequence[Any], objective: Objective) -> int:
    """Return the moves of a walk, or the number of its nodes that it visits at least twice."""
    if objective == "moves":
        return len(walk) - 1
    return sum(count > 1 for count in Counter(walk).values())


def covers(graph: nx.Graph, start: Any, walk: Sequence[Any]) -> bool:
    """Whether a walk begins at the start, goes along edges, and enters every node."""
    if not walk or walk[0] != start or set(walk) != set(graph):
        return False
    return all(graph.has_edge(here, there) for here, there in pairwise(walk))


def _there_and_back(graph: nx.Graph, start: Any) -> tuple[Any, ...]:
    """Return the walk of a depth-first search up to its last new node."""
    before: dict[Any, Any] = {}
    walk = [start]
    for parent, node in nx.dfs_edges(graph, start):
        while walk[-1] != parent:
            walk.append(before[walk[-1]])
        before[node] = parent
        walk.append(node)
    return tuple(walk)


class _Search:
    """A programme that keeps the cuts which one objective has needed for the other."""

    def __init__(self, programme: Programme, solver: str) -> None:
        self.programme = programme
        self.solver = SOLVERS[solver]

    def best(
        self, objective: Objective, walks: Sequence[tuple[Any, ...]], bound: int, deadline: float
    ) -> Best:
        """Return the best walk by one objective, from known walks and a bound."""
        walk = min(walks, key=lambda walk: value_of(walk, objective))
        best = Best(walk, value_of(walk, objective), bound)
        best = self._relaxed(objective, best, deadline)
        while not best.proven and (left := deadline - monotonic()) > 0:
            solution = self.solver(self.programme, objective, (best.bound, best.value), left)
            best = _raised(best, solution)
            if solution.values is None:
                break
            for values in (*solution.others, solution.values):
                best = self._learnt(objective, best, values)
        return best

    def _learnt(self, objective: Objective, best: Best, values: Floats) -> Best:
        """Return the walk that whole values mean where it is better; keep the cuts that they break."""
        for part in parts_apart(self.programme, values):
            self.programme.cut(part)
        values = bridged(self.programme, joined(self.programme, values))
        return _better(best, self.programme.walk(values), objective)

    def _relaxed(self, objective: Objective, best: Best, deadline: float) -> Best:
        """Return the best walk with the bound of the relaxed programme, and keep the cuts for it."""
        while not best.proven and (left := deadline - monotonic()) > 0:
            solution = relaxed(self.programme, objective, (best.bound, best.value), left)
            best = _raised(best, solution)
            if solution.values is None:
                break
            fresh = [self.programme.cut(part) for part in broken_cuts(self.programme, solution.values)]
            if not any(fresh):
                break
        return best


def _better(best: Best, walk: Sequence[Any], objective: Objective) -> Best:
    """Return the better of the best walk and another, by one objective; the bound is the same."""
    value = value_of(walk, objective)
    return Best(tuple(walk), value, best.bound) if value < best.value else best


def _raised(best: Best, solution: Solution) -> Best:
    """Return the best walk with its bound raised: of better walks none is below the solution's."""
    bound = best.value if solution.bound == inf else best.bound
    if -inf < solution.bound < inf:
        bound = max(bound, ceil(solution.bound - ROUNDING))
    return Best(best.walk, best.value, min(bound, best.value))
