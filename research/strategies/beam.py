"""Beam search: breadth-first search that keeps the most promising nodes only.

Two forms. "trigger" is the one of the sliding-puzzle contest: a first-in-first-out queue, and only
when it grows longer than `trigger` is it sorted and cut to the best `width`. "layers" is the
textbook's (Lowerre 1976, Harpy): each layer is cut to `width`. What is cut is lost, so a beam may
fail on a task that has a solution: it gives up with the reason "pruned".
"""

from typing import Literal

from research.fog import View, Visits
from research.heuristics import HeuristicName, toward
from research.parameters import Count
from research.registry import strategies
from research.task import Node


@strategies.register()
def beam(
    view: View,
    h: HeuristicName = "manhattan+misplaced",
    form: Literal["trigger", "layers"] = "trigger",
    trigger: Count = 512,
    width: Count = 64,
) -> Visits:
    """Beam search: of too many open nodes only the `width` with the least h are kept.

    form: "trigger" cuts when more than `trigger` nodes are open; "layers" cuts each layer (and
    takes no notice of `trigger`). Ties on h: the older node. Not complete, not optimal.
    """
    run = _with_trigger(view, h, trigger, width) if form == "trigger" else _by_layers(view, h, width)
    pruned = yield from run
    return "pruned" if pruned else None


def _with_trigger(view: View, h: str, trigger: int, width: int) -> Visits:
    estimate = toward(h, view)
    queue, seen, pruned, first = [view.here], {view.here}, False, 0
    while first < len(queue):
        node = queue[first]
        first += 1
        yield node
        queue += _fresh_children(view, node, seen)
        if len(queue) - first > trigger:
            queue, first = sorted(queue[first:], key=estimate)[:width], 0
            pruned = True
    return pruned


def _by_layers(view: View, h: str, width: int) -> Visits:
    estimate = toward(h, view)
    layer, seen, pruned = [view.here], {view.here}, False
    while layer:
        below: list[Node] = []
        for node in layer:
            yield node
            below += _fresh_children(view, node, seen)
        pruned = pruned or len(below) > width
        layer = sorted(below, key=estimate)[:width]
    return pruned


def _fresh_children(view: View, node: Node, seen: set[Node]) -> list[Node]:
    """Return the neighbours that were never generated before, and note them as generated."""
    children = [child for child in view.edges[node] if child not in seen]
    seen.update(children)
    view.parents.update(dict.fromkeys(children, node))
    return children
