"""What a worker does: play one job and return its row. Everything that happens becomes a row."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import lru_cache
from typing import Any

from research.arena.kept import keeping
from research.arena.sandbox import level
from research.arena.transcript import Transcript, written
from research.engine import play_by
from research.episode import Budget, Episode, Forfeit, Outcome, lost, where
from research.instances import Instance
from research.reference import optimal
from research.registry import Entry, metrics
from research.scoring import Measured, contest_limit
from research.sweep.choices import Choice
from research.sweep.plan import Job

# What a strategy says of itself is cut to so many characters.
MAX_REASON = 200
MAX_ERROR = 1000


class Prepared:
    """An instance, made and measured once for all strategies that meet it."""

    def __init__(self, instance: Instance) -> None:
        self.thing = instance.make()
        self.task = self.thing.task()
        self.optimal = optimal(self.task)
        self.metrics = _metrics("episode")
        measured = {metric.name: _plain(metric.function(self.thing)) for metric in _metrics("instance")}
        self.columns: dict[str, Any] = measured | self.thing.facts

    def allowed(self, job: Job) -> Budget:
        """Return the budget of `job`; a contest's depends on the size of the maze."""
        budget, limit = job.terms.budget, job.terms.limit
        if not limit:
            return budget
        return replace(budget, steps=contest_limit(self.thing) - (limit == "kit"))


_prepare = lru_cache(maxsize=8)(Prepared)


def line_of(job: Job, ready: Callable[[], None] = lambda: None) -> str:
    """Play `job` and return its row as JSON; `ready` is called when the instance is there.

    A generator or a metric that raises, or that gives what JSON does not have, costs the row its
    values, not the run.
    """
    records = job.terms.records
    try:
        with keeping(records and records / "mazes"):
            prepared = _prepare(job.instance)
        ready()
        return text_of(_row_of(job, prepared))
    except Forfeit as forfeit:
        row = bare_row(job, forfeit.outcome, forfeit.reason, str(forfeit))
        return text_of(row | {"at_fault": "instance"})
    except Exception as error:
        reason = f"outside the strategy: {type(error).__name__}"
        return text_of(bare_row(job, Outcome.CRASHED, reason, where(error)))


def text_of(row: dict[str, Any]) -> str:
    """Return a row as one line of JSON."""
    return json.dumps(row, separators=(",", ":"))


def _row_of(job: Job, prepared: Prepared) -> dict[str, Any]:
    if job.terms.strategy is None:
        return _row(job) | prepared.columns
    budget = prepared.allowed(job)
    return _played(job, prepared, _play(job, job.terms.strategy, prepared, budget), budget)


def _play(job: Job, strategy: Choice, prepared: Prepared, budget: Budget) -> Episode:
    entry, params, terms = strategy.entry, strategy.params, job.terms
    try:
        with _recorded(job, prepared, budget) as transcript:
            episode = play_by(
                terms.engine, prepared.task, entry, params, fog=terms.fog, budget=budget, seed=job.seed
            )
            if transcript is not None:
                transcript.end(episode, own=not entry.is_program)
        return episode
    except BaseException as error:
        # Here a KeyboardInterrupt is the strategy's own: nobody interrupts a worker from outside.
        return lost(Outcome.CRASHED, type(error).__name__, where(error))


def _recorded(job: Job, prepared: Prepared, budget: Budget) -> AbstractContextManager[Transcript | None]:
    """Return the block in which what is said is written down; nowhere where nothing is kept."""
    if job.terms.records is None:
        return nullcontext()
    head = job.columns() | {"steps": budget.steps, "text": str(prepared.thing)}
    return written(job.terms.records / "transcripts" / f"{job.id}.gz", head)


def lost_row(job: Job, outcome: Outcome, reason: str, error: str) -> dict[str, Any]:
    """Return the row of a job whose process died, with what the instance alone can tell."""
    prepared = _prepare(job.instance)
    row = _played(job, prepared, lost(outcome, reason, error), prepared.allowed(job))
    unknown = [metric.name for metric in prepared.metrics if not metric.traits.get("total")]
    return row | dict.fromkeys(unknown) | {"optimal": prepared.optimal}


def bare_row(job: Job, outcome: Outcome, reason: str, error: str) -> dict[str, Any]:
    """Return the row of a job that did not even get an instance."""
    row = _row(job, lost(outcome, reason, error))
    row |= dict.fromkeys(metric.name for metric in _metrics("instance"))
    if job.terms.strategy is None:
        return row
    steps = None if job.terms.limit else job.terms.budget.steps
    return row | dict.fromkeys(metric.name for metric in _metrics("episode")) | {"allowed": steps}


def _played(job: Job, prepared: Prepared, episode: Episode, budget: Budget) -> dict[str, Any]:
    measured = Measured(prepared.thing, episode, job.terms.fog, prepared.optimal)
    found = {metric.name: _plain(metric.function(measured)) for metric in prepared.metrics}
    told = prepared.thing.told(episode.path) if hasattr(prepared.thing, "told") else {}
    return _row(job, episode) | found | prepared.columns | told | {"allowed": budget.steps}


def _metrics(per: str) -> list[Entry]:
    return [metrics[name] for name in metrics if metrics[name].traits["per"] == per]


def _plain(value: Any) -> Any:
    """Return a metric's value as JSON has it, also where it is one of numpy's."""
    return value.item() if hasattr(value, "item") else value


def _row(job: Job, episode: Episode | None = None) -> dict[str, Any]:
    """Return the columns that every row has."""
    return job.columns() | {
        "outcome": episode.outcome.value if episode else None,
        "reason": _cut(episode.reason, MAX_REASON) if episode else "",
        "error": _cut(episode.error, MAX_ERROR) if episode else "",
        "engine": episode.engine if episode else "python",
        "code": job.code,
        "sandbox": level() if job.has_program else "none",
        "at_fault": "" if episode is None or episode.outcome.explained else "strategy",
    }


def _cut(text: str, limit: int) -> str:
    """Return `text` on one line of at most `limit` characters, all of which UTF-8 has."""
    short = text if len(text) <= limit else f"{text[: limit - 3]}..."
    return " ".join(short.encode("utf-8", "replace").decode().split())
