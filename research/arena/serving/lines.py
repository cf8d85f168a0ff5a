"""Lines from and to the referee of a match: the standard streams, or what a test puts in their place."""

from __future__ import annotations

import sys
from typing import IO

from research.faults import BadInput, Fault, quoted


class Over(Exception):
    """The match is over: the referee says nothing more."""


class Lines:
    """Lines that are read and written, one by one; a line that is said is on its way at once."""

    def __init__(self, source: IO[str] | None = None, target: IO[str] | None = None) -> None:
        self._source = source or sys.stdin
        self._target = target or sys.stdout
        self._read = 0

    def hear(self) -> str:
        """Return the next line without its end; Over where there is none."""
        line = self._source.readline()
        if not line:
            raise Over
        self._read += 1
        return line.rstrip("\r\n")

    def rest(self) -> list[str]:
        """Return all lines until the end."""
        lines = self._source.read().splitlines()
        self._read += len(lines)
        return lines

    def say(self, line: str) -> None:
        """Say a line; Over where nobody listens."""
        try:
            self._target.write(f"{line}\n")
            self._target.flush()
        except BrokenPipeError:
            raise Over from None

    def misunderstood(self, line: str, expected: str) -> BadInput:
        """Return the error that quotes the line that was heard last."""
        return BadInput([Fault(f"found {quoted(line)}; expected {expected}", self._read)], "the referee")
