"""The peek audit: does a strategy's walk depend on anything that was never shown to it?

The episode is played again on tasks that differ only where nobody has looked up to some step: every
edge between two nodes that were not charted by then is thrown anew. A strategy that goes by its View
alone makes the same walk up to that step, and the same step after it; one that does not has peeked.
The last replay lets the whole walk be charted, the others end in the middle of it: who knows the
way beforehand charts just that way, and is found out only there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import networkx as nx

from research.episode import Budget, Episode, play
from research.fog import Fog
from research.lazy import LazyGraph
from research.rng import Stream, key_of
from research.task import Node, Task

# Without a geometry, so many pairs of hidden nodes at most get a chance of an edge.
MAX_PAIRS = 20_000


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found. honest: every replay made the same walk; hidden: nodes nobody charted.

    replay: which replay differed (from 1), at: the first step that differs; None where all agree.
    """

    honest: bool
    replays: int
    hidden: int
    replay: int | None = None
    at: int | None = None


def audit(
    task: Task,
    strategy: Callable[..., Any],
    *,
    fog: Fog = Fog(),
    budget: Budget = Budget(),
    seed: int = 0,
    replays: int = 5,
    **params: Any,
) -> Audit:
    """Play an episode, then `replays` parts of it with all that was hidden by then thrown anew.

    ValueError for a task whose graph is computed from its nodes: it hides nothing.
    """
    if isinstance(task.graph, LazyGraph):
        raise ValueError("the graph of this task is computed on demand: it hides no edges to audit")
    played = play(task, strategy, fog=fog, budget=budget, seed=seed, **params)
    hidden = len(task.graph) - len(charted_by(task, played.walk, fog))
    # A search may expand again where it stands, which is no visit but counts.
    still = max(0, (played.expanded or 0) - len(played.walk))
    for number in range(1, replays + 1):
        known = 1 + (len(played.walk) - 1) * number // replays
        other = scrambled(task, charted_by(task, played.walk[:known], fog), number)
        steps = known + (fog.cost == "jump") + still
        within = budget if budget.steps is not None and budget.steps < steps else replace(budget, steps=steps)
        again = play(other, strategy, fog=fog, budget=within, seed=seed, **params)
        if again.walk[: known + 1] != played.walk[: known + 1]:
            return Audit(False, replays, hidden, number, _first_difference(played, again))
    return Audit(True, replays, hidden)


def _first_difference(one: Episode, other: Episode) -> int:
    pairs = zip(one.walk, other.walk, strict=False)
    same = next((step for step, (a, b) in enumerate(pairs) if a != b), None)
    return min(len(one.walk), len(other.walk)) if same is None else same


def charted_by(task: Task, walk: Sequence[Node], fog: Fog) -> set[Node]:
    """Return the nodes whose edges a walk has revealed."""
    charted = set(walk)
    ring = list(charted)
    for _ in range(fog.sight - 1):
        ring = [there for here in ring for there in task.graph[here] if there not in charted]
        charted.update(ring)
    return charted


def scrambled(task: Task, charted: set[Node], number: int) -> Task:
    """Return the task with every edge between two uncharted nodes thrown anew, 1 in 2."""
    coin = Stream(key_of(f"peek audit {task.key}", number))
    rank = {node: place for place, node in enumerate(task.graph)}
    thrown: dict[Node, set[Node]] = {node: set() for node in rank}
    for one, other in _hidden_pairs(task, charted, rank):
        if coin.below(2):
            thrown[one].add(other)
            thrown[other].add(one)
    adjacency = {node: _neighbours(task, node, node in charted, thrown[node], charted, rank) for node in rank}
    return replace(task, graph=_Ordered(adjacency))


def _hidden_pairs(task: Task, charted: set[Node], rank: dict[Node, int]) -> Any:
    """Return the pairs of uncharted nodes that an edge could join."""
    hidden = [node for node in rank if node not in charted]
    if task.geometry is None or task.geometry.around(task.start) is None:
        return [pair for pair, _ in zip(combinations(hidden, 2), range(MAX_PAIRS), strict=False)]
    near = ((node, other) for node in hidden for other in task.geometry.around(node) or ())
    return [(a, b) for a, b in near if b in rank and b not in charted and rank[a] < rank[b]]


def _neighbours(
    task: Task, node: Node, known: bool, thrown: set[Node], charted: set[Node], rank: dict[Node, int]
) -> dict[Node, dict[str, Any]]:
    """Return a node's new adjacency, in the order that the world gives to neighbours."""
    old = task.graph.adj[node]
    if known:
        return {there: dict(data) for there, data in old.items()}
    kept = {there for there in old if there in charted} | thrown
    around = task.geometry.around(node) if task.geometry else None
    order = [there for there in around if there in kept] if around else sorted(kept, key=rank.__getitem__)
    return {there: dict(old[there]) if there in old else {} for there in order}


class _Ordered(nx.Graph):  # type: ignore[misc]
    """A graph whose adjacency, order of neighbours included, is given as it stands."""

    def __init__(self, adjacency: dict[Node, dict[Node, dict[str, Any]]]) -> None:
        super().__init__()
        self.add_nodes_from(adjacency)
        for node, near in adjacency.items():
            self._adj[node].update(near)
