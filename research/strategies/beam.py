"""Beam search: breadth-first search that keeps the most promising nodes only.

Two forms. "trigger" is the one of the sliding-puzzle contest: a first-in-first-out queue, and only
when it grows longer than `trigger` is it sorted and cut to the best `width`. "layers" is the
textbook's (Lowerre 1976, Harpy; Bisiani 1987): each layer is cut to `width`. What is cut is lost, so
a beam may fail on a task that has a solution: it gives up with the reason "pruned".
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Literal

from research.fog import View, Visits
from research.heuristics import HeuristicName, toward
from research.kernels.found import Found, Limits
from research.kernels.twins import Twin
from research.parameters import Count, Order
from research.registry import strategies
from research.strategies.steps import Step, arrive, children_of, expand
from research.task import Node, Task

# What the twin calls the heuristics that it knows, alone or added up.
TERMS = {
    "contest_distance": "contest_distance",
    "cubed_distance": "wall3",
    "manhattan": "manhattan",
    "misplaced": "misplaced",
    "squared_distance": "wall2",
    "squared_euclidean": "squared",
    "wall_distance": "wall_distance",
}

# A board's moves cost 1 each, so that g is the same in all of a layer and either rank is h. Random ties
# are the generator's own: the twin is not told the key of the view's random numbers.
LAYERS = Twin(
    "research.kernels.sliding.beam",
    "beam",
    h=frozenset(TERMS),
    names=(("width", "beam_width"),),
    terms=tuple(TERMS.items()),
    sums=True,
    only=(("form", "layers"),),
    among=(("ties", ("older", "newer")),),
    ignored=("trigger", "rank"),
    goal_apart=True,
)
TRIGGER = replace(
    LAYERS,
    module="research.kernels.sliding.trigger_beam",
    function="trigger_beam",
    only=(("form", "trigger"),),
    among=(),
    ignored=("order", "rank", "duplicates", "ties", "standing", "layers"),
)


class FormsTwin(Twin):
    """The twin of either form."""

    def fits(self, task: Task, params: dict[str, Any]) -> bool:
        """Whether the twin of the form that is asked for takes the task."""
        return LAYERS.fits(task, params) or TRIGGER.fits(task, params)

    def call(
        self, start: bytes, goal: bytes, width: int, params: dict[str, Any], limits: Limits, key: int
    ) -> Found:
        """Search by the form that is asked for."""
        form = TRIGGER if params["form"] == "trigger" else LAYERS
        return form.call(start, goal, width, params, limits, key)


TWIN = FormsTwin(LAYERS.module, LAYERS.function, h=LAYERS.h, sums=True, goal_apart=True)


@dataclass(frozen=True, slots=True)
class Rules:
    """How a layer is cut; see `beam`."""

    width: int
    rank: Callable[[Step], float]
    ties: str
    standing: str


@strategies.register(random=True, twins={"slide": TWIN})
def beam(
    view: View,
    h: HeuristicName = "manhattan+misplaced",
    form: Literal["trigger", "layers"] = "trigger",
    trigger: Count = 512,
    width: Count = 64,
    order: Order | None = None,
    rank: Literal["h", "f"] = "h",
    duplicates: Literal["all", "kept", "layer"] = "all",
    ties: Literal["older", "newer", "random"] = "older",
    standing: Literal["h", "age"] = "h",
    layers: Count | None = None,
) -> Visits:
    """Beam search: of too many open nodes only the `width` with the least h are kept.

    form: "trigger" cuts when more than `trigger` nodes are open, and ties on h go to the older; it has no
    other choices. "layers" cuts each layer, and takes the goal when it is generated. For it are:
    order: tie order of the directions; default: the world's own. rank: what the best have least of, h or
    f = g + h. duplicates: left out is what was ever generated ("all"), was ever in a layer ("kept"), or
    was generated in this layer ("layer": it may go round in circles until its budget ends). ties: which
    of equal rank are kept. standing: how those kept are expanded, by rank (then `ties`), or in the order
    in which they were generated ("age"). layers: gives up after so many. Not complete, not optimal.
    """
    if form == "trigger":
        return (yield from _with_trigger(view, h, trigger, width))
    estimate = toward(h, view)
    ranks = {"h": lambda step: estimate(step.node), "f": lambda step: step.g + estimate(step.node)}
    rules = Rules(width, ranks[rank], ties, standing)
    return (yield from _by_layers(view, rules, duplicates, order, layers))


def _with_trigger(view: View, h: str, trigger: int, width: int) -> Visits:
    estimate = toward(h, view)
    queue, seen, first = [view.here], {view.here}, 0
    view.counters["cuts"] = 0
    while first < len(queue):
        node = queue[first]
        first += 1
        yield node
        queue += _fresh_children(view, node, seen)
        if len(queue) - first > trigger:
            view.counters["cuts"] += len(queue) - first > width
            queue, first = sorted(queue[first:], key=estimate)[:width], 0
    return "pruned" if view.counters["cuts"] else None


def _fresh_children(view: View, node: Node, seen: set[Node]) -> list[Node]:
    """Return the neighbours that were never generated before, and note them as generated."""
    children = [child for child in view.edges[node] if child not in seen]
    seen.update(children)
    view.parents.update(dict.fromkeys(children, node))
    return children


def _by_layers(view: View, rules: Rules, duplicates: str, order: str | None, layers: int | None) -> Visits:
    layer = [Step(view.start, 0, None)]
    closed: set[Node] = set() if duplicates == "layer" else {view.start}
    view.counters.update(generated=1, cuts=0)
    for _ in count() if layers is None else range(layers):
        fresh: dict[Node, Step] = {}
        for step in layer:
            yield from expand(view, step.node)
            for child in children_of(view, step, order):
                if child.node in view.goals:
                    yield from arrive(view, child)
                if child.node not in closed and child.node not in fresh:
                    fresh[child.node] = child
        view.counters["cuts"] += len(fresh) > rules.width
        layer = _cut(view, list(fresh.values()), rules)
        if not layer:
            return "pruned" if view.counters["cuts"] else None
        closed.update({"all": fresh, "kept": [step.node for step in layer], "layer": ()}[duplicates])
    return "layers"


def _cut(view: View, steps: list[Step], rules: Rules) -> list[Step]:
    """Return the steps that are kept, in the order in which they are to be expanded."""
    tried = steps[::-1] if rules.ties == "newer" else steps[:]
    if rules.ties == "random":
        view.rng.shuffle(tried)
    kept = sorted(tried, key=rules.rank)[: rules.width]
    if rules.standing == "h":
        return kept
    nodes = {step.node for step in kept}
    return [step for step in steps if step.node in nodes]
