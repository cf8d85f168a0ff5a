"""The sandbox of a program: what it can reach by bubblewrap, where that is; limits, always.

Under "bwrap" a program has no network, sees the system's folders, its interpreter's and its own
files read-only, and nothing of the home, of mazes or results; it can write to a /tmp and a /dev/shm
of its own that go when it ends, and so do all processes that it has started. Under "rlimit" there are
the limits of memory, files and processes alone.
"""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

Level = Literal["bwrap", "rlimit"]

# Where a program finds its own files under bwrap.
INSIDE = "/program"
# The folders of a system that programs and their interpreters need.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache")
# What a program may write to under bwrap, each of a bounded size; semaphores need the second.
WRITABLE = ("/tmp", "/dev/shm")
MEBI = 2**20
PROJECT = Path(__file__).resolve().parents[1] / "__init__.py"
# The limits, then the program: a shell can set them and costs a millisecond. Blocks of a file are 512 bytes.
SHELL = 'ulimit -c 0; ulimit -S -v "$(ulimit -H -v)"; ulimit -d "$1"; ulimit -f "$2"; shift 2; exec "$@"'

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use.

    memory_mb: MiB of its processes together; file_mb: MiB of one file, and of all that it keeps;
    processes: how many at once; line_bytes: its longest answer; stderr_mb: MiB of what it says beside.
    """

    memory_mb: float = 1024.0
    file_mb: int = 64
    processes: int = 32
    line_bytes: int = 2**16
    stderr_mb: int = 16


@cache
def level() -> Level:
    """Return what this machine can do, and warn where that is little.

    bubblewrap counts where it can make a sandbox now. This is looked up once in a process, and by the
    first before its workers are forked: the warning comes once.
    """
    trial = _bwrap(["true"], Path("/"), Limits(), writable=False)
    if _works(trial):
        return "bwrap"
    log.warning("WARNING: found no bubblewrap: programs are limited, but see your files and network")
    return "rlimit"


@cache
def _closed_ways() -> tuple[str, ...]:
    """Return the options that forbid further sandboxes, whose file systems nobody bounds.

    None where bubblewrap is too old for them (before 0.8), or the kernel does not let it.
    """
    options = ("--unshare-user", "--disable-userns")
    return options if _works(["bwrap", "--unshare-all", *options, "--bind", "/", "/", "true"]) else ()


def _works(command: Sequence[str]) -> bool:
    try:
        return not subprocess.run(command, capture_output=True, timeout=10, check=False).returncode
    except (OSError, subprocess.SubprocessError):
        return False


def confined(
    words: Sequence[str], folder: Path, limits: Limits, how: Level, *, writable: bool = False
) -> list[str]:
    """Return the command that runs `words` in a sandbox, with the files of `folder` about it.

    writable: a build may write into its folder.
    """
    inner = _bwrap(words, folder, limits, writable=writable) if how == "bwrap" else list(words)
    kibi, blocks = int(limits.memory_mb * 1024), limits.file_mb * MEBI // 512
    return ["/bin/sh", "-c", SHELL, "sh", str(kibi), str(blocks), *inner]


def environment(scratch: str) -> dict[str, str]:
    """Return what a program's environment is: nothing of ours but where commands are found."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": scratch,
        "TMPDIR": scratch,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _bwrap(words: Sequence[str], folder: Path, limits: Limits, *, writable: bool) -> list[str]:
    line = ["bwrap", "--unshare-all", *_closed_ways(), "--die-with-parent", "--new-session"]
    line += ["--proc", "/proc", "--dev", "/dev"]
    for path in WRITABLE:
        line += ["--size", str(limits.file_mb * MEBI), "--tmpfs", path]
    for path in SYSTEM:
        line += (
            ["--symlink", os.readlink(path), path] if os.path.islink(path) else ["--ro-bind-try", path, path]
        )
    for path in _homes_of(words):
        line += ["--ro-bind", path, path]
    if folder != Path("/"):
        line += ["--bind" if writable else "--ro-bind", str(folder), INSIDE, "--chdir", INSIDE]
    # What holds the mounts together is memory too, and has no size of its own.
    return [*line, "--remount-ro", "/dev", "--remount-ro", "/", "--", *words]


def _homes_of(words: Sequence[str]) -> Iterator[str]:
    """Yield the folders, outside the system's, that the interpreter in a command lives in."""
    found = shutil.which(words[0]) if "/" not in words[0] or os.path.isabs(words[0]) else None
    paths = [Path(found), Path(found).resolve()] if found else []
    if found and Path(found).resolve() == Path(sys.executable).resolve():
        # This project too, where it is not installed with its interpreter.
        paths += [Path(sys.prefix, "bin", "python"), Path(sys.base_prefix, "bin", "python"), PROJECT]
    homes = dict.fromkeys(_home_of(path) for path in paths)
    yield from (
        str(home) for home in homes if not str(home).startswith(("/usr/", "/bin")) and str(home) != "/usr"
    )


def _home_of(executable: Path) -> Path:
    """Return the prefix that an executable is installed under, or its own folder where it is alone."""
    prefix = executable.parent.parent
    return prefix if executable.parent.name == "bin" and (prefix / "lib").is_dir() else executable.parent
