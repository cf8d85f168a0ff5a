"""Watching processes: run something in a child, and see who lives below it, or after it."""

from __future__ import annotations

import multiprocessing
import os
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

# Imported here, so that forked children need not do it each.
import scipy.stats

assert scipy.stats

FORK = multiprocessing.get_context("fork")
HOSTILE = Path(__file__).with_name("hostile.py")


def in_child(work: Callable[[], Any]) -> Any:
    """Return what `work` returns in a forked process; AssertionError with its traceback if it raises.

    What that process loads (hostile strategies among the rest) and what it caches is gone with it.
    """

    def send() -> None:
        try:
            theirs.send((work(), ""))
        except BaseException:
            theirs.send((None, traceback.format_exc()))

    ours, theirs = FORK.Pipe(duplex=False)
    child = FORK.Process(target=send)
    child.start()
    theirs.close()
    try:
        value, error = ours.recv()
    finally:
        ours.close()
        child.join()
    if error:
        raise AssertionError(error)
    return value


def started(work: Callable[[], Any]) -> BaseProcess:
    """Start `work` in a forked process, in a session of its own; return the process."""

    def run() -> None:
        os.setsid()
        work()

    child = FORK.Process(target=run)
    child.start()
    return child


@contextmanager
def nobody_left(seconds: float = 2.0) -> Iterator[int]:
    """Fail if a process that was forked in the block is alive so many seconds after it.

    Yields the descriptor by which it knows them: who is born holds it, a dead one does not. A
    program that is started must be handed it.
    """
    reader, writer = os.pipe()
    try:
        yield writer
    finally:
        os.close(writer)
    until = time.monotonic() + seconds
    os.set_blocking(reader, False)
    while time.monotonic() < until:
        try:
            if not os.read(reader, 1 << 16):
                os.close(reader)
                return
        except BlockingIOError:
            time.sleep(0.01)
    os.close(reader)
    raise AssertionError(f"a process is alive after {seconds:g} s")


def sleeping(seconds: str) -> set[int]:
    """Return the processes `sleep SECONDS`."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if path.read_bytes().split(b"\0")[:2] == [b"sleep", seconds.encode()]:
                found.add(int(path.parent.name))
    return found


def below(process: int) -> list[int]:
    """Return the processes that descend from `process`, parents first."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(stat.parent.name)] = int(
                stat.read_text(errors="replace").rpartition(")")[2].split()[1]
            )
    found = [process]
    for parent in found:
        found += [pid for pid, its in parents.items() if its == parent]
    return found[1:]
