"""What a program has started, as /proc tells it: how many processes, how much memory; and their end."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")
# How long what a program has left may take to die.
END_SECONDS = 2.0


def family(root: int, mark: bytes = b"") -> list[int]:
    """Return `root` and all processes below it, and those that carry `mark` in their environment.

    A process whose parent has died is below another one then; the mark is how it is found. Empty
    where there is no /proc.
    """
    parents: dict[int, int] = {}
    marked: set[int] = set()
    for entry in os.scandir("/proc") if os.path.isdir("/proc/self") else ():
        if not entry.name.isdecimal():
            continue
        with suppress(OSError, ValueError):
            # pid (name, which may hold anything) state parent ...
            state, parent = Path(entry.path, "stat").read_bytes().rpartition(b")")[2].split()[:2]
            if state in (b"Z", b"X"):
                continue
            parents[int(entry.name)] = int(parent)
            if mark and mark in Path(entry.path, "environ").read_bytes():
                marked.add(int(entry.name))
    found, grown = {root} | marked, True
    while grown:
        below = {child for child, parent in parents.items() if parent in found} - found
        found |= below
        grown = bool(below)
    return sorted(found & parents.keys())


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
    until = time.monotonic() + END_SECONDS
    while mark and (left := [each for each in family(root, mark) if each != root]):
        for process in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        if time.monotonic() > until:
            return
        time.sleep(0.002)
