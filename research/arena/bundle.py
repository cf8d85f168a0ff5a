"""A program's own files: which they are, a digest of them, and a copy of them that is built once.

The copy lies in the cache folder under its digest. A program runs there and sees nothing else of
where it came from; two that are equal in content are the same program.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from research import files as project_files
from research.arena.sandbox import Limits, confined, environment, level
from research.faults import BadInput, Fault, described

# What stands for the interpreter that runs this project.
PYTHON = "{python}"
# A program with more files, or larger ones, names a folder that is not its own.
MOST_FILES = 2_000
MOST_BYTES = 100 * 2**20
BUILD_SECONDS = 120.0
BUILD_LIMITS = Limits(memory_mb=4096, file_mb=512)


@dataclass(frozen=True, slots=True)
class Bundle:
    """What makes a program: its command, how it is built, what files it has, and where they are.

    command, build: words as in a shell, without a shell; files: names beside those in the words.
    folder: where the names begin.
    """

    command: str
    build: str = ""
    files: str = ""
    folder: str = "."

    def words(self, **values: object) -> list[str]:
        """Return the command's words, with `{python}` and `{name}` of the values given filled in.

        ValueError: they are no words, or none.
        """
        found = _split("command", self.command)
        if not found:
            raise ValueError("found an empty command; expected a program and its arguments")
        for name, value in {"python": sys.executable, **values}.items():
            found = [word.replace(f"{{{name}}}", str(value)) for word in found]
        return found

    @property
    def digest(self) -> str:
        """A hash of the build and of all files, names and contents: 16 hexadecimal digits."""
        return _digest(self)

    @property
    def place(self) -> Path:
        """The folder of the program's copy, which is there when it is built."""
        return project_files.cache_folder() / "programs" / self.digest

    @property
    def is_ready(self) -> bool:
        """Whether the program's copy is there, built."""
        return self.place.is_dir()

    def ready(self) -> Path:
        """Return the folder of the program's copy, built; BadInput: it cannot be built.

        Made beside and renamed, so that several processes may ask for it at once.
        """
        place = self.place
        if self.is_ready:
            return place
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{self.digest}-", dir=place.parent))
        try:
            for name in _names(self):
                copy = beside / name
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(Path(self.folder, name), copy)
            if self.build:
                self._build(beside)
            beside.chmod(0o755)
            try:
                beside.rename(place)
            except OSError:
                # Another process was faster, with the same content.
                assert place.is_dir(), "a rename fails where the folder is there already"
        finally:
            shutil.rmtree(beside, ignore_errors=True)
        return place

    def _build(self, folder: Path) -> None:
        words = _split("build", self.build)
        line = confined(words, folder, BUILD_LIMITS, level(), writable=True)
        try:
            ended = subprocess.run(
                line,
                cwd=folder,
                env=environment("/tmp"),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=BUILD_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise self._unbuilt(f"did not end in {BUILD_SECONDS:g} s") from None
        if ended.returncode:
            tail = " | ".join(ended.stdout.decode(errors="replace").strip().splitlines()[:3])
            raise self._unbuilt(f"ended with status {ended.returncode}: {tail}")

    def _unbuilt(self, how: str) -> BadInput:
        return BadInput([Fault(f"the build {described(self.build)} {how}")], self.command)


def _split(what: str, text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise ValueError(
            f"found the {what} {described(text)}: {error}; expected words as in a shell"
        ) from None


@cache
def _digest(bundle: Bundle) -> str:
    digest = hashlib.sha256(bundle.build.encode())
    for name in _names(bundle):
        path = Path(bundle.folder, name)
        content = path.read_bytes()
        digest.update(f"\0{name}\0{os.access(path, os.X_OK)}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def _names(bundle: Bundle) -> list[str]:
    """Return the files that the words name, folders with all in them, relative to the folder, in order.

    ValueError: there are too many, or they are too large.
    """
    words = [*_split("command", bundle.command), *_split("build", bundle.build)]
    given = _split("files", bundle.files)
    missing = [name for name in given if not Path(bundle.folder, name).exists()]
    if missing:
        raise ValueError(
            f"found no file {described(missing[0])} in {bundle.folder}; expected one of the program's"
        )
    # What a build makes is no part of what it is made from.
    made = words[:1] if bundle.build else []
    found: dict[str, int] = {}
    for word in [*(word for word in words if word not in made), *given]:
        for name, size in _below(bundle.folder, word):
            found[name] = size
            if len(found) > MOST_FILES or sum(found.values()) > MOST_BYTES:
                limit = f"at most {MOST_FILES} files of {MOST_BYTES // 2**20} MiB together"
                raise ValueError(f"found more in {described(word)} than a program has; expected {limit}")
    return sorted(found)


def _below(folder: str, word: str) -> Iterator[tuple[str, int]]:
    """Yield names and sizes of the files that a word names inside a folder; none where it names none."""
    try:
        if not word or os.path.isabs(word) or ".." in Path(word).parts or Path(word) == Path():
            return
        path = Path(folder, word)
        every = [path] if path.is_file() else sorted(path.rglob("*")) if path.is_dir() else []
    except OSError:
        return
    for file in every:
        if file.is_file() and "__pycache__" not in file.parts:
            yield str(file.relative_to(folder)), file.stat().st_size
