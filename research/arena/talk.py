"""A talk with a program: what is said goes through a transcript, where there is one, to a process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from research.arena import sandbox, transcript
from research.arena.bundle import Bundle
from research.arena.process import Process
from research.arena.sandbox import Level, Limits
from research.episode import Forfeit, Outcome
from research.faults import BadInput

KILLED = "it did not end on SIGTERM and was killed"


class Channel(Protocol):
    """Where a talk goes: a process, or a recording in its place."""

    stderr: bytes

    def tell(self, text: str, seconds: float) -> None:
        """Say something."""

    def answer(self, seconds: float) -> str:
        """Return the next line."""

    def everything(self, seconds: float, limit: int) -> str:
        """Return all that is said until the end."""

    def close_input(self) -> None:
        """Say that there is nothing more to read."""

    def end(self) -> bool:
        """End it; return whether it went when it was told."""


@dataclass(frozen=True, slots=True)
class Player:
    """A program that can be started: its files, its time for an answer and for the first, its limits."""

    bundle: Bundle
    answer_seconds: float
    start_seconds: float
    limits: Limits
    sandbox: Level = field(default_factory=lambda: sandbox.level())


class Talk:
    """Lines to and from one running program."""

    def __init__(self, channel: Channel, player: Player) -> None:
        self._channel = channel
        self._seconds = player.start_seconds
        self._later = player.answer_seconds
        self._transcript = transcript.current()

    def tell(self, text: str) -> None:
        """Say lines; each ends with a newline, but for the last where the protocol has none there."""
        if self._transcript:
            self._transcript.said(text)
        self._channel.tell(text, self._seconds)

    def answer(self) -> str:
        """Return the program's next line; Forfeit: there is none in time."""
        line = self._channel.answer(self._seconds)
        self._seconds = self._later
        if self._transcript:
            self._transcript.heard(line)
        return line

    def ask(self, text: str) -> str:
        """Say lines and return the answer."""
        self.tell(text)
        return self.answer()

    def everything(self, limit: int) -> str:
        """Say that there is no more to read, and return all that the program prints until its end."""
        self._channel.close_input()
        said = self._channel.everything(self._seconds, limit)
        for line in said.splitlines() if self._transcript else ():
            self._transcript.heard(line)  # type: ignore[union-attr]
        return said


@contextmanager
def opened(player: Player, **values: object) -> Iterator[Talk]:
    """Start a program for the block, `values` filled into its command, and end it after the block.

    Forfeit: it cannot be started, or what happens in the block.
    """
    channel = transcript.replayed() or _started(player, values)
    kept = transcript.current()
    try:
        yield Talk(channel, player)
    except Forfeit as forfeit:
        if not channel.end():
            words = f"; {forfeit.detail}" if forfeit.detail else ""
            forfeit = Forfeit(forfeit.outcome, forfeit.reason, f"{KILLED}{words}")
        if kept:
            kept.fault(forfeit)
        raise forfeit from None
    finally:
        # That one has to be killed is no fault of its match; it is told beside what it has said itself.
        killed = b"" if channel.end() else f"({KILLED})\n".encode()
        if kept:
            kept.beside(channel.stderr + killed)


def _started(player: Player, values: dict[str, object]) -> Process:
    try:
        words = player.bundle.words(**values)
        return Process(words, player.bundle.ready(), player.limits, player.sandbox)
    except OSError as error:
        raise Forfeit(Outcome.CRASHED, "cannot be started", str(error)) from None
    except BadInput as error:
        raise Forfeit(
            Outcome.CRASHED, "cannot be built", " | ".join(fault.message for fault in error.faults)
        ) from None
