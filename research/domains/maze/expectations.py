"""How many dead ends the generators' mazes are expected to have: exact values to hold them against.

Dead ends are here all cells with one passage, real or enclosed; boards have no closed cells.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeVar

from research.domains.compass import Cell
from research.domains.maze.carving import Board, Rule
from research.domains.maze.census import census
from research.domains.maze.closed_forms import (
    Number,
    binary_tree_dead_ends,
    recursive_division_dead_ends,
    sidewinder_dead_ends,
)
from research.domains.maze.generators.backtracker import backtracker
from research.domains.maze.generators.hunt_and_kill import hunt_and_kill
from research.domains.maze.glyph import closed_by
from research.domains.maze.grid import Maze
from research.domains.maze.uniform_trees import exact_uniform_dead_ends, uniform_dead_ends
from research.parameters import BoardSize, place

Item = TypeVar("Item")

UNIFORM = ("maze.wilson", "maze.aldous_broder")
ENUMERATED: dict[str, Rule] = {"maze.backtracker": backtracker, "maze.hunt_and_kill": hunt_and_kill}

# Boards of up to so many cells are worth fractions, or all outcomes written out.
FRACTION_CELLS = 36
ENUMERATED_CELLS = 16
DIVIDED_CELLS = 10_000


def exact_dead_ends(generator: str, size: BoardSize, params: dict[str, Any]) -> Number | None:
    """Return the dead ends that a registered generator is expected to make, None where unknown.

    params: all of its parameters with their values, as `bind` gives them. Known are wilson and
    aldous_broder, binary_tree and sidewinder on every board, recursive_division on those of up to
    10,000 cells, backtracker and hunt_and_kill on those of up to 16; a Fraction is exact, a float up
    to rounding.
    """
    cells = size.width * size.height
    if params.get("braid") or closed_by(params.get("glyph"), size):
        return None
    if generator in UNIFORM:
        return exact_uniform_dead_ends(size) if cells <= FRACTION_CELLS else uniform_dead_ends(size)
    if generator == "maze.binary_tree":
        return binary_tree_dead_ends(size)
    if generator == "maze.sidewinder":
        return sidewinder_dead_ends(size, _as_fraction(params.get("p", 0.5)))
    if generator == "maze.recursive_division" and cells <= DIVIDED_CELLS:
        return recursive_division_dead_ends(size)
    if generator in ENUMERATED and cells <= ENUMERATED_CELLS and params.get("carve_from") == "start":
        return expected_dead_ends(distribution(ENUMERATED[generator], size, place(params["start"], size)))
    return None


def _as_fraction(p: float) -> Number:
    """Return 0.5 as 1/2, and 0.3, which no float is, as it stands."""
    return Fraction(p) if Fraction(p).denominator <= 1024 else p


class Script:
    """Stands in for a random.Random: its draws take the branches written down, then the first ones.

    `widths` says how many branches there were at each draw.
    """

    def __init__(self, branches: Sequence[int]) -> None:
        self.branches = branches
        self.widths: list[int] = []

    def randrange(self, stop: int) -> int:
        """Return the branch that is written down for this draw."""
        at = len(self.widths)
        self.widths.append(stop)
        return self.branches[at] if at < len(self.branches) else 0

    def choice(self, items: Sequence[Item]) -> Item:
        """Return the item at that branch."""
        return items[self.randrange(len(items))]


def distribution(rule: Rule, size: BoardSize, first: Cell = (0, 0), **params: Any) -> dict[Maze, Fraction]:
    """Return each maze that a carving rule can make, with its probability; exact.

    Plays the rule itself through every sequence of its draws, so it must draw by `choice` and
    `randrange` only and end whatever they give: backtracker and hunt_and_kill on up to 16 cells in
    a second, growing_tree (newest, oldest), prim_vertex on 3x3 in some seconds. The backtracker
    makes 14 mazes of 3x3 from a corner and 322 of 4x4.
    """
    chances: dict[Maze, Fraction] = {}
    branches: list[int] | None = []
    while branches is not None:
        script, board = Script(branches), Board(size)
        rule(script, board, first, **params)
        maze = board.maze(first, first)
        chances[maze] = chances.get(maze, Fraction(0)) + Fraction(1, math.prod(script.widths))
        branches = _next(branches, script.widths)
    return chances


def _next(branches: list[int], widths: list[int]) -> list[int] | None:
    """Return the branches that come next in lexicographic order, None after the last."""
    taken = branches + [0] * (len(widths) - len(branches))
    while taken and taken[-1] + 1 == widths[len(taken) - 1]:
        taken.pop()
    return [*taken[:-1], taken[-1] + 1] if taken else None


def expected_dead_ends(chances: dict[Maze, Fraction]) -> Fraction:
    """Return the expected dead ends under a distribution; backtracker on 3x3: 59/24."""
    return sum((chance * dead_ends(maze) for maze, chance in chances.items()), Fraction(0))


def dead_ends(maze: Maze) -> int:
    """Return the number of all dead ends of a maze, real or enclosed."""
    counted = census(maze)
    return int(counted["dead_ends"] + counted["enclosed"])


def commute_time(nodes: int, distance: int) -> int:
    """Return the expected steps of a random walk on a tree to a node so far away and back; exact.

    2 (n - 1) d: twice the edges times the resistance between the nodes (Chandra, Raghavan, Ruzzo,
    Smolensky and Tiwari 1989), which in a tree is the distance.
    """
    return 2 * (nodes - 1) * distance
