"""Play the jobs of a plan that a store does not have yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Protocol

from research.engine import warm
from research.heuristics import prepare
from research.registry import metrics
from research.sweep.backends.local import run_local
from research.sweep.plan import Job, Plan
from research.sweep.store import Store


class Progress(Protocol):
    """Told how a run gets on; see `research.report.progress` for those that show it."""

    def building(self, what: str, done: int, total: int) -> None:
        """Tables that the run needs are built before it begins: so many entries are done."""

    def start(self, plan: Plan, done: int, stale: Counter[str]) -> None:
        """The run begins: `done` rows are there; `stale` counts those made by other code."""

    def advance(self, rows: list[dict[str, Any]]) -> None:
        """Rows have come in and are safe."""

    def finish(self) -> None:
        """No more rows will come."""


def play_missing(plan: Plan, store: Store, workers: int, progress: Progress) -> None:
    """Play what is missing on `workers` processes; every row is in the journal as soon as it is known."""
    asked = _asked(plan)
    stale: Counter[str] = Counter()
    done = sum(1 for job in plan.jobs() if _is_done(job, store, asked, stale)) if len(store) else 0
    try:
        if done < plan.size:
            _prepare(plan, progress)
        progress.start(plan, done, stale)
        if done < plan.size:
            _warm(plan)
            with closing(run_local(_missing(plan, store), min(workers, plan.size - done))) as played:
                for rows in played:
                    store.append(rows)
                    progress.advance(rows)
    finally:
        progress.finish()


def _prepare(plan: Plan, progress: Progress) -> None:
    """Build or load the tables of heuristics, once for all workers."""
    wanted = [
        (strategy.params["h"], instance.entry.traits["offers"].kind)
        for _, instance, able in plan.pairs
        for strategy in able
        if strategy is not None and "h" in strategy.params and "offers" in instance.entry.traits
    ]
    for h, kind in dict.fromkeys(wanted):
        prepare(h, kind, progress.building)


def _warm(plan: Plan) -> None:
    """Load what is compiled, once for all workers."""
    for _, instance, able in plan.pairs:
        offers = instance.entry.traits.get("offers")
        for strategy in able:
            if strategy is not None and offers is not None:
                warm(plan.experiment.engine, strategy.entry, strategy.params, offers.kind)


def _asked(plan: Plan) -> frozenset[str]:
    """Return the metrics that every row must have; what is only measured has none of an episode."""
    played = plan.experiment.strategies is not None
    return frozenset(
        name for name in plan.experiment.metrics if played or metrics[name].traits["per"] == "instance"
    )


def _missing(plan: Plan, store: Store) -> Iterator[Job]:
    asked = _asked(plan)
    for job in plan.jobs():
        if not _is_done(job, store, asked, Counter()):
            yield job.sealed()


def _is_done(job: Job, store: Store, asked: frozenset[str], stale: Counter[str]) -> bool:
    """Whether the journal has this job's row, made by today's code and with all that is asked for."""
    row = store.row(job.id)
    if row is None or not row.keys() >= asked:
        return False
    if row.get("code") != job.code:
        stale[_changed(job, str(row.get("code")))] += 1
        return False
    return row.get("outcome") is not None or not job.terms.strategy


def _changed(job: Job, code: str) -> str:
    """Return the name of what has changed since a row was made by `code`."""
    strategy, generator = job.terms.strategy, job.ground.generator
    if strategy is None or code.partition(".")[0] != job.code.partition(".")[0]:
        return generator.name
    return strategy.entry.name
