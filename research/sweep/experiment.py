"""An experiment: the checked content of its file, in which every name and value exists.

All faults are found at once, each with the line and column of its key.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from research.engine import Engine
from research.episode import Budget
from research.faults import described
from research.fog import Fog
from research.registry import generators, metrics, strategies
from research.sweep.checker import Checker, named, of_episode
from research.sweep.choices import Choice
from research.sweep.schema import CompareShape, PlotShape, Shape, read_shape
from research.sweep.source import Source


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
    engine: Engine
    totals: dict[str, int]
    metrics: list[str]
    failures: str
    compare: CompareShape | None
    best: str | None
    plots: list[tuple[str, PlotShape]]
    claims: list[str]
    plugins: list[str]
    text: str = field(repr=False)
    folder: Path
    tournament: bool = False


def check_experiment(source: Source, text: str, name: str, folder: Path) -> Experiment:
    """Return the experiment that `source` describes; BadInput lists all its faults."""
    if not isinstance(source.value, dict):
        said = f"found {described(source.value)}; expected keys such as seeds, instances, strategies"
        source.note((), said)
        raise source.refusal()
    shape = read_shape(source, Shape)
    checker = Checker(source, folder)
    plugins = checker.plugins()
    instances = checker.choices("instances", generators)
    chosen = checker.choices("strategies", strategies)
    checker.metrics()
    checker.plots(chosen)
    checker.compare(chosen)
    checker.claims(chosen)
    if shape is not None and not source.faults:
        checker.together(shape, instances, chosen)
    if shape is None or source.faults:
        raise source.refusal()
    return Experiment(
        name=name,
        question=shape.question,
        seeds=shape.seeds,
        instances=instances,
        strategies=chosen if shape.strategies is not None else None,
        fogs=shape.fog.fogs(),
        budget=shape.budget.budget(),
        limit=shape.budget.limit or "",
        engine=shape.engine,
        totals=shape.totals or {},
        metrics=shape.metrics or _default_metrics(shape),
        failures=shape.failures,
        compare=shape.compare,
        best=shape.best,
        plots=[(kind, options or PlotShape()) for kind, options in map(named, shape.plots)],
        claims=shape.claims,
        plugins=plugins,
        text=text,
        folder=folder,
    )


def _default_metrics(shape: Shape) -> list[str]:
    """Return the metrics of the tables where none are named: in a census those of an instance."""
    return ["steps", "ratio"] if shape.strategies else [name for name in metrics if not of_episode(name)]
