"""An experiment: the checked content of its file, in which every name and value exists.

All faults are found at once, each with the line and column of its key.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from research.episode import Budget
from research.faults import BadInput, Fault
from research.fog import Fog
from research.parameters import ParameterError, bind, check, label
from research.plugins import PluginError, load_plugin
from research.registry import (
    Entry,
    Registry,
    UnknownName,
    generators,
    metrics,
    problems,
    strategies,
    suggest,
)
from research.sweep.schema import CompareShape, PlotShape, Shape, read_shape
from research.sweep.source import Path_, Source

PLOT_KINDS = ("ecdf", "violin", "walks")
DEFAULT_METRICS = ["steps", "ratio"]


@dataclass(frozen=True)
class Choice:
    """A registered entry with one set of bound parameters."""

    entry: Entry
    params: dict[str, Any]


@dataclass(frozen=True)
class Experiment:
    """A checked experiment: everything in it exists.

    `instances` and `strategies` are products written out; strategies None is a census. `limit` is
    "", "contest" or "kit". `text` is the file as it was read, `folder` where its paths begin.
    """

    name: str
    question: str
    seeds: range | list[int]
    instances: list[Choice]
    strategies: list[Choice] | None
    fogs: list[Fog]
    budget: Budget
    limit: str
    metrics: list[str]
    failures: str
    compare: CompareShape | None
    plots: list[tuple[str, PlotShape]]
    claims: list[str]
    plugins: list[str]
    text: str = field(repr=False)
    folder: Path


def check_experiment(source: Source, text: str, name: str, folder: Path) -> Experiment:
    """Return the experiment that `source` describes; BadInput lists all its faults."""
    if not isinstance(source.value, dict):
        said = f"found {type(source.value).__name__}; expected keys such as seeds, instances, strategies"
        raise BadInput([source.fault((), said)], source.file)
    faults: list[Fault] = []
    shape, ruined = read_shape(source, faults)
    checker = _Checker(source, faults, folder, ruined)
    value = source.value
    plugins = checker.plugins(shape.plugins if shape else value.get("plugins"))
    instances = checker.choices("instances", generators, value.get("instances"))
    chosen = checker.choices("strategies", strategies, value.get("strategies"))
    names = checker.metrics(shape.metrics if shape else value.get("metrics"))
    if shape is not None:
        checker.names_in_plots(shape)
        checker.baseline(shape, chosen)
    if faults:
        unique = dict.fromkeys(sorted(faults, key=lambda f: (f.line, f.column)))
        raise BadInput(unique, source.file)
    assert shape is not None
    fogs = [Fog(*each) for each in product(shape.fog.cost, shape.fog.goal, shape.fog.sight)]
    budget = shape.budget
    return Experiment(
        name=name,
        question=shape.question,
        seeds=shape.seeds,
        instances=instances,
        strategies=chosen if shape.strategies is not None else None,
        fogs=fogs,
        budget=Budget(budget.steps or Budget().steps, budget.seconds, budget.memory_mb),
        limit=budget.limit or "",
        metrics=names,
        failures=shape.failures,
        compare=shape.compare,
        plots=[
            (plot, PlotShape()) if isinstance(plot, str) else next(iter(plot.items())) for plot in shape.plots
        ],
        claims=shape.claims,
        plugins=plugins,
        text=text,
        folder=folder,
    )


class _Checker:
    """Looks up names and values; notes a fault for each that does not exist."""

    def __init__(self, source: Source, faults: list[Fault], folder: Path, ruined: set[Path_]) -> None:
        self.source = source
        self.faults = faults
        self.folder = folder
        self.ruined = ruined

    def _note(self, path: Path_, message: str) -> None:
        self.faults.append(self.source.fault(path, message))

    def plugins(self, listed: Any) -> list[str]:
        """Load the plug-ins, paths relative to the experiment's file."""
        loaded = []
        for index, path in enumerate(listed if isinstance(listed, list) else ()):
            if not isinstance(path, str):
                continue
            try:
                load_plugin(self.folder / path)
                loaded.append(str((self.folder / path).resolve()))
            except PluginError as error:
                self._note(("plugins", index), str(error))
        return loaded

    def choices(self, key: str, registry: Registry, listed: Any) -> list[Choice]:
        """Return every combination of the listed names and their values."""
        found: list[Choice] = []
        for index, item in enumerate(listed if isinstance(listed, list) else ()):
            path: Path_ = (key, index)
            if isinstance(item, dict):
                if len(item) != 1:
                    names = ", ".join(map(repr, item)) or "nothing"
                    self._note(path, f"found {names}; expected one name with its parameters (indent them?)")
                    continue
                name, params = next(iter(item.items()))
                path = (*path, name)
            elif isinstance(item, str):
                name, params = item, None
            else:
                continue
            if path in self.ruined or not (params is None or isinstance(params, dict)):
                continue
            found += self._combinations(path, registry, name, params or {})
        return found

    def _combinations(
        self, path: Path_, registry: Registry, name: str, params: dict[str, Any]
    ) -> list[Choice]:
        try:
            entry = registry[name]
        except UnknownName as error:
            broken = f"; {problems[0]}" if problems else ""
            known = ", ".join(registry)
            self._note(path, f"{error}; expected one of {known}{broken}")
            return []
        options: dict[str, list[Any]] = {}
        for parameter, value in params.items():
            options[parameter] = self._options((*path, parameter), entry, parameter, value)
        if not all(options.values()):
            return []
        try:
            return [
                Choice(entry, bind(entry, dict(zip(options, values, strict=True))))
                for values in product(*options.values())
            ]
        except ParameterError as error:
            self._note((*path, error.name), str(error))
            return []

    def _options(self, path: Path_, entry: Entry, name: str, value: Any) -> list[Any]:
        """Return the values to try: the value itself where it fits, else each item of the list."""
        if name not in entry.parameters:
            known = ", ".join(entry.parameters) or "none"
            hint = suggest(name, entry.parameters)
            self._note(path, f"{entry.kind} {entry.name!r} has no parameter {name!r}; it has: {known}{hint}")
            return []
        if entry.kind == "generator" and name == "path":
            return self._files(path, value)
        try:
            return [check(entry, name, value)]
        except ParameterError as error:
            if not isinstance(value, list):
                self._note(path, str(error))
                return []
        if not value:
            self._note(path, "found an empty list; expected at least one value")
        fitting = []
        for index, item in enumerate(value):
            try:
                fitting.append(check(entry, name, item))
            except ParameterError as error:
                self._note((*path, index), str(error))
        return fitting if len(fitting) == len(value) else []

    def _files(self, path: Path_, value: Any) -> list[str]:
        """Return the files that a path, a glob or a list of them names, in alphabetical order."""
        found: list[str] = []
        for index, pattern in enumerate(value if isinstance(value, list) else [value]):
            here = (*path, index) if isinstance(value, list) else path
            if not isinstance(pattern, str):
                self._note(here, f"found {pattern!r}; expected the path of a file, or a glob")
                continue
            parts = Path(pattern).parts
            if any(mark in pattern for mark in "*?["):
                base = Path(pattern).anchor or self.folder
                inside = str(Path(*parts[1:])) if Path(pattern).anchor else pattern
                files = sorted(str(file) for file in Path(base).glob(inside) if file.is_file())
                if not files:
                    self._note(here, f"found no file that matches {pattern!r}; expected at least one")
                found += files
            elif not (self.folder / pattern).is_file():
                self._note(here, f"found no file {pattern!r} in {self.folder}; expected one")
            else:
                found.append(str(self.folder / pattern))
        return found

    def metrics(self, listed: Any) -> list[str]:
        """Check the metrics' names; without any, the default ones."""
        if not isinstance(listed, list):
            return DEFAULT_METRICS
        for index, name in enumerate(listed):
            self.metric(("metrics", index), name)
        return listed

    def metric(self, path: Path_, name: Any) -> None:
        """Note a fault where there is no such metric."""
        if isinstance(name, str) and name not in metrics:
            hint = suggest(name, metrics)
            self._note(path, f"unknown metric {name!r}; expected one of {', '.join(metrics)}{hint}")

    def names_in_plots(self, shape: Shape) -> None:
        """Check the kinds and metrics of the figures."""
        for index, plot in enumerate(shape.plots):
            for kind in [plot] if isinstance(plot, str) else plot:
                path: Path_ = ("plots", index, kind)
                if kind not in PLOT_KINDS:
                    said = f"unknown plot {kind!r}; expected one of {', '.join(PLOT_KINDS)}"
                    self._note(path, said + suggest(kind, PLOT_KINDS))
                if not isinstance(plot, str) and plot[kind].metric is not None:
                    self.metric((*path, "metric"), plot[kind].metric)

    def baseline(self, shape: Shape, chosen: list[Choice]) -> None:
        """Check that the baseline is one of the strategies, and one alone."""
        if shape.compare is None:
            return
        self.metric(("compare", "metric"), shape.compare.metric)
        labels = [display(choice.entry, choice.params) for choice in chosen]
        found = [label for label in labels if shape.compare.baseline in (label, label.partition(":")[0])]
        if len(set(found)) != 1 and shape.compare.baseline not in labels:
            what = "several of" if found else "none of"
            hint = suggest(shape.compare.baseline, labels)
            said = f"found the baseline {shape.compare.baseline!r}, which is {what} the strategies; "
            self._note(("compare", "baseline"), f"{said}expected one of {', '.join(labels)}{hint}")


def display(entry: Entry, params: dict[str, Any]) -> str:
    """Return a strategy's short label: its name and the parameters that are not the defaults."""
    defaults = bind(entry, {})
    return label(entry.name, {k: v for k, v in params.items() if defaults.get(k) != v})
