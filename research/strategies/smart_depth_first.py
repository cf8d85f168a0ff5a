"""Depth-first search with the left hand first, which goes back by the shortest way it knows."""

from research.fog import View, Visits
from research.registry import strategies
from research.strategies.nearest_frontier import first_turn, side_of_arrival
from research.task import Node

LEFT_HAND = (-1, 0, 1, 2)


@strategies.register(needs={"headings", "walk"})
def smart_depth_first(view: View) -> Visits:
    """Visit the unvisited neighbour to the left of the heading, ahead, right or back.

    Stuck: pop the stack to the latest node that still has an unvisited neighbour, and go there by the
    shortest visited way instead of step by step. Complete on finite graphs.
    """
    stack, heading = [view.here], view.letters[0]
    while True:
        node = first_turn(view, heading, LEFT_HAND)
        if node is not None:
            stack.append(node)
        else:
            while stack and not _has_unvisited(view, stack[-1]):
                stack.pop()
            if not stack:
                return
            node = stack[-1]
        heading = side_of_arrival(view, node)
        yield node


def _has_unvisited(view: View, node: Node) -> bool:
    return any(near not in view.visits for near in view.neighbors(node))
