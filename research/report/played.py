"""One episode, played for somebody who looks on: its drawing, its facts, its audit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from research import api
from research.episode import Budget
from research.files import write_text
from research.fog import Fog
from research.heuristics import prepare
from research.instances import parse, parse_params
from research.needs import unfit
from research.parameters import bind
from research.peek_audit import Audit, charted_by
from research.reference import optimal
from research.registry import strategies
from research.report.progress import Building
from research.report.terminal import console, has_box_characters


class Played:
    """An episode of a strategy on an instance, both named as text; ValueError says what is wrong."""

    def __init__(
        self,
        instance: str,
        strategy: str,
        *,
        fog: tuple[str, bool, int],
        limits: tuple[int, float],
        seed: int | None,
    ) -> None:
        cost, hidden, sight = fog
        self.fog = Fog(cost, "hidden" if hidden else "known", sight)  # type: ignore[arg-type]
        parsed = parse(instance, seed)
        self.instance = parsed.label
        self.seed = seed if seed is not None else (parsed.seed or 0)
        self.thing = parsed.make()
        self.task = self.thing.task()
        self.strategy, _, rest = strategy.partition(":")
        self.params = parse_params(rest)
        self.budget = Budget(*limits)
        self._prepare()
        self.episode = api.play(self.task, self.strategy, **self._options())

    def _options(self) -> dict[str, Any]:
        return {"fog": self.fog, "budget": self.budget, "seed": self.seed, **self.params}

    def _prepare(self) -> None:
        """Build or load the tables that the heuristic needs, and show how that gets on."""
        entry = strategies[self.strategy]
        bound = bind(entry, self.params)
        if "h" in bound and self.task.geometry is not None and not unfit(entry, bound, self.task):
            building = Building(console(stderr=True))
            try:
                prepare(bound["h"], self.task.geometry.kind, building)
            finally:
                building.stop()

    def audit(self) -> Audit:
        """Return whether the strategy goes only by what it has seen."""
        return api.audit(self.task, self.strategy, **self._options())

    def _shown(self) -> tuple[Any, Any]:
        """Return the walk (jump: the path found) and the cells that were charted."""
        walking = self.fog.cost == "walk"
        charted = charted_by(self.task, self.episode.walk, self.fog)
        return self.episode.walk if walking else self.episode.path, charted

    def drawing(self, *, ascii_only: bool) -> str:
        """Return the maze or board with the walk (jump: the path found), and fog over the rest."""
        shown: str = self.thing.drawing(*self._shown(), ascii_only=ascii_only or not has_box_characters())
        return shown

    def write_svg(self, path: Path) -> None:
        """Write the picture; BadInput where it cannot be written."""
        write_text(path, self.thing.svg(*self._shown()))

    def facts(self) -> dict[str, Any]:
        """Return what happened as plain values."""
        episode, best = self.episode, optimal(self.task)
        return {
            "instance": self.instance,
            "strategy": self.strategy,
            "outcome": episode.outcome.value,
            "reason": episode.reason,
            "steps": episode.steps,
            "backsteps": episode.backsteps,
            "expanded": episode.expanded,
            "visited": episode.visited,
            "generated": episode.generated,
            "route": episode.route,
            "cost": episode.cost,
            "optimal": best,
            "letters": episode.letters,
            "seconds": round(episode.seconds, 6),
            "error": episode.error,
        }

    def lines(self, audited: Audit | None) -> list[str]:
        """Return the facts as lines to read."""
        facts = self.facts()
        reason = f" ({facts['reason']})" if facts["reason"] else ""
        counts = ("steps", "backsteps", "expanded", "visited", "route", "optimal")
        said = ", ".join(f"{name} {facts[name]:g}" for name in counts if facts[name] is not None)
        lines = [f"{self.strategy} on {self.instance}: {facts['outcome']}{reason}", said]
        if facts["error"]:
            lines.append(facts["error"])
        if len(facts["letters"]) <= 200:
            lines.append(facts["letters"])
        if audited is not None:
            lines.append(_verdict(audited))
        return [line for line in lines if line]


def _verdict(audited: Audit) -> str:
    if audited.honest:
        return (
            f"audit: honest, the same walk in {audited.replays} replays, each with all walls "
            "thrown anew that it had not seen by some step"
        )
    return f"audit: it has peeked, replay {audited.replay} differs from step {audited.at}"
