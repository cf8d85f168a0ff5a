"""World: the referee between a task and a strategy's view of it."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from research.chart import Chart, EdgeCosts
from research.fog import Fog, Illegal, Observation, View
from research.rng import Stream, key_of
from research.task import Cover, Node, Task

STILL_LIMIT = 1000


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
        self._still = self._paid = 0
        self._tell(self._enter(task.start))
        if not self.view.walking:
            self.cost = 1

    @property
    def solved(self) -> bool:
        """Whether the objective is reached."""
        return not self._left if self._left is not None else self.here in self._goals

    @property
    def wasted(self) -> int:
        """The steps that an agent paid for and did not take: under the contest's rule, nonsense costs."""
        return max(0, self.view.counters.get("wasted", 0)) if self.view.walking else 0

    @property
    def spent(self) -> bool:
        """Whether the limit is used up."""
        used = len(self.walk) - 1 + self.wasted if self.view.walking else len(self.walk)
        used = max(used, self.view.counters.get("expanded", 0))
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
        before, self._paid = self._paid, self.wasted + self.view.counters.get("expanded", 0)
        if self._paid > before:
            return
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
        if len(self.chart.edges) == len(self.chart.seen):
            # All that is seen is charted: there is nothing beyond it.
            return []
        ring, found = [node], {node: None}
        for _ in range(self.fog.sight - 1):
            if not ring:
                break
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
