"""Warnsdorff's rule (1823), made for the knight: go where the fewest ways lead on."""

from research.fog import View, Visits
from research.parameters import Weight
from research.registry import strategies
from research.strategies.nearest_frontier import else_nearest
from research.task import Node


@strategies.register(needs={"headings", "outline", "walk"})
def warnsdorff(view: View, unknown: Weight = 0.5) -> Visits:
    """Visit the unvisited neighbour with the fewest unvisited exits; else the nearest frontier.

    Ties: ahead, then in order. unknown: what an exit counts of which it is not known whether it is
    open. With a sight of 2 and more all exits of a neighbour are known, and the walk is the same at
    every such sight. Complete on finite graphs.
    """

    def fewest_exits(view: View, heading: str) -> Node | None:
        unvisited = [near for near in view.neighbors() if near not in view.visits]
        ahead = [near for near in unvisited if view.letter(view.here, near) == heading]
        return min(ahead + unvisited, key=lambda near: exits(view, near, unknown), default=None)

    yield from else_nearest(view, fewest_exits)


def exits(view: View, node: Node, unknown: float) -> float:
    """Return the unvisited exits of a node, those that may be open weighted by `unknown`."""
    if node in view.edges:
        return sum(there not in view.visits for there in view.edges[node])
    return sum(_open(view, node, there, unknown) for there in view.around(node) if there not in view.visits)


def _open(view: View, node: Node, there: Node, unknown: float) -> float:
    """Return 1 for an open way between two nodes of which the first is not charted, 0 for a closed one."""
    edges = view.edges
    if there in edges:
        return float(node in edges[there])
    if not getattr(view.geometry, "whole_cells", False):
        return unknown
    if there in view.seen:
        return 1.0
    return 0.0 if any(near in edges for near in view.around(there)) else unknown
