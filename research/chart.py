"""What has been revealed of a hidden graph so far, and the ways one can travel through it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Mapping
from heapq import heappop, heappush
from types import MappingProxyType

from research.task import Node

EdgeCosts = Mapping[Node, float]


class Chart:
    """The known part of a graph; the World writes it, the View shows it.

    `edges` maps a charted node to its neighbours and their costs, in tie order. `seen` maps a known
    node to the node whose charting first showed it (the start to None). `visits` counts entries
    into a node, in the order of first visits. `frontier` holds, in the order in which they could
    first be visited, the unvisited nodes that are next to a visited one.
    """

    __slots__ = ("_depth", "_tree", "_weighted", "edges", "frontier", "generated", "seen", "visits")

    def __init__(self, start: Node) -> None:
        self.edges: dict[Node, EdgeCosts] = {}
        self.seen: dict[Node, Node | None] = {start: None}
        self.visits: dict[Node, int] = {}
        self.frontier: dict[Node, None] = {start: None}
        self.generated = 1
        self._depth = {start: 0}
        # As long as the known graph is a tree, a route is unique and found from the parents.
        self._tree = True
        self._weighted = False

    def add(self, node: Node, costs: dict[Node, float]) -> None:
        """Chart `node`, which must be seen and not charted yet."""
        seen, depth = self.seen, self._depth
        self.edges[node] = MappingProxyType(costs)
        parent, below = seen[node], depth[node] + 1
        for there, cost in costs.items():
            if there not in seen:
                seen[there] = node
                depth[there] = below
            elif there != parent and seen[there] != node:
                self._tree = False
            if cost != 1:
                self._weighted = True

    def enter(self, node: Node) -> None:
        """Count an entry into the charted `node`."""
        count = self.visits.get(node, 0)
        self.visits[node] = count + 1
        if not count:
            del self.frontier[node]
            for there in self.edges[node]:
                if there not in self.visits:
                    self.frontier[there] = None

    def expand(self, node: Node) -> None:
        """Count the children that an expansion of `node` generates: all but its parent."""
        self.generated += len(self.edges[node]) - (self.seen[node] is not None)

    def route(self, source: Node, target: Node) -> list[Node] | None:
        """Return a cheapest way from `source` to `target` whose inner nodes are all visited.

        Both ends included; None when there is none. Of several, the one that a search from
        `source` in tie order finds first.
        """
        if target not in self.seen:
            return None
        if source == target:
            return [source]
        if target in self.edges.get(source, ()) and not self._weighted:
            return [source, target]
        if self._tree:
            return self._route_in_tree(source, target)
        if self._weighted:
            return self._dijkstra(source, target)
        return shortest(self.edges.__getitem__, self.visits, source, target)

    def _route_in_tree(self, source: Node, target: Node) -> list[Node] | None:
        """Climb from both ends to the first common ancestor."""
        seen, depth = self.seen, self._depth
        head, tail = [source], [target]
        while head[-1] != tail[-1]:
            climber = head if depth[head[-1]] > depth[tail[-1]] else tail
            climber.append(seen[climber[-1]])
        route = head + tail[-2::-1]
        return route if all(node in self.visits for node in route[1:-1]) else None

    def _dijkstra(self, source: Node, target: Node) -> list[Node] | None:
        parents: dict[Node, Node | None] = {source: None}
        distance: dict[Node, float] = {source: 0}
        heap: list[tuple[float, int, Node]] = [(0, 0, source)]
        pushed = 0
        while heap:
            cost, _, here = heappop(heap)
            if here == target:
                return trace(parents, target)
            if cost > distance[here] or here not in self.visits:
                continue
            for there, weight in self.edges[here].items():
                if cost + weight < distance.get(there, float("inf")):
                    distance[there] = cost + weight
                    parents[there] = here
                    pushed += 1
                    heappush(heap, (cost + weight, pushed, there))
        return None


def shortest(
    edges_of: Callable[[Node], Iterable[Node]], inner: Container[Node], source: Node, target: Node
) -> list[Node] | None:
    """Return a way of the fewest edges whose nodes before the last are all `inner`, None: there is none.

    Of several, the one that breadth-first search in the order of the edges finds first.
    """
    parents: dict[Node, Node | None] = {source: None}
    queue = deque([source])
    while queue:
        here = queue.popleft()
        for there in edges_of(here):
            if there in parents:
                continue
            parents[there] = here
            if there == target:
                return trace(parents, target)
            if there in inner:
                queue.append(there)
    return None


def trace(parents: Mapping[Node, Node | None], node: Node) -> list[Node]:
    """Return the path from the root to `node`, both included; ValueError when parents run in a circle."""
    path: list[Node] = []
    here: Node | None = node
    while here is not None:
        path.append(here)
        if len(path) > len(parents) + 1:
            raise ValueError(f"the parents of {node!r} run in a circle")
        here = parents[here]
    return path[::-1]
