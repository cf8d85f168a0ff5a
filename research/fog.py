"""Fog: what a visit reveals, what a move costs, and the View of it that a strategy gets.

An agent knows what it has charted and nothing more. A visit charts the visited node (with `sight`
above 1 also the nodes up to sight - 1 edges away); it can go only to nodes it has seen, and only
through nodes it has visited.
"""

from __future__ import annotations

from collections.abc import Generator, KeysView, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from research.chart import Chart, EdgeCosts
from research.rng import Stream
from research.task import Geometry, Node, Task

# A sight that takes in the whole map of any world that is small enough to be covered.
WHOLE_MAP = 1_000


@dataclass(frozen=True, slots=True)
class Fog:
    """What a search pays for and what it is told.

    cost: "walk", an agent that pays for every edge it crosses; "jump", classical search, one visit
    is one expansion. goal: whether the goal's place is known. sight: 1 means a visit tells the
    node's own edges, 2 also those of its neighbours, and so on.
    """

    cost: Literal["walk", "jump"] = "walk"
    goal: Literal["known", "hidden"] = "known"
    sight: int = 1

    def __post_init__(self) -> None:
        if self.cost not in ("walk", "jump") or self.goal not in ("known", "hidden") or self.sight < 1:
            raise ValueError(f"{self}: cost is walk or jump, goal is known or hidden, sight is at least 1")

    def __str__(self) -> str:
        """The cost, then what is not the default: "walk", "jump,goal=hidden", "walk,sight=2"."""
        parts = [self.cost, "goal=hidden" if self.goal == "hidden" else ""]
        return ",".join([*filter(None, parts), *([f"sight={self.sight}"] if self.sight > 1 else [])])

    @classmethod
    def parse(cls, text: str) -> Fog:
        """Return the fog that `str(fog)` wrote; ValueError for any other text."""
        cost, *rest = text.split(",")
        options = dict(part.split("=") for part in rest)
        fog = cls(cost, options.get("goal", "known"), int(options.get("sight", 1)))  # type: ignore[arg-type]
        if str(fog) != text:
            raise ValueError(f"{text!r} is not a fog")
        return fog


@dataclass(frozen=True, slots=True)
class Observation:
    """What one visit tells: where one is, and the edges that it charted (node to neighbours)."""

    here: Node
    edges: Mapping[Node, EdgeCosts]


# What a strategy is: it yields the next node to visit, and may end with a verdict: a reason for
# giving up, or Outcome.UNREACHABLE.
Visits = Generator[Node, None, Any]


class Illegal(Exception):
    """A strategy asked for a visit that the rules do not allow."""


class View:
    """Everything that a strategy knows, and nothing more.

    here     the node where the agent stands (walk) or that was expanded last (jump)
    start    the node where it began
    goal     the goal, None where it is hidden or the objective is to cover; goals: all of them
    visits   node -> how often it was entered, in the order of first visits
    edges    charted node -> {neighbour: cost of the step}, neighbours in tie order
    seen     all known nodes, in the order in which they were seen
    news     what the last visit told: an Observation of the node and the edges that it charted
    rng      the strategy's own random numbers, a function of instance and seed
    parents  node -> the node before it on the way from the start. Filled with the node that showed
             it first; a search that knows better overwrites it, and under jump its route is read
             from here.
    walking  whether the fog is "walk"
    counters what a strategy counts by itself; "generated" and "expanded" there take the place of the
             world's counts, for a search that creates children one at a time or none where it stands;
             "wasted" are steps that it pays for where it stands, under walk
    geometry what everybody knows of the world beforehand: directions and layout; None in a plain graph
    """

    __slots__ = (
        "_chart",
        "counters",
        "edges",
        "geometry",
        "goals",
        "here",
        "news",
        "parents",
        "rng",
        "seen",
        "start",
        "visits",
        "walking",
    )

    def __init__(self, chart: Chart, task: Task, fog: Fog, rng: Stream) -> None:
        self.here = self.start = task.start
        self.goals: tuple[Node, ...] = task.goals if fog.goal == "known" else ()
        self.visits: Mapping[Node, int] = MappingProxyType(chart.visits)
        self.edges: Mapping[Node, EdgeCosts] = MappingProxyType(chart.edges)
        self.seen: KeysView[Node] = chart.seen.keys()
        self.rng = rng
        self.parents: dict[Node, Node | None] = {task.start: None}
        self.walking = fog.cost == "walk"
        self.counters: dict[str, int] = {}
        self.news = Observation(task.start, {})
        self._chart = chart
        self.geometry: Geometry | None = task.geometry

    @property
    def goal(self) -> Node | None:
        """The goal, the first where there are several; None where it is not known."""
        return self.goals[0] if self.goals else None

    def neighbors(self, node: Node | None = None, order: str | None = None) -> tuple[Node, ...]:
        """Return the neighbours of a charted node (default: here), in tie order or in `order`.

        `order` is a string of direction letters such as "SNEW". KeyError: the node is not charted.
        """
        found = tuple(self.edges[self.here if node is None else node])
        if order is None:
            return found
        centre = self.here if node is None else node
        return tuple(sorted(found, key=lambda there: order.index(self.letter(centre, there))))

    def moves(self) -> tuple[Node, ...]:
        """Return the nodes that can be visited next for the first time, oldest first."""
        return tuple(self._chart.frontier)

    def route(self, target: Node) -> list[Node] | None:
        """Return the cheapest known way from here to a seen node through visited nodes, or None.

        Both ends are included. It is the way on which `yield target` takes a walking agent.
        """
        return self._chart.route(self.here, target)

    def step_back(self, node: Node) -> Visits:
        """Yield `node` under walk, where going back costs steps; nothing under jump."""
        if self.walking:
            yield node

    def reopen(self, node: Node) -> Visits:
        """Yield `node` under jump, where expanding it again costs; nothing under walk: it is known."""
        if not self.walking:
            yield node

    @property
    def letters(self) -> str:
        """The letters of the directions in tie order, such as "NESW"; empty where there are none."""
        return self.geometry.letters if self.geometry else ""

    def letter(self, here: Node, there: Node) -> str:
        """Return the letter of the direction in which the adjacent `there` lies from `here`."""
        if self.geometry is None:
            raise ValueError("this world has no directions")
        return self.geometry.letter(here, there)

    def presumed(self, node: Node) -> tuple[Node, ...]:
        """Return the neighbours of `node` if all that is unknown is open (the free-space assumption).

        For a charted node these are its neighbours. ValueError where the world has no outline.
        """
        edges = self.edges
        if node in edges:
            return tuple(edges[node])
        return tuple(there for there in self.around(node) if there not in edges or node in edges[there])

    def around(self, node: Node) -> tuple[Node, ...]:
        """Return the nodes that could be next to `node`, in tie order, whatever the walls are.

        ValueError where the world has no outline.
        """
        around = self.geometry.around(node) if self.geometry else None
        if around is None:
            raise ValueError("this world has no outline: nobody can presume its edges")
        return around
