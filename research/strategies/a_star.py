"""A* (Hart, Nilsson and Raphael 1968): best-first search by f = g + h."""

from research.fog import View, Visits
from research.heuristics import HeuristicName
from research.kernels.twins import Twin
from research.registry import strategies
from research.strategies.best_first import best_first

# What the compiled A* adds up: distances of single tiles.
H = frozenset({"manhattan", "misplaced", "wall_distance"})
TWIN = Twin("research.kernels.sliding.a_star", "a_star", max_cells=16, h=H, sums=True)


@strategies.register(twins={"slide": TWIN})
def a_star(view: View, h: HeuristicName = "manhattan") -> Visits:
    """A*: expand the node with the least g + h. Optimal route when h is admissible.

    Under walk the agent goes to each node that A* expands, so that its steps are the price of
    searching that way on foot. Ties: smaller h, then the newer entry.
    """
    return (yield from best_first(view, h))
