"""Jobs on the processes of this machine, each of which can be killed without harm to the others.

Jobs go to workers in batches, so that short ones cost little overhead. A batch whose worker dies or
hangs is played again job by job, and the job that does it then costs its own row only.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, TimeoutError, wait
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from pebble import CONSTS, ProcessExpired, ProcessPool

from research.episode import Outcome
from research.sweep.job import bare_row, lost_row, row_of
from research.sweep.plan import Job

Row = dict[str, Any]

BATCH_SECONDS = 0.25
MAX_BATCH = 512
# What a batch may take beyond one job's own time before it is taken for hung.
GRACE_SECONDS = 2.0
# Without a limit of seconds a job may run for ever.
PR_SET_PDEATHSIG = 1


def run_local(jobs: Iterable[Job], workers: int) -> Iterator[list[Row]]:
    """Yield the rows of all jobs, in lists, as they are done; jobs are drawn as they are needed."""
    # How long a killed worker may take to go; nothing of ours is worth waiting for.
    CONSTS.term_timeout = 0.3
    with tempfile.TemporaryDirectory(prefix="research-") as scratch:
        pool = ProcessPool(max_workers=workers, initializer=_begin, initargs=(scratch,), context=_context())
        try:
            yield from _Driver(pool, iter(jobs), workers, Path(scratch)).rows()
        finally:
            pool.stop()  # type: ignore[no-untyped-call]
            pool.join()
            _kill_groups(Path(scratch))


def _context() -> Any:
    """Fork where it exists: workers then know every strategy that the main process has registered."""
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if "fork" in methods else "spawn")


class _Driver:
    """Hands out batches, takes rows in, and gives failed batches a second chance job by job."""

    def __init__(self, pool: ProcessPool, jobs: Iterator[Job], workers: int, scratch: Path) -> None:
        self.pool = pool
        self.jobs = jobs
        self.workers = workers
        self.scratch = scratch
        self.alone: deque[Job] = deque()
        self.running: dict[Future[list[Row]], tuple[list[Job], float]] = {}
        self.pace = 0.01

    def rows(self) -> Iterator[list[Row]]:
        while self._fill() or self.running:
            done, _ = wait(self.running, return_when=FIRST_COMPLETED)
            for future in done:
                batch, started = self.running.pop(future)
                rows = self._result(future, batch, started)
                if rows:
                    yield rows

    def _fill(self) -> bool:
        """Keep one batch per worker running and one waiting; say whether something is running."""
        while len(self.running) < 2 * self.workers:
            batch = [self.alone.popleft()] if self.alone else list(islice(self.jobs, self._batch_size()))
            if not batch:
                break
            seconds = batch[0].budget.seconds
            timeout = None if seconds is None else seconds + GRACE_SECONDS
            future = self.pool.schedule(play_batch, args=(batch,), timeout=timeout)
            self.running[future] = (batch, time.monotonic())
        return bool(self.running)

    def _batch_size(self) -> int:
        return max(1, min(MAX_BATCH, int(BATCH_SECONDS / self.pace)))

    def _result(self, future: Future[list[Row]], batch: list[Job], started: float) -> list[Row]:
        try:
            rows = future.result()
        except (ProcessExpired, TimeoutError) as error:
            _kill_groups(self.scratch)
            if len(batch) > 1:
                self.alone.extend(batch)
                return []
            return [self._lost(batch[0], *_cause(error, batch[0], self.scratch))]
        # Batches wait in the pool's queue, so this is an upper bound; it settles where it should.
        pace = (time.monotonic() - started) / 2 / len(batch)
        self.pace = 0.5 * self.pace + 0.5 * max(pace, 1e-5)
        return rows

    def _lost(self, job: Job, outcome: Outcome, reason: str, error: str) -> Row:
        """Return the row of a job that killed its worker, with the instance's measures if it can."""
        future = self.pool.schedule(lost_row, args=(job, outcome, reason, error), timeout=GRACE_SECONDS)
        try:
            row: Row = future.result()
        except (ProcessExpired, TimeoutError):
            _kill_groups(self.scratch)
            row = bare_row(job, outcome, reason, error)
        return row


def play_batch(batch: list[Job]) -> list[Row]:
    """Play the jobs of a batch, in the worker."""
    return [row_of(job) for job in batch]


def _begin(scratch: str) -> None:
    """Prepare a worker: a process group of its own, gone with its parent, its output to a file."""
    os.setpgid(0, 0)
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    said = os.open(Path(scratch, str(os.getpid())), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(said, stream)


def _cause(error: ProcessExpired | TimeoutError, job: Job, scratch: Path) -> tuple[Outcome, str, str]:
    """Say what became of a job whose worker did not return its row."""
    if not isinstance(error, ProcessExpired):
        return Outcome.TIMED_OUT, f"{job.budget.seconds:g} s", "would not stop, was killed"
    code = error.exitcode or 0
    name = signal.Signals(-code).name if code < 0 else f"exit status {code}"
    return Outcome.CRASHED, name, _last_words(scratch / str(error.pid))


def _last_words(path: Path) -> str:
    """Return the last lines that a dead worker printed, on one line."""
    with suppress(OSError):
        tail = path.read_bytes()[-1000:].decode(errors="replace")
        return " ".join(" | ".join(tail.strip().splitlines()[-3:]).split())
    return ""


def _kill_groups(scratch: Path) -> None:
    """Kill what dead workers have left running: all of a group whose leader is gone."""
    for path in scratch.iterdir():
        pid = int(path.name)
        with suppress(ProcessLookupError, PermissionError):
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                os.killpg(pid, signal.SIGKILL)
