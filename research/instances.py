"""Instances: a generator's name with parameters and a seed, as data, as text and as the thing itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from research.parameters import ParameterError, bind, check, label, shown
from research.registry import Entry, generators


@dataclass(frozen=True)
class Instance:
    """A generator with bound parameters and, where it takes one, a seed, all in canonical form."""

    generator: Entry
    params: dict[str, Any]
    seed: int | None

    def __hash__(self) -> int:
        return hash(self.label)

    @cached_property
    def label(self) -> str:
        """The text that names it, as `research play` takes it: maze.kruskal:size=30x30,...,seed=7."""
        params = {name: value for name, value in self.params.items() if value is not None}
        return label(self.generator.name, params | ({} if self.seed is None else {"seed": self.seed}))

    def make(self) -> Any:
        """Return the maze, puzzle or board; ValueError says why there is none."""
        seed = {} if self.seed is None else {"seed": self.seed}
        thing = self.generator.function(**seed, **self.params)
        return replace(thing, name=self.label)


def instance_of(name: str, params: dict[str, Any], seed: int = 0) -> Instance:
    """Return the instance that a generator's name, parameters and a literal seed mean.

    UnknownName or ParameterError for what does not exist. A generator that clamps its
    parameters gives the same instance for all that mean the same thing.
    """
    entry = generators[name]
    bound = bind(entry, params)
    if not entry.traits.get("seeded", True):
        return Instance(entry, bound, None)
    if "normalise" in entry.traits:
        seed, changed = entry.traits["normalise"](seed, **bound)
        bound |= changed
    return Instance(entry, bound, seed)


def parse(text: str, seed: int | None = None) -> Instance:
    """Return the instance that `generator:param=value,...` or the path of a file names.

    `seed` takes the place of the one in the text. ValueError says what is wrong.
    """
    name, _, rest = text.partition(":")
    worlds = {known.partition(".")[0] for known in generators}
    if name not in generators and (Path(text).exists() or name.partition(".")[0] not in worlds):
        return instance_of("maze.file", {"path": text})
    params = parse_params(rest)
    entry = generators[name]
    for key, value in params.items():
        # What looks like a number may be meant as text, such as glyph=42.
        if key in entry.parameters and type(value) in (int, float) and not fits(entry, key, value):
            params[key] = shown(value) if fits(entry, key, shown(value)) else value
    found = params.pop("seed", 0)
    if not isinstance(found, int):
        raise ParameterError(generators[name], "seed", f"found seed {found!r}; expected an integer")
    return instance_of(name, params, found if seed is None else seed)


def fits(entry: Entry, name: str, value: Any) -> bool:
    """Whether a value is one that the parameter takes."""
    try:
        check(entry, name, value)
    except ParameterError:
        return False
    return True


def parse_params(text: str) -> dict[str, Any]:
    """Return the parameters in `name=value,name=value`; values as YAML reads them, 0,0 as text."""
    params: dict[str, Any] = {}
    for part in re.split(r",(?=\s*\w+\s*=)", text) if text else ():
        name, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"found {part!r}; expected name=value")
        params[name.strip()] = _scalar(value.strip())
    return params


def _scalar(text: str) -> Any:
    if re.fullmatch(r"[-+]?[0-9]+", text):
        return int(text)
    if re.fullmatch(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)([eE][-+]?[0-9]+)?", text):
        return float(text)
    return {"true": True, "false": False, "null": None}.get(text, text)
