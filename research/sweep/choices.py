"""Choices: what an entry of an experiment's list stands for, a name with each combination of values."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from inspect import Parameter
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import Any

from research.arena.bundle import Bundle
from research.faults import described
from research.instances import instance_of
from research.parameters import ParameterError, bind, canonical, check, known, label
from research.registry import Entry, suggest
from research.sweep.source import Path_, Source

# The combinations of one entry's values.
MAX_CHOICES = 10_000
# So many files of a folder are compared with a name that is not there.
MAX_NAMES = 2000
EMPTY = "found an empty list; expected at least one value"


@dataclass(frozen=True)
class Choice:
    """A registered entry with one set of bound parameters."""

    entry: Entry
    params: dict[str, Any]

    @property
    def label(self) -> str:
        """The name with the parameters that are not the defaults."""
        return display(self.entry, self.params)

    @property
    def content(self) -> str:
        """What it is: two choices of equal content give the same jobs."""
        clamped = "normalise" in self.entry.traits
        params = instance_of(self.entry.name, self.params).params if clamped else self.params
        return label(self.entry.name, params)

    def makes(self, wanted: str, seeds: range | list[int]) -> bool:
        """Whether the instance of one of the seeds is called `wanted`."""
        found = re.search(r"seed=(-?[0-9]{1,18})$", wanted)
        tried: Iterable[int] = [int(found[1])] if found and int(found[1]) in seeds else seeds[:1]
        if "normalise" in self.entry.traits:
            tried = seeds
        return any(instance_of(self.entry.name, self.params, seed).label == wanted for seed in tried)


def display(entry: Entry, params: dict[str, Any]) -> str:
    """Return a strategy's short label: its name and the parameters that are not the defaults.

    A program goes by the name that it is given, and never by where it lies.
    """
    if entry.is_program:
        if params["name"]:
            return str(params["name"])
        params = {name: value for name, value in params.items() if name != "folder"}
    return label(
        entry.name, {name: value for name, value in params.items() if value != _default(entry, name)}
    )


def identity(entry: Entry, params: dict[str, Any]) -> dict[str, Any]:
    """Return parameters as a job's identity has them: files count by their content, not by their path."""
    content = {name: canonical(value) for name, value in params.items()}
    if "path" in content:
        content["path"] = _digest(content["path"])
    if entry.is_program:
        content["folder"] = bundle_of(params).digest
        del content["name"]
    return content


