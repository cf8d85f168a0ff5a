"""Bad input as data: each fault is one line that says where, what was found and what was expected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any


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
        return " ".join(": ".join(part for part in (place, self.path, self.message) if part).splitlines())


class BadInput(ValueError):
    """A file, or a text, that cannot be read; the message has a line for every fault."""

    def __init__(self, faults: Iterable[Fault], file: str = "") -> None:
        self.faults = tuple(faults)
        self.file = file
        super().__init__("\n".join(fault.at(file or "text") for fault in self.faults))

    @classmethod
    def joined(cls, errors: Sequence[BadInput]) -> BadInput:
        """Return the faults of several files as one error, with the lines of all of them."""
        found = cls([fault for error in errors for fault in error.faults], errors[0].file)
        found.args = ("\n".join(map(str, errors)),)
        return found


def place_of(text: str, index: int) -> tuple[int, int]:
    """Return the line and the column, from 1, of the character at `index`."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def quoted(text: str, limit: int = 40) -> str:
    """Return `text` in quotes, escapes harmless, cut in the middle where it is long."""
    return repr(text if len(text) <= limit else f"{text[: limit - 10]}...{text[-7:]}")


def harmless(text: str) -> str:
    """Return `text` on one line, what no screen should get (control, escape, bidi) as `\\x1b`, `\\n`."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def described(value: Any) -> str:
    """Return a value as one line shows it, in YAML's words; a long one by its kind."""
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        text, kind = f"[{', '.join(map(described, value[:20]))}]", f"a list of {len(value)} values"
    elif isinstance(value, dict):
        pairs = [f"{key}: {described(item)}" for key, item in list(value.items())[:20]]
        text, kind = f"{{{', '.join(pairs)}}}", f"{len(value)} keys with values"
    else:
        text, kind = repr(value), f"a long {type(value).__name__}"
    return text if len(text) <= 60 else kind
