"""Registries as one reads them: every entry with its parameters and its first sentence."""

from __future__ import annotations

import inspect
from typing import Any

from research.parameters import shown
from research.registry import REGISTRIES, Entry

COLUMNS = ("name", "parameters", "about")


def listed(kind: str) -> list[dict[str, Any]]:
    """Return the entries of one registry as plain values: name, parameters, about, traits."""
    registry = REGISTRIES[kind]
    return [_told(registry[name]) for name in registry]


def _told(entry: Entry) -> dict[str, Any]:
    own = entry.parameters if entry.kind in ("strategy", "generator") else {}
    return {
        "name": entry.name,
        "parameters": ", ".join(_parameter(p) for p in own.values()),
        "about": entry.doc,
        "needs": sorted(entry.traits.get("needs", ())),
    }


def _parameter(parameter: inspect.Parameter) -> str:
    if parameter.default is inspect.Parameter.empty:
        return parameter.name
    default = parameter.default
    return f"{parameter.name}={shown(default) if default is not None else '-'}"
