"""Ways of a search that keeps its own: steps, where one node may be come to again, and whole paths.

`view.parents` has one way to each node; a search that generates nodes again keeps its own, and writes
the one that led to the goal when it gets there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from research.fog import View, Visits
from research.strategies.shortening import without_loops
from research.task import Node


class Step(NamedTuple):
    """A node, the cost of the way to it, and the step before; None at the start."""

    node: Node
    g: float
    before: Step | None


def expand(view: View, node: Node) -> Visits:
    """Visit a node, again where it was visited before."""
    if node in view.visits:
        yield from view.reopen(node)
    else:
        yield node


def children_of(view: View, step: Step, order: str | None) -> Iterator[Step]:
    """Yield the steps to the neighbours of an expanded node but the one before it, and count them.

    order: tie order of the directions; None: the world's own.
    """
    edges, before = view.edges[step.node], step.before.node if step.before else None
    for to in view.neighbors(step.node, order):
        if to != before:
            view.counters["generated"] += 1
            yield Step(to, step.g + edges[to], step)


def follow(view: View, path: Sequence[Node]) -> Visits:
    """Visit the nodes of a path from the start, each as the one that led to the next."""
    for before, here in pairwise(path):
        view.parents[here] = before
        yield here


def arrive(view: View, goal: Step) -> Visits:
    """Visit the goal, its route being the way of these steps without what it passes twice."""
    way: list[Node] = []
    step: Step | None = goal
    while step is not None:
        way.append(step.node)
        step = step.before
    view.parents.update({there: here for here, there in pairwise(without_loops(way[::-1]))})
    yield goal.node
