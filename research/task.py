"""A task is a hidden graph, a start and an objective.

The order of a node's neighbours in `graph` is part of the task: strategies break ties by it, so
it must not depend on hashing or on history.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Protocol

import networkx as nx

Node = Hashable


class Geometry(Protocol):
    """What everybody knows of a world before a step is made: how its steps are named and laid out.

    `kind` is what heuristics are defined for: "grid4", "grid8", "slide". `letters` names the
    directions in tie order. `headings` says that `letters` runs clockwise, so that one can turn.
    """

    @property
    def kind(self) -> str:
        """What heuristics are defined for."""

    @property
    def letters(self) -> str:
        """The letters of the directions in tie order."""

    @property
    def headings(self) -> bool:
        """Whether `letters` runs clockwise."""

    def letter(self, here: Any, there: Any) -> str:
        """Return the letter of the step from `here` to the adjacent `there`."""

    def around(self, node: Any) -> tuple[Any, ...] | None:
        """Return all nodes that `node` could be joined to, in tie order; None: nobody can know."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The objective to enter `target`; any of `others` will do as well."""

    target: Node
    others: tuple[Node, ...] = ()

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes that end the search."""
        return (self.target, *self.others)


@dataclass(frozen=True, slots=True)
class Cover:
    """The objective to visit every one of `nodes`."""

    nodes: frozenset[Node]


@dataclass(frozen=True, slots=True)
class Task:
    """A hidden graph with a start and an objective.

    `graph` is an `nx.Graph` or a `LazyGraph`; an edge's `weight` is its cost, 1 where it has none.
    `name` is for people. `key` identifies the instance for random streams: two tasks with equal
    content should have equal keys; it defaults to the name. `hopeless` says why the objective cannot
    be reached where that is known without a search: no search is started then. Raises ValueError
    where start or objective are not in the graph.
    """

    graph: nx.Graph
    start: Node
    objective: Reach | Cover
    name: str = ""
    geometry: Geometry | None = None
    key: str = field(default="")
    hopeless: str = ""

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", self.name)
        for node in (self.start, *self.objective.nodes):
            if node not in self.graph:
                raise ValueError(f"task {self.name or '(unnamed)'}: {node!r} is not in the graph")

    @property
    def goals(self) -> tuple[Node, ...]:
        """The goal nodes in order; empty where the objective is to cover."""
        return self.objective.nodes if isinstance(self.objective, Reach) else ()
