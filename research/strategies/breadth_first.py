"""Breadth-first search: visit the nodes in the order in which they were seen (Moore 1959)."""

from collections import deque

from research.fog import View, Visits
from research.kernels.twins import Twin
from research.parameters import Order
from research.registry import strategies

TWIN = Twin("research.kernels.sliding.breadth_first", "breadth_first", max_cells=16)


@strategies.register(twins={"slide": TWIN})
def breadth_first(view: View, order: Order | None = None) -> Visits:
    """Breadth-first search: first seen, first visited. Complete; its route is shortest in steps.

    order: tie order of the directions, such as SNEW; default: the world's own.
    """
    queue = deque([view.here])
    seen = {view.here}
    while queue:
        node = queue.popleft()
        yield node
        for child in view.neighbors(node, order):
            if child not in seen:
                seen.add(child)
                view.parents[child] = node
                queue.append(child)
