"""Flood fill, the micromouse's rule: distances to the goal with all unknown walls open.

At every step the agent goes to the open neighbour with the least presumed distance. That is greedy
replanning under the free-space assumption (Koenig, Tovey and Smirnov 2003). The distances are kept
right by Lifelong Planning A* without a heuristic (Koenig, Likhachev and Furcy 2004): only what a new
wall has changed, and only as far out as the agent stands, is computed again.
"""

from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import count
from math import inf

from research.episode import Outcome
from research.fog import View, Visits
from research.parameters import Order
from research.registry import strategies
from research.task import Node


@strategies.register(needs={"goal", "outline", "walk"})
def flood_fill(view: View, order: Order | None = None) -> Visits:
    """Go to the neighbour that is nearest to the goal if all unknown walls are open.

    Complete: ends UNREACHABLE as soon as no presumed way is left. order: which of equally near
    neighbours is taken; a maze's step count may depend on it more than on anything else.
    """
    flood = Flood(view)
    while (distance := flood.distance(view.here)) < inf:
        nearer = (node for node in view.neighbors(order=order) if flood.settled(node) == distance - 1)
        yield next(nearer)
        flood.learn(view.news.edges)
    return Outcome.UNREACHABLE


class Flood:
    """Presumed steps to the nearest goal, for nodes no farther out than the last one asked for.

    In the words of the source: g is the settled distance, rhs the one that the neighbours suggest;
    a node where they differ waits in the queue under the smaller of the two.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.near: dict[Node, list[Node]] = {}
        self.g: dict[Node, float] = {}
        self.rhs: dict[Node, float] = dict.fromkeys(view.goals, 0)
        self.age = count()
        self.queue: list[tuple[float, int, Node]] = [(0, next(self.age), goal) for goal in view.goals]

    def settled(self, node: Node) -> float:
        """Return g of a node; right for all that are nearer than the last node asked for."""
        return self.g.get(node, inf)

    def distance(self, node: Node) -> float:
        """Return the presumed steps from `node` to the nearest goal, inf where no way is left."""
        g, rhs, queue = self.g, self.rhs, self.queue
        while queue:
            own, suggested = g.get(node, inf), rhs.get(node, inf)
            if own == suggested and queue[0][0] >= own:
                break
            key, _, here = heappop(queue)
            old, new = g.get(here, inf), rhs.get(here, inf)
            if old == new or key != min(old, new):
                continue
            if old > new:
                g[here] = new
            else:
                g[here] = inf
                self._update(here)
            for there in self._near(here):
                self._update(there)
        return self.settled(node)

    def learn(self, charted: Iterable[Node]) -> None:
        """Take account of the walls around the nodes that were charted since."""
        for node in charted:
            is_open = self.view.edges[node]
            for other in [near for near in self.near.get(node, ()) if near not in is_open]:
                self.near[node].remove(other)
                self._update(node)
                if node in self.near.get(other, ()):
                    self.near[other].remove(node)
                    self._update(other)

    def _near(self, node: Node) -> list[Node]:
        if node not in self.near:
            self.near[node] = list(self.view.presumed(node))
        return self.near[node]

    def _update(self, node: Node) -> None:
        """Compute rhs anew, and queue the node where it differs from g."""
        g = self.g
        if node not in self.view.goals:
            self.rhs[node] = min([g.get(near, inf) for near in self._near(node)], default=inf) + 1
        own, suggested = g.get(node, inf), self.rhs[node]
        if own != suggested:
            heappush(self.queue, (min(own, suggested), next(self.age), node))
