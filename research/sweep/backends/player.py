"""A player: a process below a worker that plays jobs, whatever their strategies do to it.

It reads batches of jobs and writes a line for each: its row. A few words beside the rows say where it
is. It ends when a strategy has left it otherwise than it was, and another takes its place.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import os
import resource
import signal
import sys
import threading
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import NoReturn

from research.episode import Outcome
from research.sweep.job import line_of, lost_row, text_of
from research.sweep.plan import Job

# What became of a job whose process could not say it: outcome, reason, error.
Fate = tuple[Outcome, str, str]

# What is said beside rows: an instance is made, it is there, the next row is this player's last.
PREPARING = b"preparing"
PLAYING = b"playing"
LEAVING = b"leaving"

PR_SET_PDEATHSIG = 1
# Outcomes of code that was stopped at any line: what it shared with others may be half done.
UNSAFE = [f'"outcome":"{each.value}"' for each in (Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY)]


def live(orders: int, lines: int, output: int) -> NoReturn:
    """Play what is ordered until there are no more orders; what a strategy prints goes to `output`."""
    status = 1
    try:
        os.setpgid(0, 0)
        for number in (signal.SIGTERM, signal.SIGALRM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        _print_to(output)
        # What the driver has made stays as it is: looking through it for garbage would copy its pages.
        gc.freeze()
        os.register_at_fork(after_in_child=lambda: _disown(orders, lines, output))
        _play(orders, lines)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _play(orders: int, lines: int) -> None:
    me, condition, at = os.getpid(), _condition(), ""
    receive = Connection(orders, writable=False).recv
    with suppress(EOFError):
        while True:
            for job, known in receive():
                fresh, at = job.instance.label != at, job.instance.label
                line = _line(job, known, lines, fresh)
                if os.getpid() != me:
                    # A strategy has forked, and this is its child.
                    os._exit(0)
                unfit = _condition() != condition or any(outcome in line for outcome in UNSAFE)
                _say(lines, (LEAVING + b"\n" if unfit else b"") + line.encode())
                if unfit:
                    return


def _line(job: Job, known: Fate | None, lines: int, fresh: bool) -> str:
    """Return the row of `job`, with a `known` fate only measured; say when a new instance is made."""
    if fresh:
        _say(lines, PREPARING)
    if known is not None:
        return text_of(lost_row(job, *known))
    return line_of(job, (lambda: _say(lines, PLAYING)) if fresh else (lambda: None))


def _condition() -> tuple[object, ...]:
    """Return what a strategy must leave as it was, or its process is not fit for the next one."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
        alone = False
    except ChildProcessError:
        alone = True
    masked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    limits = resource.getrlimit(resource.RLIMIT_AS), sys.getrecursionlimit()
    return alone, threading.active_count(), masked, limits


def _print_to(output: int) -> None:
    """Send all that this process prints to `output`, also what bypasses Python; nothing can be read."""
    faulthandler.disable()
    nothing = os.open(os.devnull, os.O_RDONLY)
    for stream, descriptor in enumerate((nothing, output, output)):
        os.dup2(descriptor, stream)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - open as long as the process is
    sys.stdout = open(1, "w", errors="replace", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="replace", closefd=False)  # noqa: SIM115


def _disown(*ours: int) -> None:
    """Take the pipes from a process that a strategy has forked: they end with the player itself."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (1, 2, *ours):
        os.dup2(nothing, descriptor)


def _say(lines: int, line: bytes) -> None:
    content = line + b"\n"
    while content:
        content = content[os.write(lines, content) :]


def prctl(option: int, value: int) -> None:
    """Set an option of this process where it runs on Linux."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
