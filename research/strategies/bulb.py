"""BULB (Furcy and Koenig 2005, "Limited Discrepancy Beam Search"): a beam that can go back.

The children of a layer, best first, are cut into slices of `width`. Beam search takes the first slice,
and so on down; to take another one is a discrepancy. BULB searches with no discrepancy, then with at most
one, two and so on, so that it makes up first for the mistakes that a heuristic makes high up.
"""

from dataclasses import dataclass, field
from itertools import count

from research.fog import View, Visits
from research.heuristics import HeuristicName, toward
from research.parameters import Count, Order
from research.registry import strategies
from research.strategies.steps import Step, arrive, children_of, expand
from research.task import Node

# Which slice of a level is next: others than the first are numbered from 1, and come before it.
FIRST, NONE = 0, -1


@dataclass
class Level:
    """A layer, the discrepancies that are left for it, and its slice that is being tried.

    turn: the number of the slice that is tried next, FIRST or NONE.
    """

    layer: list[Step]
    allowance: int
    turn: int
    below: list[Step] = field(default_factory=list)


@strategies.register(needs={"jump"})
def bulb(
    view: View,
    h: HeuristicName = "manhattan",
    width: Count = 64,
    memory: Count = 1_000_000,
    order: Order | None = None,
) -> Visits:
    """Beam search with limited discrepancies: it goes back to what it has cut, until it finds the goal.

    memory: the most nodes that the layers of one way down may hold together; a slice that does not fit
    ends that way. Left out of the children, sorted by h (ties: the older), are those in these layers.
    The goal is taken when it is generated. Going back, layers are expanded again, as in the paper, so
    that nothing else is held. Complete as far as memory goes: else it gives up with "memory". Not
    optimal, unless nothing is cut. order: tie order of the directions; default: the world's own.
    """
    search = Search(view, h, width, memory, order)
    view.counters.update(generated=1, discrepancies=0)
    for allowance in count():
        view.counters["discrepancies"] = allowance
        search.left = search.full = False
        yield from search.down(allowance)
        if not search.left:
            return "memory" if search.full else None


class Search:
    """The layers on the way down that is tried.

    left: whether a slice was left out for want of discrepancies; full: for want of memory.
    """

    def __init__(self, view: View, h: str, width: int, memory: int, order: str | None) -> None:
        self.view, self.estimate, self.order = view, toward(h, view), order
        self.width, self.memory = width, memory
        self.held: set[Node] = set()
        self.left = self.full = False

    def down(self, allowance: int) -> Visits:
        """Try all ways down with at most so many discrepancies; ends when the goal is visited."""
        start = Step(self.view.start, 0, None)
        self.held = {start.node}
        levels = [_level([start], allowance)]
        while levels:
            level = levels[-1]
            self.held.difference_update(step.node for step in level.below)
            level.below = []
            if level.turn == NONE:
                levels.pop()
                continue
            number = level.turn
            level.below = yield from self._slice(level)
            if level.below:
                level.turn = number + 1 if number != FIRST else NONE
                self.held.update(step.node for step in level.below)
                levels.append(_level(level.below, level.allowance - (number != FIRST)))
            else:
                level.turn = FIRST if number != FIRST else NONE

    def _slice(self, level: Level) -> Visits:
        """Return the children whose turn it is, [] where there are none or memory does not suffice."""
        children = yield from self._children(level.layer)
        self.left = self.left or (level.allowance == 0 and len(children) > self.width)
        wanted = children[level.turn * self.width : (level.turn + 1) * self.width]
        if len(self.held) + len(wanted) > self.memory:
            self.full = True
            return []
        return wanted

    def _children(self, layer: list[Step]) -> Visits:
        """Return the children of a layer that no layer holds, best first."""
        fresh: dict[Node, Step] = {}
        for step in layer:
            yield from expand(self.view, step.node)
            for child in children_of(self.view, step, self.order):
                if child.node in self.view.goals:
                    yield from arrive(self.view, child)
                if child.node not in self.held:
                    fresh.setdefault(child.node, child)
        return sorted(fresh.values(), key=lambda step: self.estimate(step.node))


def _level(layer: list[Step], allowance: int) -> Level:
    return Level(layer, allowance, 1 if allowance else FIRST)
