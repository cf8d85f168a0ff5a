"""Nearest frontier, or greedy mapping (Koenig, Tovey and Halliburton 2001): go where it is near."""

from collections import deque

from research.fog import View, Visits
from research.parameters import Order
from research.registry import strategies
from research.task import Node


@strategies.register(needs={"walk"})
def nearest_frontier(view: View, order: Order | None = None) -> Visits:
    """Visit an unvisited neighbour, the first in order; else walk to the nearest unvisited node.

    The nearest is found by breadth-first search from here over visited nodes, neighbours in order,
    the first found. Complete on finite graphs; knows nothing of the goal.
    """
    while (node := _nearest(view, order)) is not None:
        yield node


def _nearest(view: View, order: str | None) -> Node | None:
    queue, seen = deque([view.here]), {view.here}
    while queue:
        for near in view.neighbors(queue.popleft(), order):
            if near not in view.visits:
                return near
            if near not in seen:
                seen.add(near)
                queue.append(near)
    return None
