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
        """Search by the twin, the goal's visit counted."""
        assert self.twin is not None, "a stage without a twin was asked for one"
        found = self.twin.call(cells, goal, width, self.params, limits, key=0)
        visit = self.twin.goal_apart and found.end == "solved"
        return replace(found, expanded=found.expanded + visit)


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
        """Whether all stages can be compiled ones; those that draw random numbers share one stream."""
        stages = [Stage.parse(text) for text in params["stages"]]
        twins = [(stage.twin, stage.params) for stage in stages]
        fitting = (twin is not None and not twin.seeded and twin.fits(task, own) for twin, own in twins)
        return super().fits(task, params) and all(fitting)


TWIN = PortfolioTwin(
    "research.kernels.sliding.portfolio",
    "portfolio",
    heuristic="window_h",
    h=H,
    names=(("width", "beam"), ("window_h", "score")),
    terms=tuple(TERMS.items()),
    sums=True,
    pruned=True,
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
    the known graph is searched for the shortest way. Counted is the work of all stages and windows.
    """
    counters = Counter(generated=0, expanded=0, cuts=0)
    for stage in map(Stage.parse, stages):
        if view.here != view.start:
            yield view.start
        path = yield from _tried(view, stage, counters)
        view.counters.update(counters)
        if path:
            if window:
                path = _made_shorter(view, path, window, stride, width, window_h, counters)
                view.counters.update(counters)
            yield from follow(view, path)
    return "no stage has arrived" if view.moves() else None


def _tried(view: View, stage: Stage, counters: Counter[str]) -> Visits:
    """Let a stage visit nodes until it asks for a goal; return the path there, [] if it does not."""
    view.counters.clear()
    view.parents[view.start] = None
    run, own = stage.entry.function(view, **stage.params), Counter[str]()
    path: list[Node] = []
    for node in run:
        if node in view.goals:
            path = trace(view.parents, node)
            own["expanded"] += 1
            break
        if stage.steps is not None and (
            own["expanded"] >= stage.steps or view.counters.get("expanded", 0) > stage.steps
        ):
            break
        yield node
        own["expanded"] += 1
        own["generated"] += len(view.edges[node]) - (node != view.start)
    run.close()
    for name in ("expanded", "generated", "cuts"):
        counters[name] += view.counters.get(name, own[name])
    view.counters.clear()
    return path


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
