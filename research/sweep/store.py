"""What a run leaves on disk: an append-only journal while it runs, tables when it is done.

The journal is one JSON line a row, written at once. A last line that was cut by a kill is taken off
when it is opened. A line in the middle that is no row (a fault of the disk, an editor) stays where
it is and is reported; the rows after it count, and the job that it was is run again. Every other
file is written beside its place and renamed. A folder belongs to one run at a time.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from research.faults import BadInput, Fault

OURS = (
    *("journal.jsonl", "rows.parquet", "manifest.json", "experiment.yaml", "tables", "figures"),
    *("mazes", "transcripts"),
)
# How long a run that has just begun may take to say who it is.
OWNER_SECONDS = 0.5

log = logging.getLogger(__name__)
# The stores that this process has open; a process that is forked from it has none.
_open: set[Store] = set()


class Store:
    """The results folder of one run, held by a lock from its creation to `close`.

    Rows stay on disk; what is kept of each is where it stands. BadInput: the folder cannot be
    written, or another run holds it (with the owner's process id).
    """

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        self.folder = folder
        self._places: dict[str, int] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = self._acquire()
        except OSError as error:
            raise BadInput([Fault(f"cannot be used: {error.strerror}")], str(folder)) from None
        try:
            if fresh:
                self.clear()
            self._open_journal()
            _open.add(self)
        except OSError as error:
            os.close(self._lock)
            raise BadInput([Fault(f"cannot be used: {error.strerror}")], str(folder)) from None

    def _acquire(self) -> int:
        """Return the lock's descriptor, with our process id in its file."""
        # The lock is the open file's: it is gone with the process, however that ends.
        lock = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(lock, 0)
            os.pwrite(lock, str(os.getpid()).encode(), 0)
        except BlockingIOError:
            said = f"is in use by another run (process {_owner(lock)}); wait for it or take another --out"
            os.close(lock)
            raise BadInput([Fault(said)], str(self.folder)) from None
        except OSError:
            os.close(lock)
            raise
        return lock

    def clear(self) -> None:
        """Remove what earlier runs left; other files in the folder stay."""
        for name in OURS:
            path = self.folder / name
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)

    def _open_journal(self) -> None:
        path = self.folder / "journal.jsonl"
        self._journal = open(path, "ab", buffering=0)  # noqa: SIM115 - open until the store is closed
        self._reader = open(path, "rb")  # noqa: SIM115 - likewise
        self._end = 0
        for number, line in enumerate(self._reader, 1):
            if not line.endswith(b"\n"):
                break
            row = _row_in(line)
            if row is not None:
                self._places[row["job"]] = self._end
            elif line.strip():
                log.warning("%s:%d: found no row; its job is run again", path, number)
            self._end += len(line)
        self._journal.truncate(self._end)

    def __len__(self) -> int:
        return len(self._places)

    def row(self, job: str) -> dict[str, Any] | None:
        """Return the last row of a job, None where there is none."""
        place = self._places.get(job)
        if place is None:
            return None
        self._reader.seek(place)
        return _row_in(self._reader.readline())

    def append(self, rows: Iterable[dict[str, Any]]) -> None:
        """Add rows to the journal; they are safe from a kill when this returns.

        BadInput: they cannot be written; the rows that were there stay good.
        """
        places, end, lines = {}, self._end, []
        for row in rows:
            lines.append(json.dumps(row, separators=(",", ":")).encode() + b"\n")
            places[row["job"]] = end
            end += len(lines[-1])
        try:
            self._write(b"".join(lines))
        except OSError as error:
            with suppress(OSError):
                self._journal.truncate(self._end)
            said = f"the journal cannot be written: {error.strerror}; what is there stays good"
            raise BadInput([Fault(said)], str(self.folder)) from None
        self._end = end
        self._places |= places

    def _write(self, content: bytes) -> None:
        while content:
            content = content[self._journal.write(content) or 0 :]

    def close(self) -> None:
        """Give the folder free."""
        _open.discard(self)
        self._journal.close()
        self._reader.close()
        os.close(self._lock)


def _disown() -> None:
    """Let a forked process have no hand in the journals and locks of its parent."""
    for store in list(_open):
        store.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_disown)


def _owner(lock: int) -> str:
    """Return the process id in a lock's file; its owner may be about to write it."""
    until = time.monotonic() + OWNER_SECONDS
    while not (owner := os.pread(lock, 20, 0).decode("ascii", "replace").strip()):
        if time.monotonic() > until:
            return "unknown"
        time.sleep(0.01)
    return owner


def _row_in(line: bytes) -> dict[str, Any] | None:
    """Return the row in a line of the journal, None where it holds none."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) and isinstance(row.get("job"), str) else None
