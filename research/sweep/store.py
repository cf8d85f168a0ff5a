"""What a run leaves on disk: an append-only journal while it runs, tables when it is done.

The journal is one JSON line a row, flushed at once; a line that was cut by a kill is taken off when
it is opened. Every other file is written beside its place and renamed. A folder belongs to one run
at a time.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from research.faults import BadInput, Fault

OURS = ("journal.jsonl", "rows.parquet", "manifest.json", "experiment.yaml", "tables", "figures")


class Store:
    """The results folder of one run, held by a lock from `open` to `close`.

    BadInput: the folder cannot be written, or another run holds it (with the owner's pid).
    """

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        self.folder = folder
        self.rows: dict[str, dict[str, Any]] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = self._acquire()
            if fresh:
                self.clear()
            self._journal = self._open_journal()
        except OSError as error:
            raise BadInput([Fault(f"cannot be used: {error.strerror}")], str(folder)) from None

    def _acquire(self) -> IO[str]:
        # A POSIX lock: not inherited by workers, gone with the process however it ends.
        lock = open(  # noqa: SIM115 - held until the store is closed
            self.folder / ".lock", "a+", encoding="ascii"
        )
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            owner = lock.read().strip() or "unknown"
            lock.close()
            fault = Fault(f"is in use by another run (process {owner}); wait for it or take another --out")
            raise BadInput([fault], str(self.folder)) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        return lock

    def clear(self) -> None:
        """Remove what earlier runs left; other files in the folder stay."""
        for name in OURS:
            path = self.folder / name
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)

    def _open_journal(self) -> IO[str]:
        path = self.folder / "journal.jsonl"
        whole = 0
        if path.exists():
            with open(path, "rb") as lines:
                for line in lines:
                    row = _whole_row(line)
                    if row is None:
                        break
                    whole += len(line)
                    self.rows[row["job"]] = row
        journal = open(path, "a", encoding="utf-8")  # noqa: SIM115 - likewise
        journal.truncate(whole)
        return journal

    def append(self, rows: list[dict[str, Any]]) -> None:
        """Add rows to the journal; they are safe from a kill when this returns."""
        for row in rows:
            self.rows[row["job"]] = row
        lines = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
        try:
            self._journal.write(lines)
            self._journal.flush()
        except OSError as error:
            said = f"the journal cannot be written: {error.strerror}; what is there stays good"
            raise BadInput([Fault(said)], str(self.folder)) from None

    def close(self) -> None:
        """Give the folder free."""
        self._journal.close()
        self._lock.close()


def _whole_row(line: bytes) -> dict[str, Any] | None:
    """Return the row in a line of the journal; None for one that was cut."""
    if not line.endswith(b"\n"):
        return None
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return row if isinstance(row, dict) and "job" in row else None


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a path beside `path` to write to; it takes the place of `path` when the block ends well."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.stem}.partial{path.suffix}")
    try:
        yield beside
        os.replace(beside, path)
    except OSError as error:
        raise BadInput([Fault(f"cannot be written: {error.strerror}")], str(path)) from None
    finally:
        beside.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all."""
    with replacing(path) as beside:
        beside.write_text(text, encoding="utf-8", newline="\n")
