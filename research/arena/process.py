"""A program as somebody to talk to: lines there and back, a deadline on every wait, and a sure end.

Whatever it does wrong is a Forfeit that names the kind of fault; nothing it does can hold up who
talks to it for longer than its limits say.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from research.arena.processes import end_family, family, last_lines, resident_bytes, signal_name
from research.arena.sandbox import MEBI, Level, Limits, confined, environment
from research.arena.scratch import Scratch
from research.episode import Forfeit, Outcome
from research.faults import quoted

# So often a program that lets one wait is looked at, and one that does not.
LOOK_SECONDS = 0.05
SELDOM_SECONDS = 0.5
# What one that is told to end may take before it is killed, at each of three steps.
GRACE_SECONDS = 0.1
# What of its standard error is kept.
TAIL_BYTES = 2**16
# What a program says when there was no memory for it.
OUT_OF_MEMORY = ("MemoryError", "bad_alloc", "out of memory", "Out of memory", "Cannot allocate memory")
EARLY = "an answer before its question"


class Process:
    """A running program. `folder`: its files; it runs there, in a sandbox of the given level.

    Forfeit: it cannot be started.
    """

    def __init__(self, words: Sequence[str], folder: Path, limits: Limits, how: Level) -> None:
        self._limits = limits
        self._buffer = b""
        self.stderr = b""
        self._said_beside = 0
        self._looked = time.monotonic()
        self._scratch = None if how == "bwrap" else Scratch()
        # Those that slip out of the group still carry the name of its scratch folder.
        self._mark = self._scratch.mark if self._scratch else b""
        self._program = self._started(confined(words, folder, limits, how), folder)
        assert self._program.stdin and self._program.stdout and self._program.stderr, "all are pipes"
        self._in = self._program.stdin.fileno()
        self._out = self._program.stdout.fileno()
        self._err = self._program.stderr.fileno()
        for descriptor in (self._in, self._out, self._err):
            os.set_blocking(descriptor, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._status: int | None = None
        self._closed = False
        self._went: bool | None = None

    def _started(self, line: Sequence[str], folder: Path) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                line,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env=environment(str(self._scratch.path) if self._scratch else "/tmp"),
                start_new_session=True,
                bufsize=0,
            )
        except OSError:
            if self._scratch:
                self._scratch.remove()
            raise

    def tell(self, text: str, seconds: float) -> None:
        """Write `text` to the program. Forfeit: it has answered before, or does not read it in time."""
        if self._buffer:
            self._early()
        content = text.encode()
        with suppress(BlockingIOError):
            content = content[self._write(content) :]
        until = time.monotonic() + seconds
        writing = select.poll()
        writing.register(self._in, select.POLLOUT)
        while content:
            if time.monotonic() > until:
                raise Forfeit(
                    Outcome.TIMED_OUT, f"did not read what it was told in {seconds:g} s", self.last_words
                )
            self._hear(0)
            if writing.poll(LOOK_SECONDS * 1000):
                with suppress(BlockingIOError):
                    content = content[self._write(content) :]
            self._look()

    def _write(self, content: bytes) -> int:
        try:
            return os.write(self._in, content)
        except BrokenPipeError:
            # It has ended or will not listen; what it has answered before that still counts.
            return len(content)

    def close_input(self) -> None:
        """Tell the program that there is no more to read."""
        assert self._program.stdin is not None, "it is a pipe"
        self._program.stdin.close()

    def answer(self, seconds: float) -> str:
        """Return the next line, without its end. Forfeit: there is none in time, or it is too long."""
        until = time.monotonic() + seconds
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > self._limits.line_bytes:
                self._flood()
            self._wait_for(until, seconds)
        line, self._buffer = self._buffer[:end], self._buffer[end + 1 :]
        if len(line) > self._limits.line_bytes:
            self._flood()
        return line.decode(errors="replace").removesuffix("\r")

    def everything(self, seconds: float, limit: int) -> str:
        """Return all that the program prints until it closes its output, at most `limit` bytes.

        Forfeit: it prints nothing, too much, or does not end in time.
        """
        until = time.monotonic() + seconds
        while not self._closed:
            if len(self._buffer) > limit:
                self._flood(limit)
            self._wait_for(until, seconds, whole=True)
        if not self._buffer:
            self._died()
        said, self._buffer = self._buffer, b""
        return said.decode(errors="replace")

    def _wait_for(self, until: float, seconds: float, *, whole: bool = False) -> None:
        """Hear what comes next. Forfeit: nothing more can come, or not in time."""
        if self._closed:
            self._died()
        left = until - time.monotonic()
        if left <= 0:
            came = (
                f"after {quoted(self._buffer.decode(errors='replace'))}" if self._buffer else self.last_words
            )
            what = "did not end its answer" if self._buffer or whole else "no answer"
            raise Forfeit(Outcome.TIMED_OUT, f"{what} in {seconds:g} s", came)
        if not self._hear(min(left, LOOK_SECONDS)) or time.monotonic() > self._looked + SELDOM_SECONDS:
            self._look()

    def _hear(self, seconds: float) -> bool:
        """Take in what the program has said within so many seconds; return whether there was any."""
        heard = False
        for descriptor, _ in self._poll.poll(seconds * 1000):
            try:
                content = os.read(descriptor, 1 << 16)
            except BlockingIOError:
                continue
            heard = True
            if descriptor == self._err:
                self._take_stderr(content)
            elif content:
                self._buffer += content
            else:
                self._closed = True
            if not content:
                self._poll.unregister(descriptor)
        return heard

    def _take_stderr(self, content: bytes) -> None:
        self.stderr = (self.stderr + content)[-TAIL_BYTES:]
        self._said_beside += len(content)
        if self._said_beside > self._limits.stderr_mb * MEBI:
            raise Forfeit(
                Outcome.ILLEGAL, f"flood on stderr: more than {self._limits.stderr_mb} MiB", self.last_words
            )

    def _look(self) -> None:
        """Forfeit where the program has too many processes, too much memory or too many files."""
        self._looked = time.monotonic()
        processes = family(self._program.pid, self._mark)
        if len(processes) > self._limits.processes:
            raise Forfeit(Outcome.ILLEGAL, f"more than {self._limits.processes} processes")
        if resident_bytes(processes) > self._limits.memory_mb * MEBI:
            raise Forfeit(Outcome.OUT_OF_MEMORY, f"more than {self._limits.memory_mb:g} MiB")
        if self._scratch and (excess := self._scratch.excess(processes, self._limits.file_mb * MEBI)):
            raise Forfeit(Outcome.ILLEGAL, excess)

    def _early(self) -> NoReturn:
        if len(self._buffer) > self._limits.line_bytes:
            self._flood()
        raise Forfeit(Outcome.ILLEGAL, EARLY, quoted(self._buffer.decode(errors="replace")))

    def _flood(self, limit: int | None = None) -> NoReturn:
        most = limit or self._limits.line_bytes
        said = quoted(self._buffer[:100].decode(errors="replace"))
        raise Forfeit(Outcome.ILLEGAL, f"flood: an answer of more than {most} bytes", said)

    def _died(self) -> NoReturn:
        """Say how the program ended that has closed its output."""
        self._await_end(GRACE_SECONDS)
        self._hear(0)
        words = self.last_words
        if any(sign in words for sign in OUT_OF_MEMORY):
            raise Forfeit(Outcome.OUT_OF_MEMORY, f"more than {self._limits.memory_mb:g} MiB", words)
        if self._status is None:
            raise Forfeit(Outcome.CRASHED, "closed its output before it answered", words)
        raise Forfeit(Outcome.CRASHED, f"{manner(self._status)} before it answered", words)

    @property
    def last_words(self) -> str:
        """The last lines of standard error, on one line."""
        return last_lines(self.stderr)

    def _await_end(self, seconds: float) -> bool:
        """Whether the program ends in so many seconds."""
        until = time.monotonic() + seconds
        pause = 0.0002
        while self._status is None:
            ended, status = os.waitpid(self._program.pid, os.WNOHANG)
            if ended:
                self._status = self._program.returncode = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > until:
                return False
            else:
                time.sleep(pause)
                pause = min(2 * pause, 0.01)
        return True

    def end(self) -> bool:
        """End the program with all it has started; return whether it would go by itself or by SIGTERM.

        It has a moment to go by itself, another after SIGTERM, and then it is killed. Nothing cuts
        this short: the clock of the episode waits.
        """
        if self._went is not None:
            return self._went
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        try:
            if self._program.stdin and not self._program.stdin.closed:
                self._program.stdin.close()
            went = self._await_end(GRACE_SECONDS)
            if not went:
                with suppress(ProcessLookupError):
                    os.killpg(self._program.pid, signal.SIGTERM)
                went = self._await_end(GRACE_SECONDS)
            end_family(self._program.pid, self._mark)
            self._await_end(10.0)
            with suppress(Forfeit):
                while self._hear(0):
                    pass
            for pipe in (self._program.stdout, self._program.stderr):
                if pipe:
                    pipe.close()
            if self._scratch:
                self._scratch.remove()
            self._went = went
            return went
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def manner(status: int) -> str:
    """Return how a process ended: the name of the signal, or its exit status (128 + signal: a shell's)."""
    if status < 0 or status - 128 in set(signal.Signals):
        return signal_name(-status if status < 0 else status - 128)
    return f"exit status {status}"
