"""The metrics of mazes: what a census counts, and what of it is expected of a generator.

`expected` is a metric's trait: a function of a generator's name and bound parameters that gives the
mean over all seeds, None where that is not known.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from research.domains.maze.census import ACROSS, PASSAGES, counted
from research.domains.maze.closed_forms import Number
from research.domains.maze.expectations import UNIFORM, exact_dead_ends
from research.domains.maze.glyph import closed_by
from research.domains.maze.grid import Maze
from research.domains.maze.uniform_trees import passage_chances
from research.parameters import BoardSize
from research.registry import Entry, metrics

METRICS = {
    "rows": ("cells", "Rows of the board."),
    "cols": ("cells", "Columns of the board."),
    "walls": ("walls", "Inner walls; the border is not counted."),
    "l1": ("cells", "Rows plus columns between the start and the (first) goal."),
    "components": ("parts", "Parts of the maze with no way between them."),
    "reached": ("cells", "Cells that can be reached from the start, itself included."),
    "loops": ("loops", "Passages - cells + 1."),
    "dead_ends": ("cells", "Cells with one passage and a closed side that faces a cell of the maze."),
    "enclosed": ("cells", "Cells with one passage whose closed sides face the border or closed cells."),
    "dead_end_share": ("1", "All dead ends, real and enclosed, over the cells reached."),
    "straight": ("cells", "Cells with two passages, on opposite sides."),
    "turns": ("cells", "Cells with two passages, around a corner."),
    "n3": ("cells", "Cells with three passages."),
    "n4": ("cells", "Cells with four passages."),
    "solution": ("steps", "Steps of a shortest way from the start to the nearest goal."),
    "tortuosity": ("1", "Steps of that way over the rows plus columns between its ends."),
    "diameter": (
        "steps",
        "Greatest distance found between two cells; exact where diameter_at_most equals it.",
    ),
    "diameter_at_most": ("steps", "A bound that no distance between two cells exceeds."),
    "river": ("steps", "Mean length of all corridors."),
    "dead_end_mean": ("steps", "Mean length of the corridors that end dead."),
    "dead_end_max": ("steps", "Length of the longest corridor that ends dead."),
}


def expected(generator: str, params: dict[str, Any], name: str) -> Number | None:
    """Return the mean over all seeds of a count, exact or up to rounding, None where it is not known.

    Known are the dead ends of `exact_dead_ends`, and the kinds of cells of uniform spanning trees.
    """
    size = params.get("size")
    if not isinstance(size, BoardSize):
        return None
    if name in ("dead_ends", "enclosed", "dead_end_share"):
        return _expected_dead_ends(generator, size, params, name)
    plain = generator in UNIFORM and not params["braid"] and not closed_by(params["glyph"], size)
    return _expected_kinds(size)[name] if plain else None


def _expected_dead_ends(generator: str, size: BoardSize, params: dict[str, Any], name: str) -> Number | None:
    every = exact_dead_ends(generator, size, params)
    if every is None:
        return None
    if name == "dead_end_share":
        return every / (size.width * size.height)
    # Without closed cells only the ends of a corridor have nothing but border around them.
    return every if (name == "enclosed") is (1 in size) else every * 0


@lru_cache(maxsize=16)
def _expected_kinds(size: BoardSize) -> dict[str, float]:
    chances = passage_chances(size).sum(axis=(0, 1))
    straight = float(chances[list(ACROSS)].sum())
    of_degree = [float(chances[degree == PASSAGES].sum()) for degree in range(5)]
    return {"straight": straight, "turns": of_degree[2] - straight, "n3": of_degree[3], "n4": of_degree[4]}


EXPECTED = ("dead_ends", "enclosed", "dead_end_share", "straight", "turns", "n3", "n4")


def _register(name: str, unit: str, about: str) -> None:
    def count(maze: Maze) -> Any:
        return counted(maze)[name] if isinstance(maze, Maze) else None

    def expectation(generator: str, params: dict[str, Any]) -> Number | None:
        return expected(generator, params, name)

    count.__doc__ = about
    traits: dict[str, Any] = {"per": "instance", "unit": unit}
    if name in EXPECTED:
        traits["expected"] = expectation
    metrics.add(Entry("metric", name, count, traits))


for _name, (_unit, _about) in METRICS.items():
    _register(_name, _unit, _about)
