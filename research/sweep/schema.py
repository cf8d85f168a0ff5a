"""The shape of an experiment file: which keys there are and what kind of value each takes."""

from __future__ import annotations

import re
from itertools import product
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    ValidationError,
    model_validator,
)

from research.engine import Engine
from research.episode import Budget
from research.faults import described
from research.fog import Fog
from research.parameters import expectation, one_of
from research.registry import suggest
from research.sweep.source import Path_, Source

MAX_SEEDS = 10_000_000


def _seeds(value: Any) -> Any:
    """Return the seeds that "1..100", one number or a list of them mean, as a range or list."""
    if isinstance(value, str) and (found := re.fullmatch(r"(-?[0-9]{1,12})\.\.(-?[0-9]{1,12})", value)):
        first, last = int(found[1]), int(found[2])
        if last < first:
            raise ValueError(f"a range that is not empty, such as {last}..{first}")
        if last - first >= MAX_SEEDS:
            raise ValueError(f"at most {MAX_SEEDS} seeds")
        return range(first, last + 1)
    if type(value) is int:
        return [value]
    if not isinstance(value, list) or not value or any(type(seed) is not int for seed in value):
        raise ValueError("seeds as 1..100, one integer or a list of integers")
    return _each_once(value)


def _listed(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def _given(value: Any) -> Any:
    if value is None:
        raise ValueError("a value, or no such key at all")
    return value


def _each_once(values: list[Any]) -> list[Any]:
    seen: set[Any] = set()
    for value in values:
        if value in seen:
            raise ValueError(f"each value once, not {described(value)} again")
        seen.add(value)
    return values


def _form(value: Any) -> str | None:
    """Return which form an entry has: a name alone, or one with its options."""
    return "name" if isinstance(value, str) else "options" if isinstance(value, dict) else None


def _one_name(value: Any) -> Any:
    if len(value) != 1:
        raise ValueError("one name, its parameters indented further or in {}")
    return value


T = TypeVar("T")
# A value, or a list of values that means each of them.
Each = Annotated[list[T], BeforeValidator(_listed), Field(min_length=1), AfterValidator(_each_once)]
# A value, or None for a key that is left out.
Given = Annotated[T | None, BeforeValidator(_given)]
# A name, or a mapping of the name to its options.
Named = Annotated[
    Annotated[str, Tag("name")] | Annotated[dict[str, T | None], BeforeValidator(_one_name), Tag("options")],
    Discriminator(_form, "form", "a name, or a name with its options"),
]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class FogShape(_Strict):
    """fog: a list of costs, goals or sights means each of them."""

    cost: Each[Literal["walk", "jump"]] = ["walk"]
    goal: Each[Literal["known", "hidden"]] = ["known"]
    sight: Each[Annotated[int, Field(ge=1)]] = [1]

    def fogs(self) -> list[Fog]:
        """Return all that are meant."""
        return [Fog(*each) for each in product(self.cost, self.goal, self.sight)]


class BudgetShape(_Strict):
    """budget: steps, or `limit: contest` for N^3 and `limit: kit` for N^3 - 1 on a maze."""

    steps: Annotated[int, Field(ge=1)] | None = None
    limit: Literal["contest", "kit"] | None = None
    seconds: Annotated[float, Field(gt=0)] | None = 60.0
    memory_mb: Annotated[float, Field(gt=0)] | None = None

    def budget(self) -> Budget:
        """Return what an episode may use, but for a contest's limit."""
        return Budget(self.steps or Budget().steps, self.seconds, self.memory_mb)

    @model_validator(mode="after")
    def _one_limit(self) -> Self:
        if self.steps is not None and self.limit is not None:
            raise ValueError("steps or limit, not both")
        return self


class CompareShape(_Strict):
    """compare: each strategy against the baseline on one metric, on the same instances."""

    metric: str
    baseline: str


class PlotShape(_Strict):
    """One figure's options."""

    metric: str | None = None
    instance: str | None = None
    parameter: str | None = None


# Each kind of figure with the options that it takes.
PLOTS = {
    "ecdf": ("metric",),
    "violin": ("metric",),
    "histogram": ("metric",),
    "means": ("metric",),
    "curve": ("metric", "parameter"),
    "walks": ("instance",),
    "boards": ("instance",),
    "regret": ("instance",),
}


class Shape(_Strict):
    """The whole file."""

    question: str = ""
    seeds: Annotated[Any, BeforeValidator(_seeds)] = [0]
    instances: Annotated[list[Named[dict[str, Any]]], Field(min_length=1)]
    strategies: Given[Annotated[list[Named[dict[str, Any]]], Field(min_length=1)]] = None
    fog: FogShape = FogShape()
    budget: BudgetShape = BudgetShape()
    engine: Engine = "auto"
    totals: Given[dict[str, Annotated[int, Field(ge=0)]]] = None
    metrics: Given[Annotated[list[str], Field(min_length=1), AfterValidator(_each_once)]] = None
    failures: Literal["common", "drop", "budget", "worst"] = "common"
    compare: Given[CompareShape] = None
    best: Given[str] = None
    plots: list[Named[PlotShape]] = []
    claims: list[str] = []
    plugins: list[str] = []


class TournamentShape(_Strict):
    """A tournament's file: every architect at every size and seed against every solver."""

    question: str = ""
    seeds: Annotated[Any, BeforeValidator(_seeds)] = [0]
    sizes: Each[int | str] = [15]
    architects: Annotated[list[Named[dict[str, Any]]], Field(min_length=1)]
    solvers: Annotated[list[Named[dict[str, Any]]], Field(min_length=1)]
    budget: BudgetShape = BudgetShape(limit="contest")
    plugins: list[str] = []


# The keys of each part of the file that has some of its own.
PARTS: dict[str, type[BaseModel]] = {
    "fog": FogShape,
    "budget": BudgetShape,
    "compare": CompareShape,
    "plots": PlotShape,
}


S = TypeVar("S", Shape, TournamentShape)


def read_shape(source: Source, shape: type[S]) -> S | None:
    """Return the validated shape; where it fails, None, and each fault is noted in the source."""
    try:
        return shape.model_validate(source.value)
    except ValidationError as error:
        grouped: dict[Path_, list[Any]] = {}
        for item in error.errors(include_url=False):
            grouped.setdefault(_real_path(item["loc"], source), []).append(item)
    unread = set(source.ruined)
    unknown = [str(path[-1]) for path, items in grouped.items() if items[0]["type"] == "extra_forbidden"]
    for path, items in grouped.items():
        if items[0]["type"] == "missing":
            _note_missing(source, path, items, unknown)
        elif not any(each[: len(path)] == path for each in unread):
            source.note(path, _said(path, items, shape))
    return None


def _real_path(loc: tuple[int | str, ...], source: Source) -> Path_:
    """Return the part of pydantic's location that stands in the file (it adds names of types)."""
    path: Path_ = ()
    for part in loc:
        if (*path, part) in source.places:
            path = (*path, part)
    return path


def _note_missing(source: Source, path: Path_, items: list[Any], unknown: list[str]) -> None:
    """Note each missing key, but not one that an unknown key was meant to be."""
    for item in items:
        key = str(item["loc"][-1])
        if not any(suggest(name, [key]) for name in unknown):
            source.note((*path, key), f"found no key {key!r}; expected it")


def _said(path: Path_, items: list[Any], shape: type[BaseModel]) -> str:
    if items[0]["type"] == "model_type":
        known = PARTS[str(path[0])].model_fields
        return f"found {described(items[0]['input'])}; expected some of the keys {', '.join(known)}"
    if items[0]["type"] == "extra_forbidden":
        known = (PARTS.get(str(path[0]), shape) if len(path) > 1 else shape).model_fields
        name = str(path[-1])
        return f"found the key {name!r}; expected {one_of('key', name, known)}"
    return f"found {described(items[0]['input'])}; {expectation(items)}"
