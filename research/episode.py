"""An episode: one strategy plays one task under one fog, and what came of it is a fact."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

from research.chart import trace
from research.fog import Fog, Illegal, Visits
from research.limits import DeadlinePassed, deadline, memory_limit
from research.task import Node, Task
from research.world import World

# Part of every job's identity: raised when the rules of an episode change, so that old rows are
# not taken for new ones.
PROTOCOL = 1

Strategy = Callable[..., Visits]


class Outcome(Enum):
    """How an episode ended. The last four are unexplained: somebody should look at them."""

    SOLVED = "solved"
    GAVE_UP = "gave-up"
    UNREACHABLE = "unreachable"
    OUT_OF_BUDGET = "out-of-budget"
    ILLEGAL = "illegal"
    CRASHED = "crashed"
    TIMED_OUT = "timed-out"
    OUT_OF_MEMORY = "out-of-memory"

    @property
    def explained(self) -> bool:
        """Whether the search itself came to this end, rather than a fault of its program."""
        return self in (Outcome.SOLVED, Outcome.GAVE_UP, Outcome.UNREACHABLE, Outcome.OUT_OF_BUDGET)


class Forfeit(Exception):
    """Raised in a strategy or a generator by the one who answers for it: it ends as `outcome` says.

    reason: the kind of fault in a few words; detail: what was found, such as the line it said. Nobody
    wins by it: ValueError for an outcome that is explained.
    """

    def __init__(self, outcome: Outcome, reason: str, detail: str = "") -> None:
        if outcome.explained:
            raise ValueError(f"a forfeit is a fault, not {outcome.value}")
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.outcome = outcome
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Budget:
    """What an episode may use. steps: edges walked (walk) or expansions (jump); None: no limit.

    seconds: wall time. memory_mb: MiB beyond what the process holds when the episode begins.
    """

    steps: int | None = 1_000_000
    seconds: float | None = None
    memory_mb: float | None = None

    def __post_init__(self) -> None:
        for name in ("steps", "seconds", "memory_mb"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"Budget({name}={value!r}): must be more than 0, or None for no limit")


@dataclass(frozen=True, slots=True)
class Episode:
    """What happened.

    walk       the nodes in the order in which they were entered, the start first; under walk each
               is a neighbour of the one before
    cost       weight of the edges walked (walk), number of expansions (jump)
    steps      edges walked, and what was wasted; backsteps: steps into a visited node; None under jump
    visited    how many different nodes were entered, start and goal included
    expanded   visits paid for under jump, start and goal included; None under walk
    generated  children created by the expansions, the way back left out, and 1 for the start
    path       from start to goal: the cheapest through visited nodes (walk), the strategy's own
               (jump); empty unless the goal was reached
    route      cost of the path (its length where every edge costs 1), or None
    letters    the walk (jump: the path) in letters of direction, "" where the world has none
    seconds    wall time, the only part that is not the same again
    error      file, line and message of what a strategy raised
    engine     "python", or "kernel" where a compiled twin has searched: its walk is the path alone
    counters   what a twin counts beside: stored, peak_open, iterations, cuts, peak_bytes
    """

    outcome: Outcome
    reason: str
    walk: tuple[Node, ...] = field(repr=False)
    cost: float
    steps: int | None
    backsteps: int | None
    visited: int
    expanded: int | None
    generated: int
    path: tuple[Node, ...] = field(repr=False)
    route: float | None
    letters: str = field(repr=False)
    seconds: float = field(compare=False)
    error: str = ""
    engine: str = "python"
    counters: dict[str, int] = field(default_factory=dict, repr=False, compare=False)


def play(
    task: Task,
    strategy: Strategy,
    *,
    fog: Fog = Fog(),
    budget: Budget = Budget(),
    seed: int = 0,
    **params: Any,
) -> Episode:
    """Let `strategy(view, **params)` play `task` and return the episode.

    Never raises for what the strategy does: that is an outcome. The clock starts before the first
    line of the strategy runs.
    """
    world = World(task, fog, seed, budget.steps)
    started = perf_counter()
    outcome, reason, error = _run(world, strategy, params, budget)
    seconds = perf_counter() - started
    path: tuple[Node, ...] = ()
    if outcome is Outcome.SOLVED and task.goals:
        try:
            path = _path(world)
        except (KeyError, ValueError):
            outcome, reason = Outcome.ILLEGAL, "its parents do not lead from the start to the goal"
    return _episode(world, outcome, reason, error, path, seconds)


def _run(
    world: World, strategy: Strategy, params: dict[str, Any], budget: Budget
) -> tuple[Outcome, str, str]:
    """Return outcome, reason and error text."""
    if world.task.hopeless:
        return Outcome.UNREACHABLE, world.task.hopeless, ""
    try:
        with memory_limit(budget.memory_mb), deadline(budget.seconds):
            return *_drive(world, strategy(world.view, **params)), ""
    except DeadlinePassed:
        return Outcome.TIMED_OUT, f"{budget.seconds:g} s", ""
    except Illegal as error:
        return Outcome.ILLEGAL, str(error), ""
    except Forfeit as error:
        return error.outcome, error.reason, error.detail
    except MemoryError as error:
        return Outcome.OUT_OF_MEMORY, "MemoryError", where(error)
    except (Exception, SystemExit, GeneratorExit) as error:
        return Outcome.CRASHED, type(error).__name__, where(error)


def _drive(world: World, run: Visits) -> tuple[Outcome, str]:
    """Carry out what the strategy yields until it, the task or the budget ends."""
    if not isinstance(run, Generator):
        raise TypeError(f"a strategy must yield the nodes to visit; this one returned {run!r}")
    while not world.solved:
        if world.spent:
            _close(run)
            return Outcome.OUT_OF_BUDGET, "steps"
        try:
            node = next(run)
        except StopIteration as stop:
            return _ended(world, stop.value)
        world.visit(node)
    _close(run)
    return Outcome.SOLVED, ""


def _close(run: Visits) -> None:
    """End the strategy; one that will not be ended does not change what has happened."""
    with suppress(RuntimeError):
        run.close()


def _ended(world: World, verdict: Any) -> tuple[Outcome, str]:
    """Say what it means that the strategy stopped by itself, returning `verdict`."""
    if isinstance(verdict, str) and verdict:
        return Outcome.GAVE_UP, verdict
    if not world.chart.frontier:
        return Outcome.UNREACHABLE, ""
    if verdict is Outcome.UNREACHABLE:
        if _presumed_way(world):
            return Outcome.GAVE_UP, "unreachable was claimed, not proved"
        return Outcome.UNREACHABLE, "no presumed way is left"
    return Outcome.GAVE_UP, ""


def _presumed_way(world: World) -> bool:
    """Whether a goal could still be reached if all that is unknown were open."""
    view = world.view
    if not view.goals:
        return True
    stack, found = [world.here], {world.here}
    while stack:
        try:
            near = view.presumed(stack.pop())
        except ValueError:
            return True
        fresh = [node for node in near if node not in found]
        found.update(fresh)
        stack.extend(fresh)
    return any(goal in found for goal in view.goals)


def _path(world: World) -> tuple[Node, ...]:
    """Return the path from start to goal; KeyError, ValueError: the strategy's parents are wrong."""
    if world.view.walking:
        return tuple(world.chart.route(world.task.start, world.here) or ())
    path = trace(world.view.parents, world.here)
    if path[0] != world.task.start:
        raise ValueError("the parents end elsewhere")
    _cost(world, path)
    return tuple(path)


