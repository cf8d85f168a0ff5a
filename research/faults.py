"""Bad input as data: each fault is one line that says where, what was found and what was expected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a file. Lines and columns count from 1; 0 means not known."""

    message: str
    line: int = 0
    column: int = 0
    path: str = ""

    def at(self, file: str) -> str:
        """Return the line `file:line:column: path: message`."""
        place = ":".join([file, *(str(n) for n in (self.line, self.column) if n)])
        return " ".join(": ".join(part for part in (place, self.path, self.message) if part).split())


class BadInput(ValueError):
    """A file, or a text, that cannot be read; the message has a line for every fault."""

    def __init__(self, faults: Iterable[Fault], file: str = "") -> None:
        self.faults = tuple(faults)
        self.file = file
        super().__init__("\n".join(fault.at(file or "text") for fault in self.faults))


def read_text(path: str | Path, limit: int = 64 * 2**20) -> str:
    """Return the text of a UTF-8 file of at most `limit` bytes; BadInput for any that is not one."""
    path = Path(path)
    try:
        size = path.stat().st_size
        if size > limit:
            raise BadInput([Fault(f"found {size} bytes; expected at most {limit}")], str(path))
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise BadInput([Fault(f"cannot be read: {error.strerror}")], str(path)) from None
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        byte = error.object[error.start]
        fault = Fault(f"found the byte 0x{byte:02x}; expected UTF-8 text", line, column)
        raise BadInput([fault], str(path)) from None


def quoted(text: str, limit: int = 40) -> str:
    """Return `text` in quotes, escapes harmless, cut in the middle where it is long."""
    return repr(text if len(text) <= limit else f"{text[: limit - 10]}...{text[-7:]}")
