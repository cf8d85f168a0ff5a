"""Transcripts: what was said in a match, in files that can be replayed without the program.

A transcript is gzipped text. Its first line is JSON: who played what. Then `> ` before a line that the
referee said and `< ` before one of the program's; `. ` before the nodes that a strategy of ours
went to. `! ` is the fault that ended it, and the last line, `= `, JSON again, how the episode ended.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from research.episode import Episode, Forfeit, Outcome
from research.faults import BadInput, Fault

VERSION = 1
# The lines of a transcript are kept until there are so many, then written.
CHUNK = 4096

_current: ContextVar[Transcript | None] = ContextVar("transcript", default=None)
_replayed: ContextVar[Recorded | None] = ContextVar("replayed", default=None)


class Transcript:
    """A transcript that is being written; `path` may have what an interrupted match has left."""

    def __init__(self, path: Path, head: dict[str, Any]) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        # No name and no time in the file: equal matches give equal bytes.
        self._raw = open(path.with_suffix(".partial"), "wb")  # noqa: SIM115 - closed by `end`
        self._file = gzip.GzipFile("", "wb", compresslevel=3, fileobj=self._raw, mtime=0)
        self._lines: list[str] = []
        self._add(json.dumps({"transcript": VERSION} | head))

    def said(self, text: str) -> None:
        """Note what the referee said."""
        for line in text.splitlines():
            self._add(f"> {line}")

    def heard(self, line: str) -> None:
        """Note a line of the program's."""
        self._add(f"< {line}")

    def fault(self, forfeit: Forfeit) -> None:
        """Note the fault that ended the match."""
        content = [forfeit.outcome.value, forfeit.reason, forfeit.detail]
        self._add(f"! {json.dumps(content)}")

    def beside(self, stderr: bytes) -> None:
        """Keep what a program said on standard error, in a file of its own."""
        if stderr:
            self._path.with_name(f"{self._path.name.split('.')[0]}.stderr.txt").write_bytes(stderr)

    def end(self, episode: Episode, *, own: bool) -> None:
        """Write how it ended, and for a strategy of our own where it went; the file is whole now."""
        for node in episode.walk[1:] if own else ():
            self._add(f". {text_of(node)}")
        self._add(f"= {json.dumps(told(episode))}")
        self._flush()
        self._file.close()
        self._raw.close()
        self._path.with_suffix(".partial").replace(self._path)

    def drop(self) -> None:
        """Close and remove what is not whole; nothing where it has ended."""
        if not self._raw.closed:
            self._file.close()
            self._raw.close()
            self._path.with_suffix(".partial").unlink(missing_ok=True)

    def _add(self, line: str) -> None:
        self._lines.append(line.replace("\r", "\\r"))
        if len(self._lines) >= CHUNK:
            self._flush()

    def _flush(self) -> None:
        self._file.write("".join(f"{line}\n" for line in self._lines).encode("utf-8", "replace"))
        self._lines.clear()


def told(episode: Episode) -> dict[str, Any]:
    """Return how an episode ended, as a transcript has it."""
    return {
        "outcome": episode.outcome.value,
        "reason": episode.reason,
        "steps": episode.steps,
        "expanded": episode.expanded,
        "letters": episode.letters,
    }


@contextmanager
def written(path: Path, head: dict[str, Any]) -> Iterator[Transcript]:
    """Let what is played in the block be written to a file.

    The block must end the transcript. Of a block that raises no transcript stays: a file that is there
    is a whole match. One whose process is killed leaves a .partial file, until the run is complete.
    """
    transcript = Transcript(path, head)
    token = _current.set(transcript)
    try:
        yield transcript
    finally:
        _current.reset(token)
        transcript.drop()


def remove_partial(folder: Path) -> None:
    """Remove what matches that were killed have left in a folder of transcripts."""
    for path in folder.glob("*.partial"):
        path.unlink(missing_ok=True)


def current() -> Transcript | None:
    """Return the transcript of the match that is being played, None where nobody wants one."""
    return _current.get()


class Recorded:
    """A recorded program: it says what it said then, as long as it is told what it was told then."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.stderr = b""
        lines = read(path)
        self.head = _json(path, 1, lines[0])
        if self.head.get("transcript") != VERSION:
            raise BadInput([Fault(f"found no transcript of version {VERSION}; expected one", 1)], str(path))
        last = lines[-1]
        self.ended = _json(path, len(lines), last[2:]) if last.startswith("= ") else {}
        self._lines = lines[1:-1]
        self._at = 0
        self.went = [line[2:] for line in self._lines if line.startswith(". ")]

    def tell(self, text: str, seconds: float) -> None:
        """Compare what is said now with what was said then; BadInput where they differ."""
        for line in text.splitlines():
            recorded = self._next("> ")
            if recorded != line:
                said = f"found {recorded!r} where the referee says {line!r} today"
                raise BadInput([Fault(said, self._at + 1)], str(self.path))

    def answer(self, seconds: float) -> str:
        """Return the next line that the program said."""
        return self._next("< ")

    def everything(self, seconds: float, limit: int) -> str:
        """Return all lines that the program said here."""
        lines = []
        while self._at < len(self._lines) and self._lines[self._at].startswith("< "):
            lines.append(self._next("< "))
        if not lines:
            self._next("< ")
        return "\n".join(lines)

    def close_input(self) -> None:
        """Nothing: a recording reads nothing."""

    def end(self) -> bool:
        """Nothing: a recording has ended."""
        return True

    def _next(self, mark: str) -> str:
        line = self._lines[self._at] if self._at < len(self._lines) else ""
        if line.startswith("! "):
            outcome, reason, detail = _json(self.path, self._at + 2, line[2:])
            raise Forfeit(Outcome(outcome), reason, detail)
        self._at += 1
        if not line.startswith(mark):
            said = f"found {line[:40]!r}; expected a line that begins with {mark!r}"
            raise BadInput([Fault(said, self._at + 1)], str(self.path))
        return line[2:]


@contextmanager
def replaying(recorded: Recorded) -> Iterator[None]:
    """Let a recording play the program's part in the block."""
    token = _replayed.set(recorded)
    try:
        yield
    finally:
        _replayed.reset(token)


def replayed() -> Recorded | None:
    """Return the recording that plays the program's part, None where the program itself does."""
    return _replayed.get()


def read(path: Path) -> list[str]:
    """Return the lines of a transcript; BadInput where the file is none."""
    try:
        content = gzip.decompress(path.read_bytes()).decode()
    except (OSError, EOFError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        said = f"found no transcript ({why}); expected one that a match has left"
        raise BadInput([Fault(said)], str(path)) from None
    lines = content.split("\n")[:-1]
    if not lines:
        raise BadInput([Fault("found an empty file; expected a transcript")], str(path))
    return lines


def _json(path: Path, number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        raise BadInput([Fault(f"found {line[:40]!r}; expected JSON", number)], str(path)) from None


def text_of(node: Any) -> str:
    """Return a node as text: its numbers, with commas; the cell (4, 2) is "4,2", a board all its values.

    ValueError: a node that is not made of integers.
    """
    if isinstance(node, tuple | bytes) and all(isinstance(part, int) for part in node) and len(node):
        return ",".join(map(str, node))
    raise ValueError(f"found the node {node!r}; a program is told of cells and boards only")
