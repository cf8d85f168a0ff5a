"""What a strategy needs against what a world and a fog offer: why a pair cannot be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from research.fog import WHOLE_MAP, Fog
from research.heuristics import parts_of
from research.heuristics import unfit as unfit_heuristic
from research.registry import Entry
from research.task import Reach, Task

REASONS = {
    "goal": "needs a goal whose place is known",
    "headings": "needs headings to turn to",
    "outline": "needs a world whose outline is known",
    "slide": "plays sliding puzzles only",
    "map": f"plans on the whole map; it needs a sight of at least {WHOLE_MAP}",
    "walk": "is an agent that walks; it has no meaning under jump",
    "jump": "is a search by expansions; it has no meaning under walk",
}

BEGINS_AGAIN = "begins again at the start at no cost, which an agent under walk cannot"


@dataclass(frozen=True, slots=True)
class Offers:
    """What the tasks of a world have: kind of moves, letters in tie order, and features.

    Features are "goal" (one to reach), "headings", "outline".
    """

    kind: str = ""
    letters: str = ""
    features: frozenset[str] = frozenset()


def offers_of(task: Task) -> Offers:
    """Return what this very task offers."""
    geometry = task.geometry
    features = {
        "goal": isinstance(task.objective, Reach),
        "headings": geometry is not None and geometry.headings,
        "outline": geometry is not None and geometry.around(task.start) is not None,
    }
    return Offers(
        geometry.kind if geometry else "",
        geometry.letters if geometry else "",
        frozenset(name for name, there in features.items() if there),
    )


def unmet(strategy: Entry, params: dict[str, Any], offers: Offers, fog: Fog) -> str:
    """Return why `strategy` with (bound) `params` cannot play there, "" where it can."""
    there = offers.features | {fog.cost, offers.kind}
    if fog.sight >= WHOLE_MAP:
        there |= {"map"}
    if fog.goal == "hidden":
        there -= {"goal"}
    needs = set(strategy.traits.get("needs", ()))
    if "needs_by" in strategy.traits:
        name, by_value = strategy.traits["needs_by"]
        needs |= by_value[params[name]]
    if "h" in strategy.parameters:
        needs.add("goal")
    missing = sorted(needs - there)
    if missing:
        return f"{strategy.name} " + REASONS.get(missing[0], f"needs {missing[0]!r}")
    if params.get("trials", 1) > 1 and fog.cost == "walk":
        return f"{strategy.name} with more than one of trials " + BEGINS_AGAIN
    for part in parts_of(params["h"]) if "h" in params else ():
        if offers.kind not in part.traits.get("defined", {offers.kind}):
            return f"heuristic {part.name} is not defined for {offers.kind or 'plain graph'} moves"
    for name in ("order", "heading"):
        value = params.get(name)
        if value and not set(value) <= set(offers.letters):
            return f"{name} {value} does not name the directions {offers.letters or '(there are none)'}"
    order = params.get("order")
    if order and len(order) != len(offers.letters):
        return f"order {order} leaves out some of the directions {offers.letters}"
    return ""


def unfit(strategy: Entry, params: dict[str, Any], task: Task) -> str:
    """Return why its heuristic has no value on this very task, "" where it has one.

    A strategy with the trait `backward` estimates the way to the start too.
    """
    if "h" not in params:
        return ""
    ends = (*task.goals, task.start) if strategy.traits.get("backward") else task.goals
    return next((why for end in ends if (why := unfit_heuristic(params["h"], end, task.geometry))), "")
