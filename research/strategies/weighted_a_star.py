"""Weighted A* (Pohl 1970): best-first search by f = g + weight * h."""

from research.fog import View, Visits
from research.heuristics import HeuristicName
from research.parameters import AtLeastOne
from research.registry import strategies
from research.strategies.best_first import best_first


@strategies.register()
def weighted_a_star(view: View, h: HeuristicName = "manhattan", weight: AtLeastOne = 2.0) -> Visits:
    """Weighted A*: f = g + weight * h. With an admissible h at most `weight` times the optimum."""
    return (yield from best_first(view, h, h_weight=weight))
