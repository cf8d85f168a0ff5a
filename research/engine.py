"""Which engine plays an episode: the Python generator, or its compiled twin where that pays.

The generator is the specification. A twin makes the same search on the same task with the same
counters; it has no walk to show, only the moves that it found, and those are made again here, one by
one, before they count.
"""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise
from time import perf_counter
from typing import Any, Literal, cast

from research.chart import shortest
from research.episode import Budget, Episode, Outcome, play
from research.fog import Fog
from research.kernels.found import Found, Limits
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
OWN = ("end", "moves", "reason", "generated", "expanded", "own")
# Why an answer is illegal.
ASTRAY = "its moves do not lead from the start to the goal"


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

    "python" and "kernel" ask for one of them, "auto" leaves it to the size of task and budget. Where there is
    no twin for the task, or no numba, the generator plays; the episode says who has.
    """
    twin = _chosen(engine, task, entry, params, fog, budget)
    # A budget of one step is used up by the start, before anything is asked of a strategy.
    nothing = task.hopeless or task.start in task.goals or (budget.steps == 1 and fog.cost == "jump")
    if twin is None or nothing:
        return play(task, entry.function, fog=fog, budget=budget, seed=seed, **params)
    started = perf_counter()
    nodes = _nodes(twin, fog, budget)
    limits = Limits(nodes, budget.seconds, budget.memory_mb, budget.steps)
    found = twin.run(task, params, limits, seed)
    told = _walk if fog.cost == "walk" else _search
    return told(task, found, twin, budget, perf_counter() - started)


def warm(engine: Engine, entry: Entry, params: dict[str, Any], kind: str) -> None:
    """Load the twin that will play, before any clock runs."""
    twin = twin_of(entry, kind)
    if engine != "python" and twin is not None:
        twin.warm(params)


def _chosen(
    engine: Engine, task: Task, entry: Entry, params: dict[str, Any], fog: Fog, budget: Budget
) -> Twin | None:
    if engine == "python" or (fog.goal, fog.sight) != ("known", 1):
        return None
    twin = twin_of(entry, task.geometry.kind) if task.geometry else None
    if twin is None or not twin.fits(task, params) or not (twin.walks or fog.cost == "jump"):
        return None
    return twin if engine == "kernel" or twin.pays(task, budget.steps) else None


def _nodes(twin: Twin, fog: Fog, budget: Budget) -> int | None:
    """Return the limit of boards visited that a budget of steps means to a twin that walks."""
    if not twin.walks or budget.steps is None:
        return None
    return budget.steps + (fog.cost == "walk")


def _judged(found: Found, twin: Twin, budget: Budget) -> tuple[Outcome, str]:
    """Return outcome and reason of what a twin reports."""
    outcome, reason = OUTCOMES[found.end], found.reason
    if outcome is Outcome.UNREACHABLE and (twin.pruned or reason):
        return Outcome.GAVE_UP, reason or "pruned"
    if outcome is Outcome.OUT_OF_BUDGET:
        return outcome, "steps"
    if outcome is Outcome.TIMED_OUT:
        return outcome, f"{budget.seconds:g} s"
    return outcome, reason


def _search(task: Task, found: Found, twin: Twin, budget: Budget, seconds: float) -> Episode:
    """Return the episode of a search under jump."""
    outcome, reason = _judged(found, twin, budget)
    expanded = twin.expanded(found)
    if not twin.within(found, budget.steps):
        outcome, reason = Outcome.OUT_OF_BUDGET, "steps"
    path: tuple[Node, ...] = ()
    if outcome is Outcome.SOLVED:
        path = tuple(without_loops([task.start, *walked(task, found.moves)[1:]]))
        if path[-1] not in task.goals:
            outcome, reason, path = Outcome.ILLEGAL, ASTRAY, ()
    letter = cast(Any, task.geometry).letter
    return Episode(
        outcome=outcome,
        reason=reason,
        walk=path,
        cost=expanded,
        steps=None,
        backsteps=None,
        visited=found.stored if twin.walks else expanded,
        expanded=expanded,
        generated=found.generated,
        path=path,
        route=len(path) - 1 if path else None,
        letters="".join(letter(here, there) for here, there in pairwise(path)),
        seconds=seconds,
        engine="kernel",
        counters=_counters(found),
    )


def _walk(task: Task, found: Found, twin: Twin, budget: Budget, seconds: float) -> Episode:
    """Return the episode of an agent under walk."""
    outcome, reason = _judged(found, twin, budget)
    walk = walked(task, found.moves) or (task.start,)
    if len(walk) <= len(found.moves) or (outcome is Outcome.SOLVED and walk[-1] not in task.goals):
        outcome, reason = Outcome.ILLEGAL, ASTRAY
    steps, visited = len(walk) - 1, set(walk)
    path: tuple[Node, ...] = ()
    if outcome is Outcome.SOLVED:
        path = tuple(shortest(cast(Any, task.geometry).neighbors, visited, task.start, walk[-1]) or walk)
    return Episode(
        outcome=outcome,
        reason=reason,
        walk=walk,
        cost=steps,
        steps=steps,
        backsteps=steps - (len(visited) - 1),
        visited=len(visited),
        expanded=None,
        generated=found.generated,
        path=path,
        route=len(path) - 1 if path else None,
        letters=found.moves[:steps],
        seconds=seconds,
        engine="kernel",
        counters=_counters(found),
    )


def _counters(found: Found) -> dict[str, int]:
    """Return the counters that an episode has no field for."""
    return {name: value for name, value in asdict(found).items() if name not in OWN} | found.own


def walked(task: Task, moves: str) -> tuple[Node, ...]:
    """Return the boards on the way that letters name, by the task's own moves; () where one is none."""
    moved = cast(Any, task.geometry).moved
    path = [task.start]
    try:
        for letter in moves:
            path.append(moved(path[-1], letter))
    except ValueError:
        return ()
    return tuple(path)
