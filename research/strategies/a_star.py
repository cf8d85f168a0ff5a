"""A* (Hart, Nilsson and Raphael 1968): best-first search by f = g + h."""

from research.fog import View, Visits
from research.heuristics import HeuristicName
from research.registry import strategies
from research.strategies.best_first import best_first


@strategies.register()
def a_star(view: View, h: HeuristicName = "manhattan") -> Visits:
    """A*: expand the node with the least g + h. Optimal route when h is admissible.

    Under walk the agent goes to each node that A* expands, so that its steps are the price of
    searching that way on foot. Ties: smaller h, then the older entry.
    """
    return (yield from best_first(view, h))
