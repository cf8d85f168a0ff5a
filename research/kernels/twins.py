"""Twins: where a strategy's compiled form is, and which tasks it takes. Nothing is imported until then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

from research.kernels.compiled import AVAILABLE
from research.kernels.found import Found, Limits
from research.registry import Entry
from research.rng import key_of
from research.task import Task

# Boards of up to so many cells are searched to their end before compiled code is loaded, and so many
# expansions are made.
SMALL_CELLS, FEW_STEPS = 9, 1_000
# Heuristics of whole lines have tables for lines of up to so many cells.
SHORT = 7
WALL = 255
# Widths, depths and counts above this are left to the generators: tables are made for as many beforehand.
LARGEST = 1 << 24
# A board that takes some moves, to call a twin with.
SAMPLE, SAMPLE_GOAL = bytes([1, 3, 4, 8, 0, 2, 7, 5, 6]), bytes([1, 2, 3, 4, 5, 6, 7, 8, 0])


def _parts(h: Any, sums: bool) -> list[str]:
    return str(h).split("+") if sums else [str(h)]


@dataclass(frozen=True)
class Twin:
    """The compiled form of a strategy on sliding puzzles.

    module, function: where it is; called with start, goal and width, limits and the parameters.
    max_cells: it takes boards of up to so many; max_free: and so many beside walls. h: the heuristics that
    it knows, None where the strategy has none; short: those that it knows on sides of up to SHORT cells
    only; heuristic: the parameter that names one; sums: also several added up. names: what it calls
    parameters that have another name there, terms: and heuristics. only: parameters that must have these
    values, and are not passed on; among: that must have one of these values; ignored: that are not passed
    on. pruned: whether what is left out may be the answer, so that an end without one is giving up
    (otherwise only one with a reason is). seeded: whether it takes the key of its random numbers.
    goal_apart: whether its count of expansions leaves out the visit to the goal. planned: whether it finds
    its way before it goes, which a budget has to leave room for. walks: whether it goes
    from board to board, so that it plays under walk as well; its expansions are then the boards that it
    enters, and its limit is in those. samples: heuristics that are not for the sample board, each with one
    of the same code that is.
    """

    module: str
    function: str
    max_cells: int = 254
    max_free: int = 254
    h: frozenset[str] | None = None
    short: frozenset[str] = frozenset()
    heuristic: str = "h"
    names: tuple[tuple[str, str], ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    sums: bool = False
    only: tuple[tuple[str, Any], ...] = ()
    among: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    ignored: tuple[str, ...] = ()
    pruned: bool = False
    seeded: bool = False
    goal_apart: bool = False
    planned: bool = False
    walks: bool = False
    samples: tuple[tuple[str, str], ...] = ()

    def fits(self, task: Task, params: dict[str, Any]) -> bool:
        """Whether it can take the task with these parameters."""
        geometry = task.geometry
        return (
            AVAILABLE
            and geometry is not None
            and geometry.kind == "slide"
            and len(task.goals) == 1
            and isinstance(task.start, bytes)
            and len(task.start) <= self.max_cells
            and len(task.start) - task.start.count(WALL) <= self.max_free
            and self._knows(params)
            and self._in_lines(geometry, params)
            and all(value <= LARGEST for value in params.values() if isinstance(value, int))
            and all(params.get(name) == value for name, value in self.only)
            and all(params.get(name) in values for name, values in self.among)
        )

    def _knows(self, params: dict[str, Any]) -> bool:
        """Whether it has the heuristic."""
        return self.h is None or self.h.issuperset(_parts(params.get(self.heuristic), self.sums))

    def _in_lines(self, geometry: Any, params: dict[str, Any]) -> bool:
        """Whether the board's lines are short enough for its heuristic."""
        known = self.short.isdisjoint(_parts(params.get(self.heuristic), self.sums))
        return known or max(geometry.width, geometry.height) <= SHORT

    def pays(self, task: Task, steps: int | None) -> bool:
        """Whether the search can be so long that compiled code is worth loading. steps: its budget."""
        long = isinstance(task.start, bytes) and len(task.start) > SMALL_CELLS
        return long and (steps is None or steps > FEW_STEPS)

    def expanded(self, found: Found) -> int:
        """Return its expansions, the visit to the goal among them."""
        return found.expanded + (self.goal_apart and found.end == "solved")

    def within(self, found: Found, steps: int | None) -> bool:
        """Whether a budget of so many steps is enough for what it has found."""
        if self.planned and found.end == "solved":
            return steps is None or max(found.expanded, len(found.moves)) < steps
        return steps is None or self.expanded(found) <= steps

    def _named(self, name: str, value: Any) -> Any:
        """Return a parameter's value as the twin has it."""
        if name != self.heuristic:
            return value
        return "+".join(dict(self.terms).get(part, part) for part in value.split("+"))

    def warm(self, params: dict[str, Any]) -> None:
        """Load (or compile) it, so that no episode's clock runs meanwhile; worker processes inherit that."""
        if AVAILABLE and self._knows(params):
            h = str(params.get(self.heuristic))
            if h in dict(self.samples):
                params = params | {self.heuristic: dict(self.samples)[h]}
            self.call(SAMPLE, SAMPLE_GOAL, 3, params, Limits(nodes=1_000), key=0)

    def run(self, task: Task, params: dict[str, Any], limits: Limits, seed: int) -> Found:
        """Search; the parameters are the strategy's own."""
        start, goal, geometry = cast(bytes, task.start), cast(bytes, task.goals[0]), cast(Any, task.geometry)
        return self.call(start, goal, geometry.width, params, limits, key_of(task.key, seed))

    def call(
        self, start: bytes, goal: bytes, width: int, params: dict[str, Any], limits: Limits, key: int
    ) -> Found:
        """Search from a board to another; the parameters are the strategy's own, `key` its stream's."""
        function: Callable[..., Found] = getattr(import_module(self.module), self.function)
        dropped = {*self.ignored, *(name for name, _ in self.only)}
        given = {
            dict(self.names).get(name, name): self._named(name, value)
            for name, value in params.items()
            if value is not None and name not in dropped
        }
        if self.seeded:
            given["key"] = key
        return function(start, goal, width, limits=limits, **given)


def twin_of(entry: Entry, kind: str) -> Twin | None:
    """Return the compiled twin that a strategy has for a kind of moves, None where there is none."""
    found: Twin | None = entry.traits.get("twins", {}).get(kind)
    return found
