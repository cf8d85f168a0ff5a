"""Limits on the time and memory of a piece of Python that may not keep to them by itself.

Both work inside the running process, on systems that have the means (time: the main thread of a
Unix process; memory: Linux); elsewhere they do nothing and say so by yielding False.
"""

from __future__ import annotations

import mmap
import signal
import sys
import threading
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import FrameType

STATM = Path("/proc/self/statm")
# The alarm rings again and again, for code that swallows the first one.
AGAIN_SECONDS = 0.05
# Given back when a block ends, so that what follows a MemoryError has room to run in.
RESERVE_BYTES = 8 * 2**20


class DeadlinePassed(BaseException):
    """Raised in the middle of whatever runs when its time is up; not an Exception, so that a
    strategy's own `except Exception` does not swallow it."""


def deadline(seconds: float | None) -> AbstractContextManager[bool]:
    """Raise DeadlinePassed inside the block once `seconds` of wall time have passed; None: never.

    It is raised in the block and in what the block calls, never after the block.
    """
    on_main = threading.current_thread() is threading.main_thread()
    if seconds is None or not on_main or not hasattr(signal, "setitimer"):
        return nullcontext(False)
    return _Alarm(seconds)


class _Alarm:
    """A timer that raises in one block."""

    def __init__(self, seconds: float) -> None:
        self._seconds = max(seconds, 1e-6)

    def __enter__(self) -> bool:
        self._block = sys._getframe(1)
        self._before = signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, self._seconds, AGAIN_SECONDS)
        return True

    def __exit__(self, *raised: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)
        del self._block

    def _ring(self, signum: int, frame: FrameType | None) -> None:
        # An alarm that raised in an __exit__ would leave what that should undo.
        while frame is not None and frame is not self._block:
            if frame.f_back is self._block and frame.f_code.co_name in ("__enter__", "__exit__"):
                return
            frame = frame.f_back
        if frame is not None:
            raise DeadlinePassed


def memory_limit(megabytes: float | None) -> AbstractContextManager[bool]:
    """Make allocations beyond what the process holds now plus `megabytes` raise MemoryError."""
    if megabytes is None or not STATM.exists():
        return nullcontext(False)
    return _Memory(int(megabytes * 2**20))


class _Memory:
    """A bound on the address space of this process, for one block."""

    def __init__(self, more: int) -> None:
        self._more = more

    def __enter__(self) -> bool:
        import resource

        self._reserve = mmap.mmap(-1, RESERVE_BYTES)
        self._set = resource.setrlimit
        self._kind = resource.RLIMIT_AS
        self._before = soft, hard = resource.getrlimit(self._kind)
        wanted = int(STATM.read_text().split()[0]) * resource.getpagesize() + self._more
        bounds = [bound for bound in (soft, hard) if bound != resource.RLIM_INFINITY]
        self._set(self._kind, (min([wanted, *bounds]), hard))
        return True

    def __exit__(self, *raised: object) -> None:
        self._reserve.close()
        self._set(self._kind, self._before)
