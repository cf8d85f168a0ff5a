"""Greedy best-first search (Doran and Michie 1966): expand what looks nearest to the goal."""

from research.fog import View, Visits
from research.heuristics import HeuristicName
from research.registry import strategies
from research.strategies.best_first import best_first


@strategies.register()
def greedy(view: View, h: HeuristicName = "manhattan") -> Visits:
    """Greedy best-first search: least h, then the newer entry. No bound on the route's length."""
    return (yield from best_first(view, h, g_weight=0.0))
