"""Scratch folders of programs that no sandbox gives one: bounded, and never left for long.

Each is locked by who made it, and the lock goes with that process however it ends. One that nobody
holds was left by a run that was killed; the next program that needs a folder clears it away, with
whatever still runs there.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from research.arena.processes import end_all, marked

PREFIX = "research-arena-"
# A folder is called otherwise until it is locked; so long, for certain, that does not take.
YOUNG_SECONDS = 60.0
# Names that a program may have in its folder at once.
MOST_FILES = 10_000
# A file's size on disk is told in blocks of so many bytes.
BLOCK = 512


class Scratch:
    """A new folder of a program's own, until `remove`. `mark`: what the environment of all there has."""

    def __init__(self) -> None:
        place = tempfile.gettempdir()
        _clear_left(place)
        beside = Path(tempfile.mkdtemp(prefix=f".{PREFIX}", dir=place))
        self._lock = os.open(beside, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self.path = beside.rename(beside.with_name(beside.name.removeprefix(".")))
        self.mark = str(self.path).encode()

    def excess(self, processes: Sequence[int], most_bytes: int) -> str:
        """Return what there is too much of in the folder, "" where it is bounded.

        Files that have no name any more count as long as one of `processes` has them open.
        """
        count = total = 0
        for size in _sizes(self.path):
            count, total = count + 1, total + size
            if count > MOST_FILES:
                return f"more than {MOST_FILES} files"
            if total > most_bytes:
                break
        if total + sum(_unnamed(processes).values()) > most_bytes:
            return f"more than {most_bytes // 2**20} MiB of files"
        return ""

    def remove(self) -> None:
        """Remove the folder with all in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)


def _sizes(folder: str | Path) -> Iterator[int]:
    """Yield the bytes on disk of all that is below a folder."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                yield entry.stat(follow_symlinks=False).st_blocks * BLOCK
                if entry.is_dir(follow_symlinks=False):
                    yield from _sizes(entry.path)


def _unnamed(processes: Sequence[int]) -> dict[tuple[int, int], int]:
    """Return the bytes on disk of files that were removed and are open, by device and inode."""
    found = {}
    for process in processes:
        with suppress(OSError):
            for name in os.listdir(f"/proc/{process}/fd"):
                with suppress(OSError):
                    told = os.stat(f"/proc/{process}/fd/{name}")
                    if stat.S_ISREG(told.st_mode) and not told.st_nlink:
                        found[told.st_dev, told.st_ino] = told.st_blocks * BLOCK
    return found


@cache
def _clear_left(place: str) -> None:
    """Remove the folders in `place` that are ours and that nobody holds; once in a process."""
    for path in sorted([*Path(place).glob(f"{PREFIX}*"), *Path(place).glob(f".{PREFIX}*")]):
        with suppress(OSError):
            _clear(path)


def _clear(path: Path) -> None:
    """Remove a folder that was left. OSError: it is somebody's."""
    lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        told = os.fstat(lock)
        if told.st_uid != os.geteuid():
            return
        if path.name.startswith(".") and time.time() - told.st_mtime < YOUNG_SECONDS:
            return
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if path.name.startswith(PREFIX):
            end_all(lambda: marked(str(path).encode()))
        shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(lock)
