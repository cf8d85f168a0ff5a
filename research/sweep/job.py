"""What a worker does: play one job and return its row. Everything that happens becomes a row."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from research.episode import Episode, Outcome, lost, play, where
from research.instances import Instance
from research.reference import optimal
from research.registry import metrics
from research.scoring import Measured, contest_limit
from research.sweep.plan import Job


class Prepared:
    """An instance, made and measured once for all strategies that meet it."""

    columns: dict[str, Any]

    def __init__(self, instance: Instance) -> None:
        self.thing = instance.make()
        self.task = self.thing.task()
        self.optimal = optimal(self.task)
        self.columns = self.thing.facts | {
            name: _plain(metrics[name].function(self.thing))
            for name in metrics
            if metrics[name].traits["per"] == "instance"
        }


_prepare = lru_cache(maxsize=8)(Prepared)


def row_of(job: Job) -> dict[str, Any]:
    """Play `job` and return its row: plain values, ready for JSON.

    A generator or a metric that raises costs the row its values, not the run.
    """
    try:
        return _row_of(job)
    except Exception as error:
        return bare_row(job, Outcome.CRASHED, f"outside the strategy: {type(error).__name__}", where(error))


def _row_of(job: Job) -> dict[str, Any]:
    prepared = _prepare(job.instance)
    if job.strategy is None:
        return _row(job) | prepared.columns
    budget = job.budget
    if job.limit:
        budget = replace(budget, steps=contest_limit(prepared.thing) - (job.limit == "kit"))
    run = job.strategy.entry.function
    episode = play(prepared.task, run, fog=job.fog, budget=budget, seed=job.seed, **job.strategy.params)
    return _played(job, prepared, episode, total_only=False) | {"allowed": budget.steps}


def lost_row(job: Job, outcome: Outcome, reason: str, error: str) -> dict[str, Any]:
    """Return the row of a job whose process died, with what the instance alone can tell."""
    return _played(job, _prepare(job.instance), lost(outcome, reason, error), total_only=True)


def bare_row(job: Job, outcome: Outcome, reason: str, error: str) -> dict[str, Any]:
    """Return the row of a job that did not even get an instance."""
    return _row(job, lost(outcome, reason, error))


def _played(job: Job, prepared: Prepared, episode: Episode, *, total_only: bool) -> dict[str, Any]:
    measured = Measured(prepared.thing, episode, job.fog, prepared.optimal)
    found = {}
    for name in metrics:
        traits = metrics[name].traits
        if traits["per"] == "episode" and (traits.get("total") or not total_only):
            found[name] = _plain(metrics[name].function(measured))
    return _row(job, episode) | found | prepared.columns


def _plain(value: Any) -> Any:
    """Return a metric's value as JSON has it, also where it is one of numpy's."""
    return value.item() if hasattr(value, "item") else value


def _row(job: Job, episode: Episode | None = None) -> dict[str, Any]:
    """Return the columns that every row has."""
    return job.columns() | {
        "outcome": episode.outcome.value if episode else None,
        "reason": episode.reason if episode else "",
        "error": episode.error if episode else "",
        "engine": "python",
        "code": job.code,
        "sandbox": "none",
    }
