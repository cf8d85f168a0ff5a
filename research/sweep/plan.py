"""The plan of an experiment: which jobs there are, in which order, and what is left out and why.

Planning is pure: it runs nothing, and makes an instance only where a heuristic is for certain boards
alone. Jobs are yielded one after the other, so that a sweep of a million of them is never a list.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from research.engine import Engine
from research.episode import PROTOCOL, Budget
from research.faults import BadInput, Fault
from research.fingerprint import code_of
from research.fog import Fog
from research.heuristics import is_choosy
from research.instances import Instance
from research.needs import Offers, unfit, unmet
from research.parameters import canonical, label
from research.registry import Entry
from research.sweep.choices import Choice, display, identity
from research.sweep.experiment import Experiment
from research.task import Task


@dataclass(frozen=True, eq=False)
class Ground:
    """What the instances of one choice share: all but their seed."""

    generator: Entry
    params: dict[str, Any]

    @cached_property
    def text(self) -> str:
        """Its part of a job's identity as JSON; a file counts by its content, not by its path."""
        params = identity(self.generator, self.params)
        return _compact([PROTOCOL, self.generator.name, params])[:-1]

    @cached_property
    def columns(self) -> dict[str, Any]:
        """The columns of a row that say where its instance comes from."""
        return {"generator": self.generator.name, "params": _spaced(self.params)}

    @cached_property
    def group(self) -> str:
        """The group that its instances are tabled in: all but seed or path, defaults left out."""
        defaults = _defaults(self.generator)
        hidden = {"path"}
        if self.generator.is_program:
            hidden = {"folder"}
            if self.params["name"]:
                hidden |= {"command", "build", "files"}
        shown = {k: v for k, v in self.params.items() if k not in hidden and v != defaults[k]}
        return label(self.generator.name, shown)


@dataclass(frozen=True, eq=False)
class Terms:
    """How an instance is played: by whom, under which fog and budget. Without a strategy: measured."""

    strategy: Choice | None
    fog: Fog
    budget: Budget
    limit: str
    engine: Engine = "auto"
    # Where transcripts and the mazes of architects are kept; it is no part of what is played.
    records: Path | None = None

    @cached_property
    def text(self) -> str:
        """Its part of a job's identity as JSON."""
        if self.strategy is None:
            return "]"
        params = identity(self.strategy.entry, self.strategy.params)
        content = [self.strategy.entry.name, params, asdict(self.fog), asdict(self.budget), self.limit]
        if self.engine != "auto":
            content.append(self.engine)
        return "," + _compact(content)[1:]

    @cached_property
    def columns(self) -> dict[str, Any]:
        """The columns of a row that say who played it how."""
        strategy = self.strategy
        if strategy is None:
            return dict.fromkeys(("strategy", "strategy_params", "fog", "label"))
        return {
            "strategy": strategy.entry.name,
            "strategy_params": _spaced(strategy.params),
            "fog": str(self.fog),
            "label": display(strategy.entry, strategy.params),
        }


@dataclass(frozen=True, eq=False)
class Job:
    """One episode to play, or (without a strategy) one instance to measure."""

    ground: Ground
    instance: Instance
    seed: int
    terms: Terms

    @cached_property
    def id(self) -> str:
        """A hash of the content: 16 hexadecimal digits, the same whatever else is in the experiment."""
        made = "null" if self.instance.seed is None else self.instance.seed
        text = f"{self.ground.text},{made},{self.seed}{self.terms.text}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def code(self) -> str:
        """The code that decides the row: the digest of its generator and, after a dot, its strategy."""
        parts = [self.ground.generator] + ([self.terms.strategy.entry] if self.terms.strategy else [])
        return ".".join(_code(part) for part in parts)

    @property
    def has_program(self) -> bool:
        """Whether a program in some language takes part."""
        strategy = self.terms.strategy
        entries = [self.ground.generator, *([strategy.entry] if strategy else [])]
        return any(entry.is_program for entry in entries)

    def sealed(self) -> Job:
        """Return the job with its code looked up: that which is loaded, whatever its file says later."""
        self.__dict__["code"] = self.code
        return self

    def columns(self) -> dict[str, Any]:
        """Return the columns of the row that say which job it is."""
        about = {"job": self.id, "instance": self.instance.label, "instances": self.ground.group}
        return about | {"seed": self.seed} | self.ground.columns | self.terms.columns


def _compact(content: list[Any]) -> str:
    return json.dumps(content, sort_keys=True, separators=(",", ":"))


def _spaced(params: dict[str, Any]) -> str:
    return json.dumps({name: canonical(value) for name, value in params.items()}, separators=(", ", ": "))


@cache
def _defaults(entry: Entry) -> dict[str, Any]:
    return {name: parameter.default for name, parameter in entry.parameters.items()}


def group_label(instance: Instance) -> str:
    """Return the group that an instance is tabled in."""
    return Ground(instance.generator, instance.params).group