def _cost(world: World, path: tuple[Node, ...] | list[Node]) -> float:
    """Return the sum of the edges' costs; KeyError where two nodes are not joined."""
    edges = world.chart.edges
    return sum(edges[here][there] for here, there in pairwise(path))


def _episode(
    world: World, outcome: Outcome, reason: str, error: str, path: tuple[Node, ...], seconds: float
) -> Episode:
    walk, walking = tuple(world.walk), world.view.walking
    counters = dict(world.view.counters)
    visited = len(world.chart.visits)
    steps = len(walk) - 1 + world.wasted
    named = walk if walking else path
    letter = world.task.geometry.letter if world.task.geometry else (lambda here, there: "")
    return Episode(
        outcome=outcome,
        reason=reason,
        walk=walk,
        cost=world.cost + world.wasted,
        steps=steps if walking else None,
        backsteps=len(walk) - visited if walking else None,
        visited=visited,
        expanded=None if walking else counters.pop("expanded", len(walk)),
        generated=counters.pop("generated", world.chart.generated),
        path=path,
        route=_cost(world, path) if path else None,
        letters="".join(letter(here, there) for here, there in pairwise(named)),
        seconds=seconds,
        error=error,
        counters=counters,
    )


def lost(outcome: Outcome, reason: str, error: str = "") -> Episode:
    """Return the episode whose process did not live to tell: nothing is known but how it ended."""
    return Episode(outcome, reason, (), 0, None, None, 0, None, 0, (), None, "", 0.0, error)


def where(error: BaseException) -> str:
    """Return `file.py:line: Type: message` of the innermost frame that raised, on one line."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}: " if frames else ""
    return " ".join(f"{place}{type(error).__name__}: {error}".split())
