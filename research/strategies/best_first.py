"""Best-first search: expand the open node with the least f = g_weight * g + h_weight * h.

The loop of the whole family (Hart, Nilsson and Raphael 1968; Pearl 1984, chapter 2). With g the
cost from the start and h the estimate to the goal: A* is (1, 1), weighted A* (1, w), greedy (0, 1),
uniform cost (1, 0).
"""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Literal

from research.fog import View, Visits
from research.heuristics import HeuristicName, toward
from research.parameters import Weight
from research.registry import strategies
from research.task import Node

Ties = Literal["newer", "older"]


@strategies.register()
def best_first(
    view: View,
    h: HeuristicName = "manhattan",
    g_weight: Weight = 1.0,
    h_weight: Weight = 1.0,
    ties: Ties = "newer",
) -> Visits:
    """Best-first search by f = g_weight * g + h_weight * h; the family of A*.

    Ties on f: smaller h first, then the newer entry or the older. A node whose g falls after it was
    expanded is expanded again, so that the route is optimal for every admissible h when
    g_weight >= h_weight; under walk that costs no steps, since its edges are known. Complete on finite
    graphs.
    """
    return (yield from expand_by(view, toward(h, view), g_weight, h_weight, ties))


def expand_by(
    view: View, estimate: Callable[[Node], float], g_weight: float, h_weight: float, ties: Ties = "newer"
) -> Visits:
    """Expand the open node with the least g_weight * g + h_weight * estimate, until none is open."""
    start = view.here
    g: dict[Node, float] = {start: 0}
    closed: set[Node] = set()
    # Of equal entries the one with the smaller number comes first.
    age = count(0, {"older": 1, "newer": -1}[ties])
    open_list: list[tuple[float, float, int, float, Node]] = [(0.0, 0.0, next(age), 0, start)]
    while open_list:
        _, _, _, cost, node = heappop(open_list)
        if cost > g[node]:
            continue
        if node in closed:
            yield from view.reopen(node)
        else:
            closed.add(node)
            yield node
        for child, step in view.edges[node].items():
            if cost + step < g.get(child, float("inf")):
                g[child] = cost + step
                view.parents[child] = node
                ahead = estimate(child)
                f = g_weight * (cost + step) + h_weight * ahead
                heappush(open_list, (f, ahead, next(age), cost + step, child))
