"""Spiral: hug what is on the right, inwards, then go on at the nearest frontier (Choset 2001, a survey)."""

from research.fog import View, Visits
from research.registry import strategies
from research.strategies.nearest_frontier import else_nearest, first_turn


@strategies.register(needs={"headings", "walk"})
def spiral(view: View) -> Visits:
    """Visit the unvisited neighbour to the right of the heading, ahead, left or back; else the nearest.

    Complete on finite graphs. The heading is the side of the last step, N before the first.
    """
    yield from else_nearest(view, lambda view, heading: first_turn(view, heading, (1, 0, -1, 2)))
