"""Greedy best-first search (Doran and Michie 1966): expand what looks nearest to the goal."""

from research.fog import View, Visits
from research.heuristics import HeuristicName
from research.registry import strategies
from research.strategies.best_first import Ties, best_first


@strategies.register()
def greedy(view: View, h: HeuristicName = "manhattan", ties: Ties = "older") -> Visits:
    """Greedy best-first search: least h, then the older entry. No bound on the route's length.

    ties: "newer" stays nearer to where an agent is; on boards it runs far astray among equals.
    """
    return (yield from best_first(view, h, g_weight=0.0, ties=ties))