@lru_cache(maxsize=1024)
def _digest(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def bundle_of(params: dict[str, Any]) -> Bundle:
    """Return the files of a program, by its parameters."""
    return Bundle(*(params[name] for name in ("command", "build", "files", "folder")))


def _default(entry: Entry, name: str) -> Any:
    default = entry.parameters[name].default
    return default if default is Parameter.empty else check(entry, name, default)


def choices(source: Source, path: Path_, entry: Entry, params: dict[str, Any], folder: Path) -> list[Choice]:
    """Return every combination of the values in `params`; what does not fit is noted in `source`.

    Paths of files are relative to `folder`, and a program's files lie there.
    """
    if entry.is_program:
        params = {"folder": _from_here(folder)} | params
    options = {
        name: _options(source, (*path, name), entry, name, value, folder) for name, value in params.items()
    }
    sound = {name: values for name, values in options.items() if values}
    count = prod(map(len, sound.values()))
    if count > MAX_CHOICES:
        source.note(path, f"found {count} combinations of values; expected at most {MAX_CHOICES}")
        return []
    if options.get("size") == []:
        # Whether a cell is on the board cannot be told.
        return []
    try:
        found = [
            Choice(entry, bind(entry, dict(zip(sound, values, strict=True))))
            for values in product(*sound.values())
        ]
    except ParameterError as error:
        if source.sound(*path, error.name):
            source.note((*path, error.name), error.message)
        return []
    if entry.is_program:
        found = [choice for choice in found if _can_start(source, path, choice)]
    return found if len(sound) == len(options) else []


def _from_here(folder: Path) -> str:
    """Return a folder relative to where we are, where it is below."""
    here = Path.cwd()
    return str(folder.relative_to(here)) if folder.is_relative_to(here) else str(folder)


def _can_start(source: Source, path: Path_, choice: Choice) -> bool:
    """Whether a program's files are there; what is missing is noted."""
    bundle = bundle_of(choice.params)
    first = bundle.words()[0]
    there = bundle.build or shutil.which(first) or Path(bundle.folder, first).is_file()
    said = (
        ""
        if there
        else f"found no program {described(first)}; expected one in {bundle.folder} or on the PATH"
    )
    try:
        assert bundle.digest
    except (ValueError, OSError) as error:
        said = said or str(error)
    if said:
        source.note((*path, "command"), said)
    return not said


def _options(source: Source, path: Path_, entry: Entry, name: str, value: Any, folder: Path) -> list[Any]:
    """Return the values to try: the value itself where it fits, else each item of the list."""
    try:
        known(entry, name)
        if entry.kind == "generator" and name == "path":
            return files(source, path, value, folder)
        return [check(entry, name, value)]
    except ParameterError as error:
        if isinstance(value, list) and name in entry.parameters:
            return _each(source, path, entry, name, value, error)
        source.note(path, error.message)
        return []


def _each(
    source: Source, path: Path_, entry: Entry, name: str, values: list[Any], whole: ParameterError
) -> list[Any]:
    """Return the items of a list that fit. `whole` is the fault of the list as one value, such as a cell."""
    fitting: list[Any] = []
    faults: dict[int, ParameterError] = {}
    for index, item in enumerate(values):
        try:
            fitting.append(check(entry, name, item))
        except ParameterError as error:
            faults[index] = error
    if not values:
        source.note(path, EMPTY)
    elif not fitting and {_expected(fault) for fault in faults.values()} == {_expected(whole)}:
        source.note(path, whole.message)
    else:
        for index, fault in faults.items():
            source.note((*path, index), fault.message)
    return fitting


def _expected(error: ParameterError) -> str:
    return error.message.rpartition("; ")[2]


def files(source: Source, path: Path_, value: Any, folder: Path) -> list[str]:
    """Return the files that a path, a glob or a list of them names, in alphabetical order."""
    if value == []:
        source.note(path, EMPTY)
    found: list[str] = []
    for index, pattern in enumerate(value if isinstance(value, list) else [value]):
        matched = _matching(folder, pattern) if isinstance(pattern, str) else []
        if not matched:
            here = (*path, index) if isinstance(value, list) else path
            said = f"found no file {described(pattern)} in {folder}; expected a file, or a glob"
            source.note(here, said + (_nearest(folder, pattern) if isinstance(pattern, str) else ""))
        found += matched
    return found


def _matching(folder: Path, pattern: str) -> list[str]:
    try:
        if (folder / pattern).is_file():
            return [str(folder / pattern)]
        if not any(mark in pattern for mark in "*?["):
            return []
        anchor = Path(pattern).anchor
        inside = str(Path(*Path(pattern).parts[1:])) if anchor else pattern
        return sorted(str(file) for file in Path(anchor or folder).glob(inside) if file.is_file())
    except (OSError, ValueError):
        # Too long a name, a NUL, a `**` that is not a part of its own: there is no such file.
        return []


def _nearest(folder: Path, path: str) -> str:
    """Return " (did you mean 'x'?)" for the nearest file there, " such as 'x/*'" for a folder, or ""."""
    beside = Path(path).parent
    try:
        if path and (folder / path).is_dir():
            return f" such as {str(Path(path) / '*')!r}"
        inside = islice((folder / beside).iterdir(), MAX_NAMES)
        names = [str(beside / file.name) for file in inside if file.is_file()]
    except (OSError, ValueError):
        return ""
    return suggest(path, sorted(names))
