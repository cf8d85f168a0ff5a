"""Limits on the time and memory of a piece of Python that may not keep to them by itself.

Both work inside the running process, on systems that have the means (time: the main thread of a
Unix process; memory: Linux); elsewhere they do nothing and say so by yielding False.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn


class DeadlinePassed(BaseException):
    """Raised in the middle of whatever runs when its time is up; not an Exception, so that a
    strategy's own `except Exception` does not swallow it."""


def _raise(signum: int, frame: FrameType | None) -> NoReturn:
    raise DeadlinePassed


@contextmanager
def deadline(seconds: float | None) -> Iterator[bool]:
    """Raise DeadlinePassed inside the block once `seconds` of wall time have passed; None: never."""
    on_main = threading.current_thread() is threading.main_thread()
    if seconds is None or not on_main or not hasattr(signal, "setitimer"):
        yield False
        return
    before = signal.signal(signal.SIGALRM, _raise)
    # The interval repeats the alarm, for code that swallows the first one.
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6), 0.05)
    try:
        yield True
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def memory_limit(megabytes: float | None) -> Iterator[bool]:
    """Make allocations beyond what the process holds now plus `megabytes` raise MemoryError."""
    statm = Path("/proc/self/statm")
    if megabytes is None or not statm.exists():
        yield False
        return
    import resource

    held = int(statm.read_text().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = held + int(megabytes * 2**20)
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))
    try:
        yield True
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
