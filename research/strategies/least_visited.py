"""Least visited, or node counting (Pirzadeh and Snyder 1990): go where one has been least often."""

from research.fog import View, Visits
from research.parameters import Order
from research.registry import strategies


@strategies.register(needs={"walk"})
def least_visited(view: View, order: Order | None = None) -> Visits:
    """Step to the neighbour that was entered least often, the first in order of several.

    Covers every finite graph, but may take exponentially many steps (Koenig and Szymanski 1999).
    """
    while neighbors := view.neighbors(order=order):
        yield min(neighbors, key=lambda near: view.visits.get(near, 0))
