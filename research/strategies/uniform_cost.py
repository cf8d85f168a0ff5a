"""Uniform-cost search (Dijkstra 1959): expand the node nearest to the start."""

from research.fog import View, Visits
from research.heuristics import zero
from research.registry import strategies
from research.strategies.best_first import expand_by


@strategies.register()
def uniform_cost(view: View) -> Visits:
    """Uniform-cost search: least g, then the older entry. Optimal; needs no goal to aim at."""
    return (yield from expand_by(view, lambda node: zero(node, None), g_weight=1.0, h_weight=0.0))
