"""The calls that `import research` offers: make, read, write, play, audit, census."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from research.domains.coverage import Board as CoverageBoard
from research.domains.maze import Maze
from research.domains.maze.census import census
from research.domains.maze.file import read, write
from research.domains.sliding import Board
from research.engine import Engine, play_by
from research.episode import Budget, Episode
from research.fog import Fog
from research.heuristics import prepare
from research.instances import instance_of
from research.needs import offers_of, unfit, unmet
from research.parameters import bind
from research.peek_audit import Audit
from research.peek_audit import audit as audit_episode
from research.registry import Entry, strategies
from research.task import Task

# What can be played: a task, or a thing that has one.
Playable = Task | Maze | Board | CoverageBoard

__all__ = ["audit", "census", "make", "play", "read", "write"]


def make(generator: str, seed: int = 0, **params: Any) -> Any:
    """Return what a generator makes: `make("maze.backtracker", seed=7, size=(6, 4))`.

    size is (width, height), one int or "6x4". UnknownName, ParameterError or another ValueError
    says in one line what is wrong.
    """
    return instance_of(generator, params, seed).make()


def play(
    task: Playable,
    strategy: str | Callable[..., Any],
    *,
    fog: Fog = Fog(),
    budget: Budget = Budget(),
    seed: int = 0,
    engine: Engine = "auto",
    **params: Any,
) -> Episode:
    """Play one episode of a registered strategy, or of a generator function of your own.

    engine: "python" or "kernel" where a compiled twin shall play or not, "auto" where that is left to
    the size of the task. ValueError when the strategy cannot play there (with the reason), or a
    parameter does not fit. Whatever the strategy does is an outcome, not an exception.
    """
    task, entry, bound = _matched(task, strategy, fog, params)
    return play_by(engine, task, entry, bound, fog=fog, budget=budget, seed=seed)


def audit(
    task: Playable,
    strategy: str | Callable[..., Any],
    *,
    fog: Fog = Fog(),
    budget: Budget = Budget(),
    seed: int = 0,
    replays: int = 5,
    **params: Any,
) -> Audit:
    """Play an episode and replay it on mazes that differ where nobody looked: is the walk the same?

    ValueError as for `play`, and for a task that hides nothing.
    """
    task, entry, bound = _matched(task, strategy, fog, params)
    return audit_episode(task, entry.function, fog=fog, budget=budget, seed=seed, replays=replays, **bound)


def _matched(
    task: Playable,
    strategy: str | Callable[..., Any],
    fog: Fog,
    params: dict[str, Any],
) -> tuple[Task, Entry, dict[str, Any]]:
    """Return task, entry and bound parameters; ValueError where they do not go together."""
    if not isinstance(task, Task):
        task = task.task()
    if callable(strategy):
        entry = Entry("strategy", strategy.__name__, strategy)
    else:
        entry = strategies[strategy]
    bound = bind(entry, params)
    reason = unmet(entry, bound, offers_of(task), fog) or unfit(entry, bound, task)
    if reason:
        raise ValueError(f"{entry.name} cannot play {task.name or 'this task'}: {reason}")
    if "h" in bound and task.geometry is not None:
        prepare(bound["h"], task.geometry.kind)
    return task, entry, bound
