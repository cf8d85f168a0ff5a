"""A portfolio: strategies that are tried in turn until one arrives, and a way that is made shorter then."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Annotated, Any

from annotated_types import Ge, MinLen
from pydantic import AfterValidator

from research.chart import shortest, trace
from research.fog import View, Visits
from research.heuristics import HeuristicName
from research.instances import parse_params
from research.kernels.found import Found, Limits
from research.kernels.twins import Twin, twin_of
from research.parameters import Count, bind
from research.registry import Entry, strategies
from research.strategies.beam import TERMS
from research.strategies.bidirectional_beam import H, Meeting
from research.strategies.real_time import known_edges
from research.strategies.shortening import shortened
from research.strategies.steps import follow
from research.task import Node, Task


@dataclass(frozen=True)
class Stage:
    """A strategy with its parameters and the expansions that it may make, None for no limit."""

    entry: Entry
    params: dict[str, Any]
    steps: int | None

    @classmethod
    def parse(cls, text: str) -> Stage:
        """Return the stage that `name:param=value,...@steps` means; ValueError for any other text."""
        named, _, steps = text.partition("@")
        name, _, rest = named.partition(":")
        if steps and not (steps.isdigit() and int(steps)):
            raise ValueError(f"a number of expansions after @, not {steps!r}")
        entry = strategies[name]
        return cls(entry, bind(entry, parse_params(rest)), int(steps) if steps else None)

    @property
    def twin(self) -> Twin | None:
        """Its compiled form on boards."""
        return twin_of(self.entry, "slide")

    def search(self, cells: bytes, goal: bytes, width: int, limits: Limits) -> Found:
        """Search by the twin, the goal's visit counted; an answer above the limit of expansions is none."""
        assert self.twin is not None, "a stage without a twin was asked for one"
        found = self.twin.call(cells, goal, width, self.params, limits, key=0)
        if self.twin.within(found, limits.expansions):
            hidden = found.reason or ("pruned" if self.twin.pruned else "")
            return replace(found, expanded=self.twin.expanded(found), reason=hidden)
        return replace(found, end="nodes")

    def is_spent(self, work: int) -> bool:
        """Whether so many expansions use up its own limit."""
        return self.steps is not None and work >= self.steps


def _known(text: str) -> str:
    Stage.parse(text)
    return text


Stages = Annotated[list[Annotated[str, AfterValidator(_known)]], MinLen(1)]
Window = Annotated[int, Ge(0)]


class PortfolioTwin(Twin):
    """Fits where a twin of each stage does."""

    def call(
        self, start: bytes, goal: bytes, width: int, params: dict[str, Any], limits: Limits, key: int
    ) -> Found:
        """Search by the stages that the texts mean."""
        stages = [Stage.parse(text) for text in params["stages"]]
        return super().call(start, goal, width, params | {"stages": stages}, limits, key)

    def fits(self, task: Task, params: dict[str, Any]) -> bool:
        """Whether all stages can be compiled ones; those that draw random numbers share one stream.

        A stage of one step visits the start and no more, which a twin does not do.
        """
        stages = [Stage.parse(text) for text in params["stages"]]
        twins = [(stage.twin, stage.params) for stage in stages if stage.steps != 1]
        fitting = (twin is not None and not twin.seeded and twin.fits(task, own) for twin, own in twins)
        return super().fits(task, params) and len(twins) == len(stages) and all(fitting)


TWIN = PortfolioTwin(
    "research.kernels.sliding.portfolio",
    "portfolio",
    heuristic="window_h",
    h=H,
    names=(("width", "beam"), ("window_h", "score")),
    terms=tuple(TERMS.items()),
    sums=True,
)


@strategies.register(needs={"jump", "goal"}, twins={"slide": TWIN})
def portfolio(
    view: View,
    stages: Stages = ["greedy@1000", "a_star"],
    window: Window = 0,
    stride: Count = 5,
    width: Count = 10_000,
    window_h: HeuristicName = "squared_distance",
) -> Visits:
    """Portfolio: the stages are tried in turn, and the first way that is found is made shorter.

    stages: texts `name:param=value,...@steps`, the steps (expansions) being a stage's own limit. What a
    stage has charted stays charted. On boards, stretches of `window` moves, `stride` apart, are solved
    again by bidirectional beams of `width` that are ordered by `window_h` (0: not at all); elsewhere
    the known graph is searched for the shortest way. Counted is the work of all stages and windows, a
    visit to the start for each stage being some of it; nodes of the way that were visited are not again.
    """
    counters = Counter(generated=0, expanded=0, cuts=0)
    for stage in map(Stage.parse, stages):
        if counters["expanded"]:
            view.counters.update(counters, expanded=counters["expanded"] + 1)
            yield view.start
        path = yield from _tried(view, stage, counters)
        view.counters.update(counters)
        if path:
            if window:
                path = _made_shorter(view, path, window, stride, width, window_h, counters)
                view.counters.update(counters)
                # The budget may end it here.
                yield view.here
            yield from (node for node in follow(view, path) if node not in view.visits)
    return "no stage has arrived" if view.moves() else None


def _tried(view: View, stage: Stage, counters: Counter[str]) -> Visits:
    """Let a stage visit nodes until it asks for a goal; return the path there, [] if it does not."""
    view.counters.clear()
    view.parents[view.start] = None
    run, path = stage.entry.function(view, **stage.params), list[Node]()
    own = Counter(expanded=1, generated=1 + len(view.edges[view.start]))
    while not stage.is_spent(max(own["expanded"], view.counters.get("expanded", 0))):
        node = next(run, None)
        if node is None:
            break
        paid, back, ahead = node != view.here, node != view.start, len(known_edges(view, node))
        own["expanded"] += paid
        own["generated"] += paid * max(0, ahead - back)
        if node in view.goals:
            path = trace(view.parents, node)
            break
        yield from _charged(view, node, counters, own)
        # Where a node's edges are not known to everybody, they are now.
        own["generated"] += paid * (len(view.edges[node]) - max(back, ahead))
    run.close()
    _add(counters, view, own)
    view.counters.clear()
    return path


def _charged(view: View, node: Node, counters: Counter[str], own: Counter[str]) -> Visits:
    """Visit a node, the work of all stages so far being what the budget is for."""
    told, before = dict(view.counters), counters.copy()
    _add(before, view, own)
    before["expanded"] = max(before["expanded"], counters["expanded"] + own["expanded"])
    view.counters.clear()
    view.counters.update(before)
    yield node
    view.counters.clear()
    view.counters.update(told)


def _add(counters: Counter[str], view: View, own: Counter[str]) -> None:
    """Add what a stage has counted, or else what was counted for it."""
    for name in ("expanded", "generated", "cuts"):
        counters[name] += view.counters.get(name, own[name])


def _made_shorter(
    view: View, path: list[Node], window: int, stride: int, width: int, h: str, counters: Counter[str]
) -> list[Node]:
    if not hasattr(view.geometry, "neighbors"):
        return shortest(view.edges.__getitem__, view.edges, view.start, path[-1]) or path
    work = Counter[str]()

    def solve(start: Node, goal: Node, steps: int) -> list[Node]:
        # On a board an answer is an even number of moves shorter, or not at all.
        return Meeting((start, goal), view.geometry, width, h, work).run(steps - 2)

    path = shortened(path, solve, window, stride)
    counters.update({name: work[name] for name in ("expanded", "generated")})
    return path
