"""What real-time searches share: an agent that looks ahead, moves to a neighbour, and keeps a table.

Korf 1990, "Real-Time Heuristic Search", Artificial Intelligence 42. A neighbour's value is
what the table has of it once it was visited, else the result of a lookahead: minimin with alpha pruning.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import inf, nextafter
from typing import Literal

from research.fog import View, Visits
from research.heuristics import toward
from research.strategies.shortening import without_loops
from research.task import Node

Ties = Literal["random", "first"]
# The twins' heuristics, alone or added up.
TWIN_H = frozenset({"contest_distance", "manhattan", "misplaced", "wall_distance"})


class Agent:
    """An agent on its way: `table` has the value of each node that it has left, `way` where it has been.

    lookahead: depth in moves from where it stands, so that 1 takes each neighbour's own h. It counts as
    "generated" the start, the neighbours of each visited node, and the nodes below them that it looks at.
    """

    def __init__(self, view: View, h: str, lookahead: int, ties: Ties) -> None:
        self.view, self.lookahead, self.ties = view, lookahead, ties
        self.estimate = toward(h, view)
        self.table: dict[Node, float] = {}
        self.way = [view.here]
        view.counters["generated"] = 1

    @property
    def has_unvisited(self) -> bool:
        """Whether a node is known that was never visited; where none is, all that can be reached was."""
        return len(self.view.seen) > len(self.view.visits)

    def options(self, rank: int) -> dict[Node, float]:
        """Return f of each neighbour: the step there, and the value from there.

        It is exact for the `rank` least and those that equal them; others may be inf, as a neighbour is
        looked at only as far as it can still be among those.
        """
        found: dict[Node, float] = {}
        for child, cost in self.view.edges[self.view.here].items():
            self.view.counters["generated"] += 1
            if child in self.table:
                found[child] = cost + self.table[child]
            else:
                bound = sorted([*found.values(), inf, inf])[rank - 1]
                alpha = nextafter(bound, inf)
                found[child] = self.minimin(child, self.view.here, cost, self.lookahead - 1, alpha)
        return found

    def minimin(self, node: Node, before: Node, g: float, depth: int, alpha: float) -> float:
        """Return the least f = g + h of the nodes `depth` moves beyond `node`, inf where none is below alpha.

        The move back is left out, so that a dead end has nothing beyond it. A goal is not looked beyond,
        nor is a node whose edges are not known: they count as they are.
        The least is exact for a consistent h; with others f may fall again below a node that was pruned.
        """
        f = g + self.estimate(node)
        beyond = known_edges(self.view, node) if depth and node not in self.view.goals else {}
        if f >= alpha or not beyond:
            return f if f < alpha else inf
        least = inf
        for child, cost in beyond.items():
            if child != before:
                self.view.counters["generated"] += 1
                least = min(least, self.minimin(child, node, g + cost, depth - 1, min(alpha, least)))
        return least

    def choose(self, options: Mapping[Node, float]) -> Node:
        """Return a neighbour with the least f: the first of them, or one at random."""
        least = min(options.values())
        best = [child for child, f in options.items() if f == least]
        return self.view.rng.choice(best) if self.ties == "random" else best[0]

    def enter(self, node: Node) -> Visits:
        """Visit a node; a goal's path is the way there without its loops."""
        self.way.append(node)
        if node in self.view.goals:
            self.view.parents.update((here, before) for before, here in pairwise(without_loops(self.way)))
        yield node

    def begin_again(self) -> Visits:
        """Go back to the start for another trial."""
        self.way = [self.view.start]
        if self.view.here != self.view.start:
            yield self.view.start


def known_edges(view: View, node: Node) -> Mapping[Node, float]:
    """Return the neighbours of a node with the costs of the steps, {} where the agent cannot know them.

    The moves of a board are known to everybody; elsewhere a node's edges are known once it is charted.
    """
    neighbors = getattr(view.geometry, "neighbors", None)
    return dict.fromkeys(neighbors(node), 1) if neighbors else view.edges.get(node, {})
