"""Bidirectional breadth-first search (Pohl 1971): layers from both ends until they touch."""

from __future__ import annotations

from typing import Any

from research.chart import trace
from research.fog import View, Visits
from research.kernels.twins import Twin
from research.registry import strategies
from research.strategies.steps import follow
from research.task import Node

TWIN = Twin(
    "research.kernels.sliding.bidirectional_breadth_first",
    "bidirectional_breadth_first",
    max_free=16,
    pruned=True,
    planned=True,
)


@strategies.register(needs={"jump", "goal", "slide"}, twins={"slide": TWIN})
def bidirectional_breadth_first(view: View) -> Visits:
    """Bidirectional breadth-first search on boards: whole layers from start and goal until they touch.

    The end with the smaller layer goes on (Pohl's cardinality criterion; on a tie the start's). Optimal and
    complete: when two layers touch for the first time, no shorter way is left. The moves of a board are
    known without a visit, so all is planned beforehand: counted are the boards that both searches have
    expanded and generated (the two roots, and children without the way back); what is visited is the path.
    A budget of steps ends it after a layer.
    Where one end has met all its boards it gives up with "exhausted": the goal cannot be reached, but no
    visit shows it.
    """
    counters = view.counters
    counters.update(generated=2, expanded=0)
    sides = (_Side(view.start), _Side(view.goals[0]))
    while sides[0].layer and sides[1].layer:
        near, far = sides if len(sides[0].layer) <= len(sides[1].layer) else sides[::-1]
        met = near.advance(view.geometry, far.before, counters)
        if met is not None:
            break
        # The budget may end it after each layer.
        yield view.here
    else:
        return "exhausted"
    parent, child = met
    path = trace(near.before, parent) + trace(far.before, child)[::-1]
    yield from follow(view, path if near is sides[0] else path[::-1])
    return None


class _Side:
    """The search from one end: its newest layer, and the board before each that it has met."""

    def __init__(self, root: Node) -> None:
        self.layer = [root]
        self.before: dict[Node, Node | None] = {root: None}

    def advance(
        self, moves: Any, other: dict[Node, Node | None], counters: dict[str, int]
    ) -> tuple[Node, Node] | None:
        """Make the next layer; return the move (board and child) that touches the other search, if any."""
        below: list[Node] = []
        for node in self.layer:
            counters["expanded"] += 1
            for child in moves.neighbors(node):
                if child == self.before[node]:
                    continue
                counters["generated"] += 1
                if child in other:
                    return node, child
                if child not in self.before:
                    self.before[child] = node
                    below.append(child)
        self.layer = below
        return None
