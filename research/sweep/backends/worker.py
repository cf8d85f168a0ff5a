"""A pool's worker as a warden: it lets a player play its batches, and cleans up behind it.

When a player dies or hangs, the rows it has written are good, and only the job that it was at is in
question: that one is played again, first thing in a fresh player, before it is blamed for a death.
The warden adopts the orphans below it (on Linux) and kills all that a player has left, so nothing
slips away.
"""

from __future__ import annotations

import json
import os
import select
import signal
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize
from typing import Any, NoReturn

from research.arena.processes import last_lines, parents_of_all, signal_name
from research.episode import Outcome
from research.sweep.backends.player import LEAVING, PLAYING, PR_SET_PDEATHSIG, PREPARING, Fate, live, prctl
from research.sweep.job import bare_row
from research.sweep.plan import Job

Row = dict[str, Any]

# How many processes must die at a job until it is blamed: one can be killed from outside.
TRIALS = 3
# What a job may take beyond its strategy's own time before its process is taken for hung.
GRACE_SECONDS = 1.0
# What it may take to make an instance and to measure it.
PREPARE_SECONDS = 600.0
# How long a warden tries to kill what is below it, on a machine with much to do.
STRAY_SECONDS = 10.0
END_SECONDS = 0.5
# While short jobs stream in, a warden looks up so seldom.
NAP_SECONDS = 0.002
TAIL_BYTES = 2000
PR_SET_CHILD_SUBREAPER = 36


