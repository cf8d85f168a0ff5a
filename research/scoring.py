"""Metrics: numbers of an episode or an instance, each with its unit and which way is better.

A metric is None where it does not apply. `better` is "less", "more" or None. `total` says that it
is defined for failures too. `ratio_of` names numerator and denominator of a ratio, so that tables
can show the ratio of means beside the mean of ratios. `per` is "episode" or "instance"; the
function gets a `Measured` or the instance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from research.episode import Episode, Outcome
from research.fog import Fog
from research.registry import Entry, metrics


@dataclass(frozen=True, slots=True)
class Measured:
    """An episode with what it is measured against."""

    instance: Any
    episode: Episode
    fog: Fog
    optimal: float | None

    @property
    def solved(self) -> bool:
        """Whether the objective was reached."""
        return self.episode.outcome is Outcome.SOLVED


def _from_episode(name: str, unit: str, better: str | None, doc: str) -> None:
    def value(measured: Measured) -> Any:
        return getattr(measured.episode, name)

    value.__doc__ = doc
    traits = {"per": "episode", "unit": unit, "better": better}
    metrics.add(Entry("metric", name, value, traits))


_from_episode("steps", "steps", "less", "Edges walked.")
_from_episode("backsteps", "steps", "less", "Steps into a node visited before.")
_from_episode("visited", "nodes", "less", "Different nodes entered, start and goal included.")
_from_episode("expanded", "expansions", "less", "Visits paid for under jump, start and goal included.")
_from_episode("generated", "nodes", "less", "Children created by the expansions, 1 for the start.")
_from_episode("cost", "cost", "less", "Weight of the edges walked; expansions under jump.")
_from_episode("route", "steps", "less", "Cost of the path from start to goal that is known at the end.")
_from_episode("seconds", "s", "less", "Wall time.")


def _counter(name: str, unit: str, doc: str) -> None:
    def value(measured: Measured) -> Any:
        return measured.episode.counters.get(name)

    value.__doc__ = doc
    metrics.add(Entry("metric", name, value, {"per": "episode", "unit": unit, "better": "less"}))


_counter("trials", "1", "Runs from the start to the goal that a learning agent made, and arrived.")
_counter("first_trial", "moves", "Moves of the first of these.")
_counter("last_trial", "moves", "Moves of the last of these.")
_counter("stored", "nodes", "Nodes that a compiled search holds at its end.")
_counter("peak_open", "nodes", "Most nodes that were open at once in a compiled search.")
_counter("iterations", "1", "Iterations of a compiled iterative deepening.")
_counter("cuts", "1", "Times that a compiled beam was cut.")
_counter("peak_bytes", "bytes", "The most that the tables of a compiled search took.")


@metrics.register(per="episode", unit="steps")
def optimal(measured: Measured) -> float | None:
    """Cost of the cheapest path for one who sees everything."""
    return measured.optimal


@metrics.register(per="episode", unit="1", better="less", ratio_of=("travelled", "optimal"))
def ratio(measured: Measured) -> float | None:
    """What was travelled over the optimum: the walk's cost under walk, the route's under jump."""
    spent: float | None = travelled(measured)
    if spent is None or measured.optimal is None:
        return None
    if measured.optimal == 0:
        return 1.0 if spent == 0 else None
    return spent / measured.optimal


@metrics.register(per="episode", unit="steps", better="less")
def travelled(measured: Measured) -> float | None:
    """Cost of the walk (walk) or of the route (jump) of a solved episode."""
    if not measured.solved:
        return None
    episode = measured.episode
    return episode.cost if measured.fog.cost == "walk" else episode.route


def contest_limit(instance: Any) -> int:
    """Return N^3, the steps after which a contest run ends; N is the longer side."""
    return int(max(instance.rows, instance.cols) ** 3)


def _is_contest(measured: Measured) -> bool:
    return hasattr(measured.instance, "l1") and measured.fog.cost == "walk"


@metrics.register(per="episode", unit="steps", better="less", total=True)
def contest_steps(measured: Measured) -> int | None:
    """The steps that the contest scores: those walked, N^3 for a run that did not arrive."""
    if not _is_contest(measured):
        return None
    return measured.episode.steps if measured.solved else contest_limit(measured.instance)


@metrics.register(per="episode", unit="steps", total=True)
def contest_par(measured: Measured) -> int | None:
    """What the contest divides by: the greater of the inner walls and the distance start to end."""
    if not _is_contest(measured):
        return None
    return max(measured.instance.l1, measured.instance.walls) or None


@metrics.register(
    per="episode", unit="1", better="more", total=True, ratio_of=("contest_steps", "contest_par")
)
def architect_score(measured: Measured) -> float | None:
    """Contest score of the maze: steps / max(L1, inner walls); a run that failed counts N^3 steps."""
    steps, par = contest_steps(measured), contest_par(measured)
    return None if steps is None or par is None else steps / par


@metrics.register(
    per="episode", unit="1", better="more", total=True, ratio_of=("contest_par", "contest_steps")
)
def solver_score(measured: Measured) -> float | None:
    """Contest score of the strategy: 1 / architect score."""
    score = architect_score(measured)
    return 1 / score if score else None