@cache
def _code(entry: Entry) -> str:
    return code_of(entry)


class Plan:
    """The jobs of an experiment, in the order of its rows: fog, instances, seeds, strategies."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.records: Path | None = None
        self._first_tasks: dict[int, Task | None] = {}

    @cached_property
    def pairs(self) -> list[tuple[Fog, Choice, list[Choice | None]]]:
        """The fogs and instances with the strategies that can play there (None: measure only)."""
        found: list[tuple[Fog, Choice, list[Choice | None]]] = []
        every = self.experiment.strategies
        for fog in self.experiment.fogs if every is not None else [Fog()]:
            for instance in self._instances:
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
            for instance in self._instances:
                for strategy in self.experiment.strategies or ():
                    reason = self._reason(fog, instance, strategy)
                    if reason:
                        reasons[f"{instance.entry.name}, {fog}: {reason}"] += 1
        for instance in self.experiment.instances:
            if not any(instance is kept for kept in self._instances):
                reasons[f"{instance.label}: a file of the same content is there already"] += 1
        return reasons

    @cached_property
    def _instances(self) -> list[Choice]:
        """The choices of instances; of files with the same content the first."""
        first: dict[str, Choice] = {}
        for choice in self.experiment.instances:
            first.setdefault(Ground(choice.entry, choice.params).text, choice)
        return list(first.values())

    def _reason(self, fog: Fog, instance: Choice, strategy: Choice) -> str:
        entry, params = strategy.entry, strategy.params
        offers = instance.entry.traits.get("offers", Offers())
        reason = unmet(entry, params, offers, fog)
        if reason or "h" not in params or not is_choosy(params["h"], offers.kind):
            return reason
        task = self._first_task(instance)
        return unfit(entry, params, task) if task else ""

    def _first_task(self, choice: Choice) -> Task | None:
        """Return the task of a choice's first instance; None where that cannot be made."""
        if choice.entry.is_program:
            return None
        if id(choice) not in self._first_tasks:
            _, instance = next(self.instances(choice))
            try:
                self._first_tasks[id(choice)] = instance.make().task()
            except ValueError:
                self._first_tasks[id(choice)] = None
        return self._first_tasks[id(choice)]

    def instances(self, choice: Choice) -> Iterator[tuple[int, Instance]]:
        """Yield the seeds and instances of one choice; those that are the same maze once only.

        Where seeds are clamped, the clamped one is the strategy's seed too: a job does not depend
        on which other seeds are asked for.
        """
        entry, params = choice.entry, choice.params
        if "normalise" in entry.traits:
            for seed, changed in self._distinct(choice):
                yield seed, Instance(entry, params | dict(changed), seed)
            return
        seeded = entry.traits.get("seeded", True)
        for seed in self.experiment.seeds:
            yield seed, Instance(entry, params, seed if seeded else None)

    def _distinct(self, choice: Choice) -> dict[tuple[int, tuple[tuple[str, Any], ...]], None]:
        """Return the different seeds and parameters that a generator makes of those asked for."""
        normalise = choice.entry.traits["normalise"]
        clamped = (normalise(seed, **choice.params) for seed in self.experiment.seeds)
        return dict.fromkeys((seed, tuple(changed.items())) for seed, changed in clamped)

    def jobs(self) -> Iterator[Job]:
        """Yield all jobs, in the order of the rows."""
        experiment = self.experiment
        for fog, choice, able in self.pairs:
            ground = Ground(choice.entry, choice.params)
            every = [
                Terms(each, fog, experiment.budget, experiment.limit, experiment.engine, self.records)
                for each in able
            ]
            for seed, instance in self.instances(choice):
                if instance.params is not ground.params:
                    ground = Ground(choice.entry, instance.params)
                for terms in every:
                    yield Job(ground, instance, seed, terms)

    @property
    def has_program(self) -> bool:
        """Whether a program in some language takes part."""
        every = [*self.experiment.instances, *(self.experiment.strategies or ())]
        return any(choice.entry.is_program for choice in every)

    @cached_property
    def size(self) -> int:
        """The number of jobs."""
        return sum(self.count(choice) * len(able) for _, choice, able in self.pairs)

    def count(self, choice: Choice) -> int:
        """Return the number of instances of one choice."""
        if "normalise" in choice.entry.traits:
            return len(self._distinct(choice))
        return len(self.experiment.seeds)

    def check_instances(self) -> None:
        """Make the first instance of every choice; BadInput for all that cannot be made."""
        errors = []
        for choice in self._instances:
            if choice.entry.is_program:
                # What it makes of its seeds is its own affair, and its own loss.
                continue
            _, instance = next(self.instances(choice))
            try:
                instance.make()
            except BadInput as error:
                errors.append(error)
            except ValueError as error:
                errors.append(BadInput([Fault(f"{instance.label}: {error}")], self.experiment.name))
        if errors:
            raise BadInput.joined(errors)
