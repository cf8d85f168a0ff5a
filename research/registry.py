"""Registries: how strategies, generators, heuristics, formats and metrics are found by name.

A module registers what it has when it is imported; a registry imports its modules when it is first
asked. A file that cannot be imported is kept as a line in `problems`, and the others load.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

# Names that `play` uses itself, so that no strategy can have a parameter of that name.
RESERVED = {"task", "strategy", "fog", "budget", "seed", "engine"}

problems: list[str] = []


def suggest(name: str, known: Iterable[str]) -> str:
    """Return " (did you mean 'x'?)" for the nearest known name, "" where none is near."""
    near = difflib.get_close_matches(str(name), list(known), n=1, cutoff=0.6)
    return f" (did you mean {near[0]!r}?)" if near else ""


class UnknownName(ValueError):
    """A name that no entry of a registry has; the message names the nearest right one."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown {kind} {name!r}{suggest(name, known)}")


@dataclass(frozen=True, eq=False)
class Entry:
    """One registered function with what it says of itself; sent to a worker, it goes by its name."""

    kind: str
    name: str
    function: Callable[..., Any]
    traits: dict[str, Any] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Any, ...]:
        return _entry_called, (self.kind, self.name)

    @cached_property
    def doc(self) -> str:
        """The first sentence of the docstring, on one line."""
        paragraph = " ".join((inspect.getdoc(self.function) or "").split("\n\n")[0].split())
        first, stop, _ = paragraph.partition(". ")
        return first + stop.strip()

    @property
    def is_program(self) -> bool:
        """Whether it starts a program of somebody's, in whatever language."""
        return bool(self.traits.get("program"))

    @cached_property
    def file(self) -> Path | None:
        """The file of the module that registered it, None where there is none (a notebook's cell)."""
        module = sys.modules.get(self.function.__module__)
        file = getattr(module, "__file__", None)
        return Path(file) if file else None

    @cached_property
    def parameters(self) -> dict[str, inspect.Parameter]:
        """What one can set by name: a strategy's view and a generator's seed are given to it."""
        every = inspect.signature(self.function).parameters
        given = next(iter(every), None) if self.kind == "strategy" else "seed"
        return {name: parameter for name, parameter in every.items() if name != given}


class Registry:
    """The entries of one kind by name, in alphabetical order."""

    def __init__(self, kind: str, *modules: str) -> None:
        self.kind = kind
        self._modules = modules
        self._entries: dict[str, Entry] = {}
        self._loaded = False

    def register(self, name: str | None = None, **traits: Any) -> Callable[[Any], Any]:
        """Register the decorated function under `name` (default: its own), with its traits.

        ValueError: the name is taken by another file, or a parameter has a reserved name.
        """

        def add(function: Any) -> Any:
            self.add(Entry(self.kind, name or function.__name__, function, traits))
            return function

        return add

    def add(self, entry: Entry) -> None:
        """Add an entry; one from the same file takes the place of the older."""
        old = self._entries.get(entry.name)
        if old is not None and old.file != entry.file:
            raise ValueError(f"{self.kind} {entry.name!r} is registered already, by {old.file}")
        if self.kind == "strategy":
            _check_strategy(entry)
        self._entries[entry.name] = entry

    def __getitem__(self, name: str) -> Entry:
        self._load()
        try:
            return self._entries[name]
        except (KeyError, TypeError):
            raise UnknownName(self.kind, name, self._entries) from None

    def __contains__(self, name: object) -> bool:
        self._load()
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        self._load()
        return iter(sorted(self._entries))

    def __len__(self) -> int:
        self._load()
        return len(self._entries)

    def forget(self, file: Path) -> None:
        """Remove what `file` registered (used when the rest of the file turned out to be broken)."""
        self._entries = {name: entry for name, entry in self._entries.items() if entry.file != file}

    def _load(self) -> None:
        if self._loaded:
            return
        self._loaded = True
        for module in self._modules:
            _import_all(module)
        from research.plugins import load_entry_points

        load_entry_points()


def _check_strategy(entry: Entry) -> None:
    taken = sorted(RESERVED & set(entry.parameters))
    if taken:
        raise ValueError(f"strategy {entry.name!r}: a parameter cannot be called {taken[0]!r}")
    if not inspect.isgeneratorfunction(inspect.unwrap(entry.function)):
        raise ValueError(
            f"strategy {entry.name!r} is not a generator function: it must yield the nodes to visit"
        )


def _import_all(name: str) -> None:
    """Import a module and, where it is a package, all modules below it."""
    module = _import(name)
    for found in pkgutil.iter_modules(getattr(module, "__path__", ())):
        _import_all(f"{name}.{found.name}")


def _import(name: str) -> Any:
    from research.plugins import broken

    try:
        return importlib.import_module(name)
    except Exception as error:
        sys.modules.pop(name, None)
        problems.append(broken(f"{name.replace('.', '/')}.py", error))
        return None


strategies = Registry("strategy", "research.strategies")
generators = Registry("generator", "research.domains")
heuristics = Registry("heuristic", "research.heuristics", "research.domains")
formats = Registry("format", "research.domains")
metrics = Registry("metric", "research.scoring", "research.domains")

REGISTRIES = {
    "strategies": strategies,
    "generators": generators,
    "heuristics": heuristics,
    "formats": formats,
    "metrics": metrics,
}


def _entry_called(kind: str, name: str) -> Entry:
    return next(registry for registry in REGISTRIES.values() if registry.kind == kind)[name]
