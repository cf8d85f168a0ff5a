"""Progress of a run: a bar on a terminal, plain lines elsewhere, nothing when asked to be quiet."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from research.episode import Outcome
from research.rng import untouched
from research.sweep.plan import Plan

# rich draws from the global generator when it is imported.
with untouched():
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar

LINE_SECONDS = 5.0


class Quiet:
    """Says nothing."""

    def building(self, what: str, done: int, total: int) -> None:
        """Say nothing."""

    def start(self, plan: Plan, done: int, stale: Counter[str]) -> None:
        """Say nothing."""

    def advance(self, rows: list[dict[str, Any]]) -> None:
        """Say nothing."""

    def finish(self) -> None:
        """Say nothing."""


class Shown:
    """Shows done / total, rate, unexplained outcomes and the time left, on standard error."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.bad = 0
        self.done = self.total = self.at_start = 0
        self.started = self.said = 0.0
        self.bar: Bar | None = None
        self.building = Building(console)

    def start(self, plan: Plan, done: int, stale: Counter[str]) -> None:
        """Say what is about to happen."""
        self.done = self.at_start = done
        self.total = plan.size
        self.started = self.said = time.monotonic()
        say = self.console.print
        for name, count in stale.items():
            say(f"{count} rows were made by other code ({name} has changed) and are run again", markup=False)
        if done:
            say(f"{done} of {self.total} jobs are done already", markup=False)
        if self.console.is_terminal:
            self.bar = Bar(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[rate]}"),
                TimeRemainingColumn(),
                console=self.console,
            )
            self.bar.start()
            self.bar.add_task(plan.experiment.name, total=self.total, completed=done, rate="")

    def advance(self, rows: list[dict[str, Any]]) -> None:
        """Count rows that came in."""
        self.done += len(rows)
        self.bad += sum(1 for row in rows if row["outcome"] and not Outcome(row["outcome"]).explained)
        now = time.monotonic()
        if self.bar is not None:
            self.bar.update(self.bar.task_ids[0], completed=self.done, rate=self._rate(now))
        elif now - self.said >= LINE_SECONDS:
            self.said = now
            self._line(now)

    def finish(self) -> None:
        """Say how it ended."""
        self.building.stop()
        if self.bar is not None:
            self.bar.stop()
        elif self.total > self.at_start:
            self._line(time.monotonic())

    def _line(self, now: float) -> None:
        left = (self.total - self.done) * (now - self.started) / max(1, self.done - self.at_start)
        self.console.print(
            f"{self.done} of {self.total} jobs, {self._rate(now)}, {left:.0f} s left",
            markup=False,
            highlight=False,
        )

    def _rate(self, now: float) -> str:
        rate = (self.done - self.at_start) / max(1e-9, now - self.started)
        return f"{rate:.0f} jobs/s" + (f", {self.bad} unexplained" if self.bad else "")


class Building:
    """Shows how far the building of a table is, called with its name and its numbers of entries."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.bar: Bar | None = None
        self.said = 0.0

    def __call__(self, what: str, done: int, total: int) -> None:
        """Show that so many entries of `what` are there."""
        now = time.monotonic()
        if self.console.is_terminal:
            self._bar(what, done, total)
        elif done in (0, total) or now - self.said >= LINE_SECONDS:
            self.said = now
            line = f"building {what}: {done / total:.0%} of {total:,} entries"
            self.console.print(line, markup=False, highlight=False)

    def _bar(self, what: str, done: int, total: int) -> None:
        if self.bar is None:
            columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
            self.bar = Bar(*columns, TimeRemainingColumn(), console=self.console)
            self.bar.start()
            self.bar.add_task(f"building {what}", total=total)
        self.bar.update(self.bar.task_ids[0], completed=done)
        if done == total:
            self.stop()

    def stop(self) -> None:
        """Take the bar away where one is shown."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None


@contextmanager
def counted(what: str, total: int) -> Iterator[Callable[..., None]]:
    """Show a bar on a terminal while the block runs; yield what to call with the pieces that are done (1)."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda pieces=1: None
        return
    with Bar(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), console=console) as bar:
        task = bar.add_task(what, total=total)
        yield lambda pieces=1: bar.advance(task, pieces)
