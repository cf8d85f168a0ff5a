"""Heuristics: estimates of the cost from a node to the goal.

A heuristic is a function of two nodes. It is *admissible* for a kind of moves when it never exceeds
the true cost, *consistent* when it never drops by more than a step's cost along that step; what
each is, for which moves, stands in its registration and is tested. Kinds: "grid4" four
neighbours at cost 1, "grid8" also diagonals at cost sqrt 2. `a+b` adds two heuristics; a sum is
promised nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Annotated, Any

from pydantic import AfterValidator

from research.fog import View
from research.registry import Entry, heuristics
from research.task import Geometry

Cell = tuple[int, int]
GRIDS = frozenset({"grid4", "grid8"})
EVERYWHERE = frozenset({"grid4", "grid8", "slide", ""})


@heuristics.register(defined=EVERYWHERE, admissible=EVERYWHERE, consistent=EVERYWHERE)
def zero(node: Any, goal: Any) -> int:
    """0: nothing is known. Admissible and consistent everywhere."""
    return 0


@heuristics.register(defined=GRIDS, admissible={"grid4"}, consistent={"grid4"})
def manhattan(node: Cell, goal: Cell) -> int:
    """Rows plus columns apart. Admissible and consistent for four neighbours, not for diagonals."""
    return abs(node[0] - goal[0]) + abs(node[1] - goal[1])


@heuristics.register(defined=GRIDS, admissible=GRIDS, consistent=GRIDS)
def euclidean(node: Cell, goal: Cell) -> float:
    """The straight line. Admissible and consistent on every grid."""
    return hypot(node[0] - goal[0], node[1] - goal[1])


@heuristics.register(defined=GRIDS, admissible=GRIDS, consistent=GRIDS)
def octile(node: Cell, goal: Cell) -> float:
    """The cost on an open grid with diagonals at sqrt 2. Admissible and consistent on every grid."""
    rows, cols = abs(node[0] - goal[0]), abs(node[1] - goal[1])
    return max(rows, cols) + (sqrt(2) - 1) * min(rows, cols)


@heuristics.register(defined=GRIDS, admissible=GRIDS, consistent=GRIDS)
def misplaced(node: Any, goal: Any) -> int:
    """Pieces out of place: on a grid the one piece is the agent, so 0 at the goal, 1 elsewhere."""
    return int(node != goal)


Maker = Callable[[Any, Any], Callable[[Any], float]]
# Told while tables are built: what, how many entries there are, of how many.
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Made:
    """How a heuristic is made for one kind of moves, and what `made_for` was told beside it."""

    maker: Maker
    unfit: Callable[[Any, Any], str] | None
    prepare: Callable[[Progress], None] | None


_made: dict[tuple[str, str], Made] = {}


def made_for(
    kind: str,
    name: str,
    *,
    admissible: bool = False,
    consistent: bool = False,
    unfit: Callable[[Any, Any], str] | None = None,
    prepare: Callable[[Progress], None] | None = None,
) -> Callable[[Maker], Maker]:
    """Give the maker of a heuristic for one kind of moves (decorator); a new name is registered.

    The maker's docstring describes a new heuristic. unfit: says why there is none for a goal and a
    geometry, "" where there is one. prepare: builds or loads what takes long.
    """

    def add(maker: Maker) -> Maker:
        if name not in heuristics:
            heuristics.add(Entry("heuristic", name, maker, dict.fromkeys(PROMISES, frozenset())))
        traits = heuristics[name].traits
        promised = {"defined": True, "admissible": admissible, "consistent": consistent}
        for promise, given in promised.items():
            traits[promise] = frozenset(traits[promise]) | ({kind} if given else frozenset())
        _made[kind, name] = Made(maker, unfit, prepare)
        return maker

    return add


PROMISES = ("defined", "admissible", "consistent")


def estimate(name: str, goal: Any, geometry: Geometry | None) -> Callable[[Any], float]:
    """Return the function of a node that estimates its cost to `goal` by one heuristic, or by a sum."""
    functions = [_estimate(part, goal, geometry) for part in parts_of(name)]
    return functions[0] if len(functions) == 1 else lambda node: sum(each(node) for each in functions)


def _estimate(part: Entry, goal: Any, geometry: Geometry | None) -> Callable[[Any], float]:
    made = _made.get((geometry.kind if geometry else "", part.name))
    if made is not None:
        return made.maker(goal, geometry)
    function = part.function
    return lambda node: function(node, goal)


def unfit(name: str, goal: Any, geometry: Geometry | None) -> str:
    """Return why a heuristic, or a part of a sum, is not for this very goal and geometry; "" where it is."""
    found = (_made.get((geometry.kind if geometry else "", part.name)) for part in parts_of(name))
    return next((why for made in found if made and made.unfit and (why := made.unfit(goal, geometry))), "")


def is_choosy(name: str, kind: str) -> bool:
    """Whether a heuristic, or a part of a sum, is for some goals of a kind of moves only."""
    return any((made := _made.get((kind, part.name))) and made.unfit for part in parts_of(name))


def prepare(name: str, kind: str, progress: Progress = lambda what, done, total: None) -> None:
    """Build or load what a heuristic, or a part of a sum, needs; ValueError where that cannot be."""
    for part in parts_of(name):
        made = _made.get((kind, part.name))
        if made and made.prepare:
            made.prepare(progress)


def parts_of(name: str) -> list[Entry]:
    """Return the heuristics that `name` adds up ("manhattan+misplaced"); UnknownName for others."""
    return [heuristics[part.strip()] for part in name.split("+")]


def is_admissible(name: str, kind: str) -> bool:
    """Whether the heuristic is promised never to exceed the true cost; a sum never is."""
    parts = parts_of(name)
    return len(parts) == 1 and kind in parts[0].traits.get("admissible", ())


def toward(name: str, view: View) -> Callable[[Any], float]:
    """Return the estimate from a node to the view's goal: to the nearest where there are several."""
    if not view.goals:
        raise ValueError(f"heuristic {name}: there is no known goal to estimate the way to")
    functions = [estimate(name, goal, view.geometry) for goal in view.goals]
    return functions[0] if len(functions) == 1 else lambda node: min(each(node) for each in functions)


def _known(name: str) -> str:
    parts_of(name)
    return name


# The type of every strategy's parameter `h`.
HeuristicName = Annotated[str, AfterValidator(_known)]
