"""Which engine plays an episode: the Python generator, or its compiled twin where that pays.

The generator is the specification. A twin makes the same search on the same task with the same
counters; it has no walk to show, only the path that it found, and that is walked again here, edge by
edge, before it counts.
"""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise
from time import perf_counter
from typing import Any, Literal

from research.episode import Budget, Episode, Outcome, play
from research.fog import Fog
from research.kernels.found import Found, Limits, nodes_of
from research.kernels.twins import Twin, twin_of
from research.registry import Entry
from research.strategies.shortening import without_loops
from research.task import Node, Task

Engine = Literal["auto", "python", "kernel"]

OUTCOMES = {
    "solved": Outcome.SOLVED,
    "exhausted": Outcome.UNREACHABLE,
    "nodes": Outcome.OUT_OF_BUDGET,
    "seconds": Outcome.TIMED_OUT,
    "memory": Outcome.OUT_OF_MEMORY,
}
# Counters that stand in an episode's own fields.
OWN = ("end", "moves", "reason", "generated", "expanded")


def play_by(
    engine: Engine,
    task: Task,
    entry: Entry,
    params: dict[str, Any],
    *,
    fog: Fog = Fog(),
    budget: Budget = Budget(),
    seed: int = 0,
) -> Episode:
    """Play an episode by the Python generator or by its compiled twin.

    "python" and "kernel" ask for one of them, "auto" leaves it to the size of the task. Where there is
    no twin for the task, or no numba, the generator plays; the episode says who has.
    """
    twin = _chosen(engine, task, entry, params, fog)
    if twin is None or task.hopeless:
        return play(task, entry.function, fog=fog, budget=budget, seed=seed, **params)
    started = perf_counter()
    found = twin.run(task, params, Limits(nodes_of(budget.steps), budget.seconds, budget.memory_mb), seed)
    return _episode(task, found, twin, budget, perf_counter() - started)


def warm(engine: Engine, entry: Entry, params: dict[str, Any], kind: str) -> None:
    """Load the twin that will play, before any clock runs."""
    twin = twin_of(entry, kind)
    if engine != "python" and twin is not None:
        twin.warm(params)


def _chosen(engine: Engine, task: Task, entry: Entry, params: dict[str, Any], fog: Fog) -> Twin | None:
    if engine == "python" or (fog.cost, fog.goal, fog.sight) != ("jump", "known", 1):
        return None
    twin = twin_of(entry, task.geometry.kind) if task.geometry else None
    if twin is None or not twin.fits(task, params):
        return None
    return twin if engine == "kernel" or twin.pays(task) else None


def _episode(task: Task, found: Found, twin: Twin, budget: Budget, seconds: float) -> Episode:
    outcome, reason = OUTCOMES[found.end], found.reason
    expanded = found.expanded + (twin.goal_apart and outcome is Outcome.SOLVED)
    if outcome is Outcome.UNREACHABLE and (twin.pruned or found.reason):
        outcome, reason = Outcome.GAVE_UP, found.reason or "pruned"
    if budget.steps is not None and (expanded > budget.steps or found.end == "nodes"):
        outcome, reason = Outcome.OUT_OF_BUDGET, "steps"
    if outcome is Outcome.TIMED_OUT:
        reason = f"{budget.seconds:g} s"
    path: tuple[Node, ...] = ()
    if outcome is Outcome.SOLVED:
        path = tuple(without_loops([task.start, *walked(task, found.moves)[1:]]))
        if not path or path[-1] not in task.goals:
            outcome, reason, path = Outcome.ILLEGAL, "its moves do not lead from the start to the goal", ()
    letter = task.geometry.letter if task.geometry else (lambda here, there: "")
    return Episode(
        outcome=outcome,
        reason=reason,
        walk=path,
        cost=expanded,
        steps=None,
        backsteps=None,
        visited=expanded,
        expanded=expanded,
        generated=found.generated,
        path=path,
        route=len(path) - 1 if path else None,
        letters="".join(letter(here, there) for here, there in pairwise(path)),
        seconds=seconds,
        engine="kernel",
        counters={name: value for name, value in asdict(found).items() if name not in OWN},
    )


def walked(task: Task, moves: str) -> tuple[Node, ...]:
    """Return the nodes on the way that letters name, by the task's own edges; () where one is none."""
    letter = task.geometry.letter if task.geometry else (lambda here, there: "")
    path = [task.start]
    for move in moves:
        onward = [there for there in task.graph.adj[path[-1]] if letter(path[-1], there) == move]
        if len(onward) != 1:
            return ()
        path.append(onward[0])
    return tuple(path)
