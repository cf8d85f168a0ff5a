"""Depth-first iterative deepening (Korf 1985): depth-first searches bounded by cost, without a heuristic."""

from research.fog import View, Visits
from research.heuristics import zero
from research.kernels.twins import Twin
from research.parameters import Order
from research.registry import strategies
from research.strategies.ida_star import deepen

TWIN = Twin("research.kernels.sliding.iterative_deepening", "iterative_deepening", goal_apart=True)


@strategies.register(needs={"jump"}, twins={"slide": TWIN})
def iterative_deepening(view: View, order: Order | None = None) -> Visits:
    """Iterative deepening: depth-first up to a bound on the cost, which grows to the least that exceeded it.

    Where all edges cost 1 the bounds are depths 0, 1, 2, ...; with other costs they are sums of costs, and
    the route is a cheapest one, not one of fewest edges. It is IDA* with h = 0: optimal where costs are
    positive, in the memory of one route, at the price of visiting again. The node before is left out,
    other repetitions are not looked for, so that it never ends by itself where there is no goal and the
    graph has a cycle. The goal is taken when it is generated within the bound; it need not be known.
    order: tie order of the directions; default: the world's own.
    """
    return (yield from deepen(view, lambda node: zero(node, None), order))
