"""Play the jobs of a plan that a store does not have yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Protocol

from research.sweep.backends.local import run_local
from research.sweep.plan import Job, Plan
from research.sweep.store import Store


class Progress(Protocol):
    """Told how a run gets on; see `research.report.progress` for those that show it."""

    def start(self, plan: Plan, done: int, stale: Counter[str]) -> None:
        """The run begins: `done` rows are there; `stale` counts those made by other code."""

    def advance(self, rows: list[dict[str, Any]]) -> None:
        """Rows have come in and are safe."""

    def finish(self) -> None:
        """No more rows will come."""


def play_missing(plan: Plan, store: Store, workers: int, progress: Progress) -> None:
    """Play what is missing on `workers` processes; every row is in the journal as soon as it is known."""
    stale: Counter[str] = Counter()
    done = sum(1 for job in plan.jobs() if _is_done(job, store, plan, stale))
    progress.start(plan, done, stale)
    try:
        if done < plan.size:
            for rows in run_local(_missing(plan, store), min(workers, plan.size - done)):
                store.append(rows)
                progress.advance(rows)
    finally:
        progress.finish()


def _missing(plan: Plan, store: Store) -> Iterator[Job]:
    return (job for job in plan.jobs() if not _is_done(job, store, plan, Counter()))


def _is_done(job: Job, store: Store, plan: Plan, stale: Counter[str]) -> bool:
    """Whether the journal has this job's row, made by today's code and with all that is asked for."""
    row = store.rows.get(job.id)
    if row is None:
        return False
    if row["code"] != job.code:
        stale[job.strategy.entry.name if job.strategy else job.instance.generator.name] += 1
        return False
    return row["outcome"] is not None or not job.strategy
