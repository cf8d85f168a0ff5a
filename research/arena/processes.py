"""What a program has started, as /proc tells it: how many processes, how much memory; and their end."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")
# How long what a program has left may take to die.
END_SECONDS = 2.0


def parents_of_all() -> dict[int, int]:
    """Return all processes that live, each with its parent; none where there is no /proc."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError):
            # pid (name, which may hold anything) state parent ...
            state, parent = path.read_bytes().rpartition(b")")[2].split()[:2]
            if state not in (b"Z", b"X"):
                parents[int(path.parent.name)] = int(parent)
    return parents


def family(root: int, mark: bytes = b"") -> list[int]:
    """Return `root` and all processes below it, and those that carry `mark` in their environment.

    A process whose parent has died is below another one then; the mark is how it is found. Empty
    where there is no /proc.
    """
    parents = parents_of_all()
    found, grown = {root, *(each for each in parents if mark and _carries(each, mark))}, True
    while grown:
        below = {child for child, parent in parents.items() if parent in found} - found
        found |= below
        grown = bool(below)
    return sorted(found & parents.keys())


def marked(mark: bytes) -> list[int]:
    """Return all processes that carry `mark` in their environment."""
    return [each for each in parents_of_all() if _carries(each, mark)]


def _carries(process: int, mark: bytes) -> bool:
    try:
        return mark in Path(f"/proc/{process}/environ").read_bytes()
    except OSError:
        return False


def signal_name(number: int) -> str:
    """Return the name of a signal, such as SIGKILL."""
    names = {each.value: each.name for each in signal.Signals}
    return names.get(number, f"signal {number}")


def last_lines(output: bytes) -> str:
    """Return the last three lines that a process printed, on one line."""
    return " ".join(" | ".join(output.decode(errors="replace").strip().splitlines()[-3:]).split())


def resident_bytes(processes: list[int]) -> int:
    """Return the memory that processes hold together, pages that they share counted for each."""
    pages = 0
    for process in processes:
        with suppress(OSError, ValueError, IndexError):
            pages += int(Path(f"/proc/{process}/statm").read_bytes().split()[1])
    return pages * PAGE


def end_family(root: int, mark: bytes) -> None:
    """Kill a program's group and whatever else it has started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(root, signal.SIGKILL)
    if mark:
        end_all(lambda: [each for each in family(root, mark) if each != root])


def end_all(left: Callable[[], list[int]]) -> None:
    """Kill those that are left until none is, for END_SECONDS at most."""
    until = time.monotonic() + END_SECONDS
    while (processes := left()) and time.monotonic() < until:
        for process in processes:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.002)
