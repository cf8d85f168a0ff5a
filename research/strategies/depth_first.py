"""Depth-first search with a stack: go on where it is new, else one step back (Tarry, Lucas 1882)."""

from research.fog import View, Visits
from research.parameters import Order
from research.registry import strategies


@strategies.register()
def depth_first(view: View, order: Order | None = None) -> Visits:
    """Depth-first search: the first side in order that leads to an unvisited node, else a step back.

    Complete on finite graphs. Walks every edge of its tree at most twice.
    order: tie order of the directions, such as SNEW; default: the world's own.
    """
    stack = [view.here]
    while stack:
        node = stack[-1]
        child = next((near for near in view.neighbors(node, order) if near not in view.visits), None)
        if child is not None:
            view.parents[child] = node
            stack.append(child)
            yield child
        else:
            stack.pop()
            if stack:
                yield from view.step_back(stack[-1])
