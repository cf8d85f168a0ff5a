"""A research framework for search algorithms under fog.

>>> import research
>>> maze = research.make("maze.backtracker", seed=7, size=(6, 4))
>>> episode = research.play(maze.task(), "a_star", h="manhattan")
>>> episode.outcome.value, episode.steps
('solved', 14)
"""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

# Imported when first asked for, so that the command line answers at once.
_HOMES = {
    "research.api": ("audit", "census", "make", "play", "read", "write"),
    "research.domains.maze": ("Maze",),
    "research.episode": ("Budget", "Episode", "Outcome"),
    "research.faults": ("BadInput",),
    "research.fog": ("Fog", "Observation", "View", "Visits"),
    "research.world": ("World",),
    "research.heuristics": ("toward",),
    "research.lazy": ("LazyGraph",),
    "research.plugins": ("load_plugin",),
    "research.results": ("Results", "load", "run"),
    "research.task": ("Cover", "Reach", "Task"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    try:
        home = _HOME_OF[name]
    except KeyError:
        raise AttributeError(f"module 'research' has no attribute {name!r}") from None
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
