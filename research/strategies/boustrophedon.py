"""Boustrophedon: up and down in columns, as the ox ploughs (Choset and Pignon 1998)."""

from research.fog import View, Visits
from research.registry import strategies
from research.strategies.nearest_frontier import else_nearest
from research.task import Node

# Along the columns first, then to the next one.
FURROWS = "NSEW"


@strategies.register(needs={"headings", "walk"})
def boustrophedon(view: View) -> Visits:
    """Visit the unvisited neighbour to the north, south, east or west; else the nearest.

    Complete on finite graphs. Unlike the source it does not cut the board into cells beforehand: it
    cannot know them under fog.
    """
    yield from else_nearest(view, _next_in_furrow)


def _next_in_furrow(view: View, heading: str) -> Node | None:
    return next((near for near in view.neighbors(order=FURROWS) if near not in view.visits), None)