def begin() -> None:
    """Make this process a warden: it adopts orphans, and cleans up when it is told to end."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGTERM, _end)
    Finalize(None, end_strays, exitpriority=1)
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _end(signum: int, frame: object) -> NoReturn:
    end_strays()
    # Not 0, which the pool takes for a worker that has nothing more to do.
    os._exit(1)


def play_batch(batch: list[Job]) -> tuple[float, list[Row]]:
    """Play the jobs of a batch; return the seconds that took, and a row for each job."""
    started = time.monotonic()
    rows: list[Row] = []
    deaths = 0
    while len(rows) < len(batch):
        played, fate = _player().play([(job, None) for job in batch[len(rows) :]])
        rows += played
        if fate is None:
            continue
        # Deaths at the same job: the last of the player before, and those at once in a fresh one.
        deaths = 1 if played else deaths + 1
        if deaths == TRIALS or fate[0] is Outcome.TIMED_OUT:
            rows.append(lost(batch[len(rows)], fate))
            deaths = 0
    return time.monotonic() - started, rows


def lost(job: Job, fate: Fate) -> Row:
    """Return the row of a job that ended its process, with what its instance alone can tell."""
    rows: list[Row] = []
    end: Fate | None = None
    while not rows and end is None:
        rows, end = _player().play([(job, fate)])
    return rows[0] if rows else bare_row(job, *fate)


_players: list[_Player] = []


def _player() -> _Player:
    """Return the player of this process, a fresh one where the last has ended."""
    if not _players or _players[0].ended:
        _players[:] = [_Player()]
    return _players[0]


class _Player:
    """A process that plays jobs until it, or one of them, comes to an end."""

    def __init__(self) -> None:
        self.ended = False
        self._rest = self._said = b""
        orders, order = os.pipe()
        self._heard, lines = os.pipe()
        self._printed, output = os.pipe()
        self._pid = os.fork()
        if not self._pid:
            os.close(order)
            live(orders, lines, output)
        for descriptor in (orders, lines, output):
            os.close(descriptor)
        self._order = Connection(order, readable=False)
        self._poll = select.poll()
        self._poll.register(self._heard, select.POLLIN)
        self._poll.register(self._printed, select.POLLIN)

    def play(self, batch: list[tuple[Job, Fate | None]]) -> tuple[list[Row], Fate | None]:
        """Return the rows of the first jobs of `batch`, and the fate of the next where it has met one."""
        self._batch, self._rows = batch, list[Row]()
        self._playing, self._leaving = True, False
        self._fate: Fate | None = None
        self._since = time.monotonic()
        with suppress(BrokenPipeError):
            self._order.send(batch)
        while not self.ended and self._fate is None and len(self._rows) < len(batch):
            self._listen()
        if self.ended or self._leaving or self._fate is not None:
            self._bury()
        return self._rows, self._fate

    def _listen(self) -> None:
        """Take in what the player writes, and see whether it has had its time."""
        for descriptor, _ in self._poll.poll(self._patience()):
            content = os.read(descriptor, 1 << 16)
            if not content:
                self._poll.unregister(descriptor)
            if descriptor == self._printed:
                self._said = (self._said + content)[-TAIL_BYTES:]
            elif content:
                self._take(content)
            else:
                self.ended = True
        if self._patience() == 0 and not self.ended:
            self._give_up()

    def _take(self, content: bytes) -> None:
        *lines, self._rest = (self._rest + content).split(b"\n")
        before, self._since = self._since, time.monotonic()
        for line in lines:
            self._playing = line != PREPARING
            self._leaving = self._leaving or line == LEAVING
            if line not in (PREPARING, PLAYING, LEAVING):
                self._take_row(line)
        if self._since - before < NAP_SECONDS:
            time.sleep(NAP_SECONDS)

    def _take_row(self, line: bytes) -> None:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        job = self._batch[len(self._rows)][0] if len(self._rows) < len(self._batch) else None
        if self._fate is None and job and isinstance(row, dict) and row.get("job") == job.id:
            self._rows.append(row)
        else:
            # A strategy has written where only its player may.
            self._fate = (Outcome.CRASHED, "garbled", "")

    def _patience(self) -> float | None:
        """Return the milliseconds until the player is to be taken for hung; None: never."""
        if len(self._rows) == len(self._batch) or self._leaving:
            return None
        seconds = self._batch[len(self._rows)][0].terms.budget.seconds
        if seconds is None:
            return None
        allowed = seconds + GRACE_SECONDS if self._playing else PREPARE_SECONDS
        return max(0.0, self._since + allowed - time.monotonic()) * 1000

    def _give_up(self) -> None:
        if self._playing:
            seconds = self._batch[len(self._rows)][0].terms.budget.seconds
            self._fate = (Outcome.TIMED_OUT, f"{seconds:g} s", "would not stop, was killed")
        else:
            said = "the instance was not ready, was killed"
            self._fate = (Outcome.TIMED_OUT, f"{PREPARE_SECONDS:g} s", said)

    def _bury(self) -> None:
        """Kill the player with all that it has started, and find out how it ended."""
        # One whose pipe has closed is about to end by itself.
        until = time.monotonic() + (END_SECONDS if self._fate is None else 0)
        ended, status = os.waitpid(self._pid, os.WNOHANG)
        while not ended and time.monotonic() < until:
            time.sleep(0.0005)
            ended, status = os.waitpid(self._pid, os.WNOHANG)
        if not ended:
            os.kill(self._pid, signal.SIGKILL)
            _, status = os.waitpid(self._pid, 0)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)
        end_strays()
        # What it printed last may still be on its way.
        while content := _read_now(self._printed):
            self._said = (self._said + content)[-TAIL_BYTES:]
        for descriptor in (self._heard, self._printed):
            os.close(descriptor)
        self._order.close()
        self.ended = True
        if self._fate is None and len(self._rows) < len(self._batch) and not self._leaving:
            self._fate = (Outcome.CRASHED, _manner(status), last_lines(self._said))


def _read_now(descriptor: int) -> bytes:
    """Return what has come, without waiting for more."""
    ready, _, _ = select.select([descriptor], [], [], 0)
    return os.read(descriptor, 1 << 16) if ready else b""


def end_strays() -> None:
    """Kill all processes below this one."""
    until = time.monotonic() + STRAY_SECONDS
    with suppress(ChildProcessError):
        while time.monotonic() < until:
            ended, _ = os.waitpid(-1, os.WNOHANG)
            if not ended:
                here = os.getpid()
                for stray in (child for child, parent in parents_of_all().items() if parent == here):
                    with suppress(ProcessLookupError):
                        os.kill(stray, signal.SIGKILL)
                time.sleep(0.001)


def _manner(status: int) -> str:
    """Return how a process ended: the name of the signal, or its exit status."""
    code = os.waitstatus_to_exitcode(status)
    return f"exit status {code}" if code >= 0 else signal_name(-code)
