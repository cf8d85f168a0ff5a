"""Census of a maze: dead ends, loops and walls, counted on what can be reached from the start."""

from __future__ import annotations

from functools import lru_cache

from research.domains.compass import SIDES, next_to
from research.domains.maze.grid import Maze
from research.registry import Entry, metrics


@lru_cache(maxsize=64)
def census(maze: Maze) -> dict[str, int]:
    """Return rows, cols, walls, l1, loops, dead_ends and enclosed of a maze.

    loops = edges - nodes + 1. A dead end is a cell with one passage; it is *enclosed* when each of
    its closed sides faces the border or a cell that is closed on all sides, else it is real and
    counts as `dead_ends`. Cells that cannot be reached from the start do not count.
    """
    reached = maze.distances(maze.start)
    passages = {cell: len(maze.neighbors(cell)) for cell in reached}
    ends = [cell for cell, count in passages.items() if count == 1]
    enclosed = sum(_is_enclosed(maze, cell) for cell in ends)
    return {
        "rows": maze.rows,
        "cols": maze.cols,
        "walls": maze.walls,
        "l1": maze.l1,
        "loops": sum(passages.values()) // 2 - len(reached) + 1,
        "dead_ends": len(ends) - enclosed,
        "enclosed": enclosed,
    }


def _is_enclosed(maze: Maze, cell: tuple[int, int]) -> bool:
    beyond = [next_to(cell, side) for side in SIDES if not maze.is_open(cell, side)]
    inside = [(r, c) for r, c in beyond if 0 <= r < maze.rows and 0 <= c < maze.cols]
    return not any(maze.neighbors(near) for near in inside)


def _register(name: str, unit: str) -> None:
    def count(maze: Maze) -> int | None:
        return census(maze)[name] if isinstance(maze, Maze) else None

    count.__doc__ = f"{name} of the maze (see census)."
    metrics.add(Entry("metric", name, count, {"per": "instance", "unit": unit}))


for _name, _unit in {
    "rows": "cells",
    "cols": "cells",
    "walls": "walls",
    "l1": "cells",
    "loops": "loops",
    "dead_ends": "cells",
    "enclosed": "cells",
}.items():
    _register(_name, _unit)
