"""Fog: what a visit reveals, what a move costs, and the two who meet in it: View and World.

An agent knows what it has charted and nothing more. A visit charts the visited node (with `sight`
above 1 also the nodes up to sight - 1 edges away); it can go only to nodes it has seen, and only
through nodes it has visited.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, KeysView, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from research.chart import Chart, EdgeCosts
from research.rng import Stream, key_of
from research.task import Cover, Geometry, Node, Task

STILL_LIMIT = 1000


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
    """

    __slots__ = (
        "_chart",
        "_geometry",
        "edges",
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
        self.news = Observation(task.start, {})
        self._chart = chart
        self._geometry: Geometry | None = task.geometry

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
        return self._geometry.letters if self._geometry else ""

    def letter(self, here: Node, there: Node) -> str:
        """Return the letter of the direction in which the adjacent `there` lies from `here`."""
        if self._geometry is None:
            raise ValueError("this world has no directions")
        return self._geometry.letter(here, there)

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
        around = self._geometry.around(node) if self._geometry else None
        if around is None:
            raise ValueError("this world has no outline: nobody can presume its edges")
        return around


class World:
    """The referee: takes the agent where its strategy says, charges it, and reveals what is due.

    It is the only one who sees the whole graph. `limit` ends the episode after so many steps
    (walk) or expansions (jump).
    """

    def __init__(self, task: Task, fog: Fog, seed: int = 0, limit: int | None = None) -> None:
        self.task = task
        self.fog = fog
        self.limit = limit
        self.here = task.start
        self.walk = [task.start]
        self.cost: float = 0
        self.chart = Chart(task.start)
        self.view = View(self.chart, task, fog, Stream(key_of(task.key, seed)))
        # The dictionary under `graph.adj`, whose views would cost a third of an episode's time.
        self._adjacency = task.graph._adj
        self._goals = frozenset(task.goals)
        self._left = set(task.objective.nodes) if isinstance(task.objective, Cover) else None
        self._still = 0
        self._tell(self._enter(task.start))
        if not self.view.walking:
            self.cost = 1

    @property
    def solved(self) -> bool:
        """Whether the objective is reached."""
        return not self._left if self._left is not None else self.here in self._goals

    @property
    def spent(self) -> bool:
        """Whether the limit is used up."""
        used = len(self.walk) - 1 if self.view.walking else len(self.walk)
        return self.limit is not None and used >= self.limit

    def visit(self, node: Node) -> None:
        """Take the agent to `node`, and tell the view what the last step of it showed.

        Ends early when a step solves the task or uses up the limit. Raises Illegal for a node that
        is not known, that cannot be reached through visited nodes, or when it stands still for ever.
        """
        if node == self.here:
            self._stand_still()
            return
        self._still = 0
        edges, walking = self.chart.edges, self.view.walking
        fresh: dict[Node, EdgeCosts] = {}
        for there in self._way_to(node):
            self.cost += edges[self.here][there] if walking else 1
            self.walk.append(there)
            fresh = self._enter(there)
            if self.solved or self.spent:
                break
        self._tell(fresh)

    def _tell(self, fresh: dict[Node, EdgeCosts]) -> None:
        self.view.news = Observation(self.here, MappingProxyType(fresh))

    def _stand_still(self) -> None:
        self._still += 1
        if self._still >= STILL_LIMIT:
            raise Illegal(f"asked {STILL_LIMIT} times in a row for the node where it stands")

    def _way_to(self, node: Node) -> Iterable[Node]:
        """Return the nodes to enter, one after the other."""
        try:
            known = node in self.chart.seen
        except TypeError:
            raise Illegal(f"{node!r} is not a node") from None
        if not known:
            raise Illegal(f"{node!r} has not been seen")
        if node not in self.chart.frontier and node not in self.chart.visits:
            raise Illegal(f"{node!r} is not next to a visited node")
        if not self.view.walking:
            return (node,)
        way = self.chart.route(self.here, node)
        assert way is not None, "a node next to a visited one can be reached"
        return way[1:]

    def _enter(self, node: Node) -> dict[Node, EdgeCosts]:
        """Enter `node`: chart what can be seen from it and count the visit; return what is new."""
        chart = self.chart
        fresh = {}
        if self.fog.sight > 1:
            fresh = {near: self._reveal(near) for near in self._in_sight(node)}
        elif node not in chart.edges:
            fresh[node] = self._reveal(node)
        chart.enter(node)
        if not self.view.walking or chart.visits[node] == 1:
            chart.expand(node)
        if self._left is not None:
            self._left.discard(node)
        self.here = self.view.here = node
        return fresh

    def _in_sight(self, node: Node) -> list[Node]:
        """Return the nodes within sight that are not charted yet, nearest first."""
        ring, found = [node], {node: None}
        for _ in range(self.fog.sight - 1):
            beyond = dict.fromkeys(there for here in ring for there in self._adjacency[here])
            ring = [there for there in beyond if there not in found]
            found.update(dict.fromkeys(ring))
        return [near for near in found if near not in self.chart.edges]

    def _reveal(self, node: Node) -> EdgeCosts:
        costs = {there: data.get("weight", 1) for there, data in self._adjacency[node].items()}
        self.chart.add(node, costs)
        parents = self.view.parents
        for there in costs:
            if there not in parents:
                parents[there] = node
        return self.chart.edges[node]
