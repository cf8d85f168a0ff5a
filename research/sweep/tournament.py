"""A tournament's file as the experiment that it is: architects are instances, solvers are strategies."""

from __future__ import annotations

from pathlib import Path

from research.faults import described
from research.fog import Fog
from research.needs import Offers
from research.registry import generators, strategies
from research.sweep.checker import Checker
from research.sweep.choices import Choice
from research.sweep.experiment import Experiment, check_experiment
from research.sweep.schema import TournamentShape, read_shape
from research.sweep.source import Source

METRICS = ["contest_steps", "architect_score", "solver_score"]


def check_either(source: Source, text: str, name: str, folder: Path) -> Experiment:
    """Return the experiment in a file that may be a tournament's: one that names architects."""
    named = isinstance(source.value, dict) and "architects" in source.value
    return (check_tournament if named else check_experiment)(source, text, name, folder)


def check_tournament(source: Source, text: str, name: str, folder: Path) -> Experiment:
    """Return the experiment that a tournament's file describes; BadInput lists all its faults."""
    if not isinstance(source.value, dict):
        source.note(
            (), f"found {described(source.value)}; expected the keys architects, solvers, sizes, seeds"
        )
        raise source.refusal()
    shape = read_shape(source, TournamentShape)
    checker = Checker(source, folder)
    plugins = checker.plugins()
    sizes = source.value.get("sizes", [15])
    architects = checker.choices("architects", generators, size=sizes)
    solvers = checker.choices("solvers", strategies)
    _check_names(source, "solvers", solvers)
    for choice in architects:
        if choice.entry.traits.get("offers", Offers()).kind != "grid4":
            source.note(
                ("architects",), f"found {choice.entry.name}, which makes no mazes; expected those that do"
            )
    if shape is None or source.faults:
        raise source.refusal()
    return Experiment(
        name=name,
        question=shape.question,
        seeds=shape.seeds,
        instances=architects,
        strategies=solvers,
        fogs=[Fog("walk")],
        budget=shape.budget.budget(),
        limit=shape.budget.limit or ("" if shape.budget.steps else "contest"),
        engine="auto",
        totals={},
        metrics=METRICS,
        failures="drop",
        compare=None,
        best=None,
        plots=[],
        claims=[],
        plugins=plugins,
        text=text,
        folder=folder,
        tournament=True,
    )


def _check_names(source: Source, key: str, chosen: list[Choice]) -> None:
    """Note two contestants of one name: tables could not tell them apart."""
    labels = [choice.label for choice in chosen]
    for label in sorted({label for label in labels if labels.count(label) > 1}):
        source.note((key,), f"found {label!r} twice; expected a name for each")
