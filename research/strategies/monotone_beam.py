"""Monotonic beam search (Lemons, Linares López, Holte and Ruml 2022, "Beam Search: Faster and Monotonic").

A plain beam may find a worse solution when it is made wider: the new nodes have children that push out
those of the old ones. Here a layer is filled slot by slot: after the node of slot i is expanded, slot i
of the next layer takes the best child so far that is left. So nothing that happens in a slot depends on
the slots after it, and a wider beam does all that a narrower one does, and more.
"""

from heapq import heappop, heappush
from itertools import count

from research.fog import View, Visits
from research.heuristics import HeuristicName, toward
from research.parameters import Count, Order
from research.registry import strategies
from research.strategies.steps import Step, arrive, children_of, expand
from research.task import Node

Candidate = tuple[float, int, Step]


@strategies.register()
def monotone_beam(
    view: View, h: HeuristicName = "manhattan", width: Count = 64, order: Order | None = None
) -> Visits:
    """Beam search by layers whose solution never gets worse when `width` grows.

    Each slot of a layer takes the child with the least h, ties to the older, of those that the slots up
    to it have generated. A node is a duplicate only where the same or an earlier slot has generated it
    before. The search goes on until no node of a layer costs less than the best way to the goal, so that
    the promise holds for costs of any size too. order: tie order of the directions; default: the
    world's own. Not complete, not optimal: gives up with "pruned".
    """
    estimate, age = toward(h, view), count()
    view.counters["generated"] = 1
    layer: list[Step | None] = [Step(view.start, 0, None)]
    # The earliest slot that has generated each node.
    earliest: dict[Node, int] = {view.start: 0}
    best, pruned = float("inf"), False
    found: Step | None = None
    while any(step is not None and step.g < best for step in layer):
        below: list[Step | None] = []
        open_list: list[Candidate] = []
        for slot in range(width):
            if slot >= len(layer) and not open_list:
                break
            step = layer[slot] if slot < len(layer) else None
            for child in (yield from _expanded(view, step, order)):
                if child.node in view.goals:
                    found, best = (child, child.g) if child.g < best else (found, best)
                elif slot < earliest.get(child.node, width):
                    earliest[child.node] = slot
                    heappush(open_list, (estimate(child.node), next(age), child))
            below.append(heappop(open_list)[2] if open_list else None)
        layer, pruned = below, pruned or bool(open_list)
    if found is not None:
        yield from arrive(view, found)
    return "pruned" if pruned else None


def _expanded(view: View, step: Step | None, order: str | None) -> Visits:
    """Visit the node of a slot, and return its children; none where the slot is empty."""
    if step is None:
        return []
    yield from expand(view, step.node)
    return list(children_of(view, step, order))
