"""Jobs on the processes of this machine, each of which can be killed without harm to the others.

Jobs go to pebble's workers in batches, so that short ones cost little overhead; what becomes of a job
that kills or hangs its process is the worker's affair. When a worker dies itself, its batch is
played again job by job.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import islice
from typing import Any

from pebble import CONSTS, ProcessExpired, ProcessPool
from pebble.pool.process import WORKERS_NAME

from research.episode import Outcome
from research.sweep.backends.player import Fate
from research.sweep.backends.worker import TRIALS, Row, begin, lost, play_batch
from research.sweep.job import bare_row
from research.sweep.plan import Job

BATCH_SECONDS = 0.25
MAX_BATCH = 512
# How long a worker that is told to end may take to clean up.
TERM_SECONDS = 5.0
# So often workers are woken that a strategy has stopped.
WAKE_SECONDS = 1.0

# Jobs, and how many times they have been given to a worker.
Batch = tuple[list[Job], int]


def run_local(jobs: Iterable[Job], workers: int) -> Generator[list[Row], None, None]:
    """Yield the rows of all jobs, in lists, as they are done; jobs are drawn as they are needed."""
    CONSTS.term_timeout = TERM_SECONDS
    driver = _Driver(iter(jobs), workers)
    try:
        yield from driver.rows()
    finally:
        driver.close()


def _context() -> Any:
    """Fork where it exists: workers then know every strategy that the main process has registered."""
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if "fork" in methods else "spawn")


class _Driver:
    """Hands out batches and takes rows in."""

    def __init__(self, jobs: Iterator[Job], workers: int) -> None:
        self.jobs = jobs
        self.workers = workers
        self.pool = self._new_pool()
        self.running: dict[Future[tuple[float, list[Row]]], Batch] = {}
        # The first batches are single jobs: who knows how long they take.
        self.pace = BATCH_SECONDS

    def rows(self) -> Iterator[list[Row]]:
        """Yield rows until there is neither a job to give nor one to wait for."""
        while self._fill():
            done, _ = wait(self.running, WAKE_SECONDS, return_when=FIRST_COMPLETED)
            if not done:
                _wake()
            for future in done:
                rows = self._result(future, *self.running.pop(future))
                if rows:
                    yield rows

    def _fill(self) -> bool:
        """Keep one batch per worker running and one waiting; say whether there is one to wait for."""
        while len(self.running) < 2 * self.workers:
            batch = list(islice(self.jobs, max(1, min(MAX_BATCH, int(BATCH_SECONDS / self.pace)))))
            if not batch:
                break
            self._give(batch, 1)
        return bool(self.running)

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(max_workers=self.workers, initializer=begin, context=_context())

    def close(self) -> None:
        """End all workers."""
        self.pool.stop()  # type: ignore[no-untyped-call]
        self.pool.join()

    def _schedule(self, work: Callable[..., Any], *given: Any) -> Future[Any]:
        if not self.pool.active:
            # A worker that dies while it waits for a job takes its pool with it.
            self.close()
            self.pool = self._new_pool()
        return self.pool.schedule(work, args=given)

    def _give(self, batch: list[Job], trial: int) -> None:
        self.running[self._schedule(play_batch, batch)] = (batch, trial)

    def _result(self, future: Future[tuple[float, list[Row]]], batch: list[Job], trial: int) -> list[Row]:
        try:
            seconds, rows = future.result()
        except (ProcessExpired, BrokenProcessPool):
            if trial < TRIALS:
                for job in batch:
                    self._give([job], trial + 1)
                return []
            fate = (Outcome.CRASHED, "its worker died", "")
            return [self._lost(batch[0], fate)]
        self.pace = 0.5 * self.pace + 0.5 * max(seconds / len(batch), 1e-5)
        return rows

    def _lost(self, job: Job, fate: Fate) -> Row:
        try:
            row: Row = self._schedule(lost, job, fate).result()
        except (ProcessExpired, BrokenProcessPool):
            row = bare_row(job, *fate)
        return row


def _wake() -> None:
    """Let workers go on that a strategy has stopped with SIGSTOP; the others do not notice."""
    for process in multiprocessing.active_children():
        if process.name == WORKERS_NAME and process.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGCONT)
