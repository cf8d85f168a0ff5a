"""Straight first: keep the heading as long as it leads to something new, so that turns are few."""

from research.fog import View, Visits
from research.registry import strategies
from research.strategies.nearest_frontier import else_nearest, first_turn


@strategies.register(needs={"headings", "walk"})
def straight_first(view: View) -> Visits:
    """Visit the unvisited neighbour ahead, to the right, left or back; else the nearest.

    Complete on finite graphs. The heading is the side of the last step, N before the first.
    """
    yield from else_nearest(view, lambda view, heading: first_turn(view, heading, (0, 1, -1, 2)))
