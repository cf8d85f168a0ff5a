"""Hostile programs, each with how its match ends: one place for all tests and for the benchmark.

A program is called with two arguments where it may want them: the folder of results, and a port on
which somebody listens who must not be reached.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass
from pathlib import Path

from research.episode import Outcome

LOOP = "while True: pass\n"
MARKUP = "\\x1b[31m\\x1b]0;owned\\x07<script>alert(1)</script>"


@dataclass(frozen=True)
class Hostile:
    """Source in Python; how it ends as a solver, and as an architect where that is another way.

    said: what reason or error hold. limit: the seconds that it is given; None: time enough to do what
    it does, however much else the machine does. confined: it fails in a real sandbox only; unconfined: how it ends without one, where that is another way.
    """

    source: str
    outcome: Outcome
    said: str
    as_architect: tuple[Outcome, str] | None = None
    limit: float | None = None
    confined: bool = False
    unconfined: tuple[Outcome, str] | None = None

    def end_of(self, side: str, level: str = "bwrap") -> tuple[Outcome, str]:
        """Return the outcome and what is said of it, as a solver or as an architect."""
        if level == "rlimit" and self.unconfined:
            return self.unconfined
        return self.as_architect if side == "architect" and self.as_architect else (self.outcome, self.said)


INVALID = (Outcome.ILLEGAL, "an invalid maze")
IN_TIME = "in 1 s"

# The fifteen kinds that a tournament has to bear.
KINDS = {
    "silent": Hostile(LOOP, Outcome.TIMED_OUT, IN_TIME, limit=1.0),
    "slow": Hostile(
        "import time\nwhile True: print('r', end='', flush=True); time.sleep(1)\n",
        Outcome.TIMED_OUT,
        IN_TIME,
        limit=1.0,
    ),
    "floods": Hostile(
        "while True: print('x' * 10000, end='')\n", Outcome.ILLEGAL, "flood: an answer of more than"
    ),
    "floods_stderr": Hostile(
        "import sys\nwhile True: sys.stderr.write('x' * 10000)\n",
        Outcome.ILLEGAL,
        "flood on stderr: more than 16 MiB",
    ),
    "forks": Hostile(
        "import os, time\n"
        "for _ in range(200):\n"
        "    if not os.fork(): time.sleep(60); os._exit(0)\n"
        "time.sleep(60)\n",
        Outcome.ILLEGAL,
        "more than 32 processes",
    ),
    "ignores_SIGTERM": Hostile(
        f"import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n{LOOP}",
        Outcome.TIMED_OUT,
        IN_TIME,
        limit=1.0,
    ),
    "exits": Hostile("", Outcome.CRASHED, "exit status 0 before it answered"),
    "nonsense": Hostile(
        "print('perhaps tomorrow', flush=True)\n", Outcome.ILLEGAL, "no such version", INVALID
    ),
    "twice": Hostile(
        "print('ready 1\\nready 1', flush=True)\nfor line in iter(input, None): pass\n",
        Outcome.ILLEGAL,
        "an answer before its question",
        INVALID,
    ),
    "writes": Hostile(
        "import tempfile\nwith tempfile.TemporaryFile() as file:\n    while True: file.write(bytes(2**20))\n",
        Outcome.CRASHED,
        "exit status 1 before it answered",
    ),
    "allocates": Hostile(
        "x = []\nwhile True: x.append(bytearray(2**22))\n", Outcome.OUT_OF_MEMORY, "more than 256 MiB"
    ),
    "calls": Hostile(
        "import socket, sys\nsocket.create_connection(('127.0.0.1', int(sys.argv[2])), 1)\n"
        "raise SystemExit('it got through')\n",
        Outcome.CRASHED,
        "ConnectionRefusedError",
        confined=True,
    ),
    "reads": Hostile(
        "import pathlib, sys\n"
        "for path in sorted(pathlib.Path(sys.argv[1]).resolve(strict=True).rglob('*')):\n"
        "    path.is_file() and path.read_bytes()\n"
        "raise SystemExit('it has read them')\n",
        Outcome.CRASHED,
        "FileNotFoundError",
        confined=True,
    ),
    "writes_outside": Hostile(
        "import pathlib, sys\n"
        "places = (sys.argv[1], '.', '/', '/usr', '/dev')\n"
        "done = []\n"
        "for place in places:\n"
        "    try: pathlib.Path(place, 'left_behind').write_text('x'); done.append(place)\n"
        "    except OSError as error: said = error\n"
        "raise SystemExit(f'it wrote to {done}') if done else said\n",
        Outcome.CRASHED,
        "Read-only file system",
        confined=True,
    ),
    "paints": Hostile(
        f"import sys\nsys.stderr.write('{MARKUP}\\n')\nprint('{MARKUP}', flush=True)\n",
        Outcome.ILLEGAL,
        "\\x1b[31m",
        INVALID,
    ),
}

# More of the same, tried one by one.
OTHERS = {
    "leaves_a_child": Hostile(
        "import os, time\n"
        "if not os.fork():\n"
        "    os.setsid()\n"
        "    os.closerange(0, 3)\n"
        "    if not os.fork(): time.sleep(60)\n",
        Outcome.CRASHED,
        "before it answered",
    ),
    "raises": Hostile(f"raise ValueError('{MARKUP}')\n", Outcome.CRASHED, "exit status 1 before it answered"),
    "kills_itself": Hostile(
        "import os\nos.kill(os.getpid(), 11)\n", Outcome.CRASHED, "SIGSEGV before it answered"
    ),
    "does_not_read": Hostile(
        "import time\nprint('ready 1', flush=True)\ntime.sleep(60)\n", Outcome.TIMED_OUT, "no answer in 1 s"
    ),
    "litters": Hostile(
        "import itertools, os\n"
        "for number in itertools.count():\n"
        "    with open(os.path.join(os.environ['TMPDIR'], str(number)), 'wb') as file:\n"
        "        file.write(bytes(2**18))\n",
        Outcome.CRASHED,
        "No space left on device",
        unconfined=(Outcome.ILLEGAL, "more than 64 MiB of files"),
    ),
    "litters_unseen": Hostile(
        "import tempfile\n"
        "files = []\n"
        "while True: files.append(tempfile.TemporaryFile()); files[-1].write(bytes(2**22))\n",
        Outcome.CRASHED,
        "No space left on device",
        unconfined=(Outcome.ILLEGAL, "more than 64 MiB of files"),
    ),
}

EVERY = KINDS | OTHERS


class Unreachable:
    """Somebody who listens on `port` of this machine while the block lasts, and must hear nothing."""

    def __enter__(self) -> Unreachable:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.setblocking(False)
        self.port = self._socket.getsockname()[1]
        return self

    def __exit__(self, *error: object) -> None:
        self._socket.close()

    def called(self) -> bool:
        """Whether anybody has called."""
        try:
            self._socket.accept()[0].close()
        except BlockingIOError:
            return False
        return True


def write(folder: Path, *names: str) -> None:
    """Write programs into a folder, each under its name; all of them where none is named."""
    for name in names or EVERY:
        (folder / f"{name}.py").write_text(EVERY[name].source)
