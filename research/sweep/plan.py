"""The plan of an experiment: which jobs there are, in which order, and what is left out and why.

Planning is pure: it makes no instance and runs nothing. Jobs are yielded one after the other, so
that a sweep of a million of them is never a list.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from research.episode import PROTOCOL, Budget
from research.faults import BadInput, Fault
from research.fingerprint import code_of
from research.fog import Fog
from research.instances import Instance, instance_of
from research.needs import unmet
from research.parameters import canonical, label
from research.registry import Entry
from research.sweep.experiment import Choice, Experiment, display


@dataclass(frozen=True)
class Job:
    """One episode to play, or (without a strategy) one instance to measure."""

    instance: Instance
    seed: int
    strategy: Choice | None
    fog: Fog
    budget: Budget
    limit: str

    @cached_property
    def id(self) -> str:
        """A hash of the content: 16 hexadecimal digits, the same whatever else is in the experiment."""
        content: list[Any] = [PROTOCOL, *_identity(self.instance), self.seed]
        if self.strategy is not None:
            params = {name: canonical(value) for name, value in self.strategy.params.items()}
            content += [self.strategy.entry.name, params, asdict(self.fog), asdict(self.budget), self.limit]
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def code(self) -> str:
        """The digest of the code that decides the row."""
        return _code(self.instance.generator, self.strategy.entry if self.strategy else None)

    def columns(self) -> dict[str, Any]:
        """Return the columns of the row that say which job it is."""
        strategy = self.strategy
        params = {name: canonical(value) for name, value in self.instance.params.items()}
        return {
            "job": self.id,
            "instance": self.instance.label,
            "generator": self.instance.generator.name,
            "params": _json(params),
            "seed": self.seed,
            "strategy": strategy.entry.name if strategy else None,
            "strategy_params": _json({k: canonical(v) for k, v in strategy.params.items()})
            if strategy
            else None,
            "fog": str(self.fog) if strategy else None,
            "instances": group_label(self.instance),
            "label": display(strategy.entry, strategy.params) if strategy else None,
        }


def _json(params: dict[str, Any]) -> str:
    return json.dumps(params, separators=(", ", ": "))


@cache
def _defaults(entry: Entry) -> dict[str, Any]:
    return {name: parameter.default for name, parameter in entry.parameters.items()}


def group_label(instance: Instance) -> str:
    """Return the group that an instance is tabled in: all but its seed or path, defaults left out."""
    defaults = _defaults(instance.generator)
    shown = {k: v for k, v in instance.params.items() if k != "path" and v != defaults[k]}
    return label(instance.generator.name, shown)


@cache
def _code(*entries: Entry | None) -> str:
    return code_of(*(entry for entry in entries if entry is not None))


def _identity(instance: Instance) -> tuple[Any, ...]:
    """Return what an instance is: its generator and parameters, for a file its content."""
    params = {name: canonical(value) for name, value in instance.params.items()}
    if instance.seed is None:
        params["path"] = _digest(params["path"])
    return instance.generator.name, params, instance.seed


@lru_cache(maxsize=4096)
def _digest(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


class Plan:
    """The jobs of an experiment, in the order of its rows: fog, instances, seeds, strategies."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment

    @cached_property
    def pairs(self) -> list[tuple[Fog, Choice, list[Choice | None]]]:
        """The fogs and instances with the strategies that can play there (None: measure only)."""
        found: list[tuple[Fog, Choice, list[Choice | None]]] = []
        every = self.experiment.strategies
        for fog in self.experiment.fogs if every is not None else [Fog()]:
            for instance in self.experiment.instances:
                if every is None:
                    found.append((fog, instance, [None]))
                    continue
                able = [each for each in every if not self._reason(fog, instance, each)]
                found.append((fog, instance, list(able)))
        return found

    @cached_property
    def skipped(self) -> Counter[str]:
        """The reasons why pairs of strategy and instance are left out, with their numbers."""
        reasons: Counter[str] = Counter()
        for fog in self.experiment.fogs:
            for instance in self.experiment.instances:
                for strategy in self.experiment.strategies or ():
                    reason = self._reason(fog, instance, strategy)
                    if reason:
                        reasons[f"{instance.entry.name}, {fog}: {reason}"] += 1
        return reasons

    @staticmethod
    def _reason(fog: Fog, instance: Choice, strategy: Choice) -> str:
        return unmet(strategy.entry, strategy.params, instance.entry.traits["offers"], fog)

    def instances(self, choice: Choice) -> Iterator[tuple[int, Instance]]:
        """Yield the seeds and instances of one choice; those that are the same maze once only."""
        clamps = "normalise" in choice.entry.traits
        met: set[str] = set()
        for seed in self.experiment.seeds:
            instance = instance_of(choice.entry.name, choice.params, seed)
            if clamps:
                if instance.label in met:
                    continue
                met.add(instance.label)
            yield seed, instance

    def jobs(self) -> Iterator[Job]:
        """Yield all jobs, in the order of the rows."""
        experiment = self.experiment
        for fog, choice, able in self.pairs:
            for seed, instance in self.instances(choice):
                for strategy in able:
                    yield Job(instance, seed, strategy, fog, experiment.budget, experiment.limit)

    @cached_property
    def size(self) -> int:
        """The number of jobs."""
        counts = {id(choice): self.count(choice) for _, choice, _ in self.pairs}
        return sum(counts[id(choice)] * len(able) for _, choice, able in self.pairs)

    def count(self, choice: Choice) -> int:
        """Return the number of instances of one choice."""
        if "normalise" in choice.entry.traits:
            return sum(1 for _ in self.instances(choice))
        return len(self.experiment.seeds)

    def check_instances(self) -> None:
        """Make the first instance of every choice; BadInput for one that cannot be made."""
        for choice in self.experiment.instances:
            _, instance = next(self.instances(choice))
            try:
                instance.make()
            except BadInput:
                raise
            except ValueError as error:
                raise BadInput([Fault(f"{instance.label}: {error}")], self.experiment.name) from None
