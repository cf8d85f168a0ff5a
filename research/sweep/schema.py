"""The shape of an experiment file: which keys there are and what kind of value each takes."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from research.faults import Fault
from research.parameters import plain_message
from research.registry import suggest
from research.sweep.source import Path_, Source

MAX_SEEDS = 10_000_000


def _seeds(value: Any) -> Any:
    """Return the seeds that "1..100", one number or a list of them mean, as a range or list."""
    if isinstance(value, str) and (found := re.fullmatch(r"(-?\d{1,12})\.\.(-?\d{1,12})", value)):
        first, last = int(found[1]), int(found[2])
        if last < first:
            raise ValueError(f"a range that is not empty, such as {last}..{first}")
        if last - first >= MAX_SEEDS:
            raise ValueError(f"at most {MAX_SEEDS} seeds")
        return range(first, last + 1)
    if type(value) is int:
        return [value]
    if not isinstance(value, list) or not value or any(type(seed) is not int for seed in value):
        raise ValueError("seeds as 1..100, one whole number or a list of whole numbers")
    if len(set(value)) != len(value):
        raise ValueError("each seed once")
    return value


def _listed(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


Costs = Annotated[list[Literal["walk", "jump"]], BeforeValidator(_listed), Field(min_length=1)]


class FogShape(_Strict):
    """fog: a list of costs, goals or sights means each of them."""

    cost: Costs = ["walk"]
    goal: Annotated[list[Literal["known", "hidden"]], BeforeValidator(_listed), Field(min_length=1)] = [
        "known"
    ]
    sight: Annotated[list[Annotated[int, Field(ge=1)]], BeforeValidator(_listed), Field(min_length=1)] = [1]


class BudgetShape(_Strict):
    """budget: steps, or `limit: contest` for N^3 and `limit: kit` for N^3 - 1 on a maze."""

    steps: Annotated[int, Field(ge=1)] | None = None
    limit: Literal["contest", "kit"] | None = None
    seconds: Annotated[float, Field(gt=0)] | None = 60.0
    memory_mb: Annotated[float, Field(gt=0)] | None = None


class CompareShape(_Strict):
    """compare: each strategy against the baseline on one metric, on the same instances."""

    metric: str
    baseline: str


class PlotShape(_Strict):
    """One figure's options."""

    metric: str | None = None
    instance: str | None = None


Named = str | dict[str, dict[str, Any] | None]


class Shape(_Strict):
    """The whole file."""

    question: str = ""
    seeds: Annotated[Any, BeforeValidator(_seeds)] = [0]
    instances: Annotated[list[Named], Field(min_length=1)]
    strategies: Annotated[list[Named], Field(min_length=1)] | None = None
    fog: FogShape = FogShape()
    budget: BudgetShape = BudgetShape()
    metrics: Annotated[list[str], Field(min_length=1)] | None = None
    failures: Literal["common", "drop", "budget", "worst"] = "common"
    compare: CompareShape | None = None
    plots: list[str | dict[str, PlotShape]] = []
    claims: list[str] = []
    plugins: list[str] = []


def read_shape(source: Source, faults: list[Fault]) -> tuple[Shape | None, set[Path_]]:
    """Return the validated shape; where it fails, None and the paths that are at fault."""
    try:
        return Shape.model_validate(source.value), set()
    except ValidationError as error:
        paths = set()
        grouped: dict[Path_, list[Any]] = {}
        for item in error.errors(include_url=False):
            grouped.setdefault(_real_path(item["loc"], source), []).append(item)
        for path, items in grouped.items():
            paths.add(path)
            faults.append(source.fault(path, _said(path, items)))
        return None, paths


def _real_path(loc: tuple[int | str, ...], source: Source) -> Path_:
    """Return the part of pydantic's location that stands in the file (it adds names of types)."""
    path: Path_ = ()
    for part in loc:
        if (*path, part) in source.places:
            path = (*path, part)
    return path


def _said(path: Path_, items: list[Any]) -> str:
    first = items[0]
    if first["type"] == "extra_forbidden":
        model: dict[str, type[BaseModel]] = {
            "fog": FogShape,
            "budget": BudgetShape,
            "compare": CompareShape,
            "plots": PlotShape,
        }
        known = model.get(str(path[0]), Shape).model_fields if len(path) > 1 else Shape.model_fields
        name = str(path[-1])
        return f"found the key {name!r}; expected one of {', '.join(known)}{suggest(name, known)}"
    if first["type"] == "missing":
        return f"found no key {first['loc'][-1]!r}; expected it"
    found = first["input"]
    shown = repr(found) if len(repr(found)) < 60 else f"a {type(found).__name__}"
    return f"found {shown}; {plain_message(items)}"
