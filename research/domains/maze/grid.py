"""Maze: a board of cells with walls between neighbours, a start and goals, as one value."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import networkx as nx
import numpy as np

from research.domains.compass import SIDES, Cell, FourNeighbours, next_to
from research.needs import Offers
from research.task import Reach, Task

Walls = np.ndarray[Any, np.dtype[np.bool_]]

OFFERS = Offers("grid4", SIDES, frozenset({"goal", "headings", "outline"}))


@dataclass(frozen=True, eq=False)
class Maze:
    """Cells (row, col), row 0 on top, inside a border that is always closed.

    south  bool array of shape (rows - 1, cols): whether a wall is between (r, c) and (r + 1, c)
    east   bool array of shape (rows, cols - 1): whether a wall is between (r, c) and (r, c + 1)
    start  the cell where a search begins; goals: the cells that end it, at least one
    name   for people; facts: what a generator counted while it made the maze (columns of a row)

    A cell that is closed on all sides is no node of the graph (unless it is start or goal): that is
    how glyphs and masks are drawn. The arrays are read-only. Two mazes are equal when walls, start
    and goals are. ValueError: shapes that do not fit together, a start or goal outside.
    """

    south: Walls = field(repr=False)
    east: Walls = field(repr=False)
    start: Cell
    goals: tuple[Cell, ...]
    name: str = ""
    facts: dict[str, Any] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        south, east = (np.array(walls, dtype=bool) for walls in (self.south, self.east))
        rows, cols = east.shape[0], south.shape[1]
        if south.shape != (rows - 1, cols) or east.shape != (rows, cols - 1):
            raise ValueError(f"walls of shapes {south.shape} and {east.shape} do not make a board")
        south.flags.writeable = east.flags.writeable = False
        object.__setattr__(self, "south", south)
        object.__setattr__(self, "east", east)
        if not self.goals:
            raise ValueError("a maze needs a goal")
        for cell in (self.start, *self.goals):
            if not (0 <= cell[0] < rows and 0 <= cell[1] < cols):
                raise ValueError(f"{cell} is outside a board of {rows} rows and {cols} columns")

    @property
    def rows(self) -> int:
        """Number of rows."""
        return int(self.east.shape[0])

    @property
    def cols(self) -> int:
        """Number of columns."""
        return int(self.south.shape[1])

    @property
    def goal(self) -> Cell:
        """The goal, the first where there are several."""
        return self.goals[0]

    @cached_property
    def walls(self) -> int:
        """Number of inner walls; the border is not counted."""
        return int(self.south.sum() + self.east.sum())

    @property
    def l1(self) -> int:
        """Rows plus columns between the start and the (first) goal."""
        return abs(self.start[0] - self.goal[0]) + abs(self.start[1] - self.goal[1])

    def cells(self) -> Iterator[Cell]:
        """Yield all cells in row-major order."""
        return ((row, col) for row in range(self.rows) for col in range(self.cols))

    @cached_property
    def closed(self) -> frozenset[Cell]:
        """The cells that are closed on all sides and neither start nor goal: no part of the maze."""
        passages = np.zeros((self.rows, self.cols), dtype=np.int8)
        passages[:-1] += ~self.south
        passages[1:] += ~self.south
        passages[:, :-1] += ~self.east
        passages[:, 1:] += ~self.east
        shut = {(int(row), int(col)) for row, col in np.argwhere(passages == 0)}
        return frozenset(shut - {self.start, *self.goals})

    def is_open(self, cell: Cell, side: str) -> bool:
        """Whether one can step from `cell` to that side ("N", "E", "S" or "W")."""
        row, col = cell
        if side in "NW":
            (row, col), side = next_to(cell, side), {"N": "S", "W": "E"}[side]
        if row < 0 or col < 0:
            return False
        walls = self.south if side == "S" else self.east
        return row < walls.shape[0] and col < walls.shape[1] and not walls[row, col]

    def neighbors(self, cell: Cell) -> list[Cell]:
        """Return the cells one step away, in the order N, E, S, W."""
        return [next_to(cell, side) for side in SIDES if self.is_open(cell, side)]

    def to_networkx(self) -> nx.Graph:
        """Return the graph of all cells but the closed ones; neighbours in the order N, E, S, W.

        The order comes from the order in which edges are added: columns from the right, in each
        from the top, east before south.
        """
        graph = nx.Graph(name=self.name)
        graph.add_nodes_from(cell for cell in self.cells() if cell not in self.closed)
        south, east = self.south.tolist(), self.east.tolist()
        last_row, last_col = self.rows - 1, self.cols - 1
        for col in range(last_col, -1, -1):
            for row in range(self.rows):
                if col < last_col and not east[row][col]:
                    graph.add_edge((row, col), (row, col + 1))
                if row < last_row and not south[row][col]:
                    graph.add_edge((row, col), (row + 1, col))
        return graph

    def task(self, start: Cell | None = None, goal: Cell | None = None) -> Task:
        """Return the task to go from the start to a goal; both can be replaced."""
        maze = self if start is None and goal is None else self.between(start, goal)
        return Task(
            graph=maze.to_networkx(),
            start=maze.start,
            objective=Reach(maze.goals[0], maze.goals[1:]),
            name=maze.name or f"maze {maze.rows}x{maze.cols}",
            geometry=FourNeighbours(maze.rows, maze.cols),
            key=maze.digest,
        )

    def between(self, start: Cell | None = None, goal: Cell | None = None) -> Maze:
        """Return the same walls with another start or goal."""
        return replace(self, start=start or self.start, goals=(goal,) if goal else self.goals)

    def distances(self, source: Cell) -> dict[Cell, int]:
        """Return the steps from `source` to every cell that can be reached, in breadth-first order."""
        found, queue = {source: 0}, deque([source])
        while queue:
            here = queue.popleft()
            for there in self.neighbors(here):
                if there not in found:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    @cached_property
    def digest(self) -> str:
        """A hash of the content: equal mazes have equal digests, whatever their names."""
        return hashlib.sha256(str(self).encode()).hexdigest()[:16]

    def __str__(self) -> str:
        """The canonical text, five lines; for a square maze with one goal the contest's format.

        Size (rows and columns where they differ), start, goals, horizontal walls, vertical walls.
        """
        size = str(self.rows) if self.rows == self.cols else f"{self.rows} {self.cols}"
        goals = ",".join(f"{row} {col}" for row, col in self.goals)
        lines = [size, f"{self.start[0]} {self.start[1]}", goals]
        return "\n".join([*lines, digits(self.south), digits(self.east)]) + "\n"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Maze) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def drawing(self, way: Sequence[Cell] = (), charted: Collection[Cell] | None = None, **how: bool) -> str:
        """Return the maze as text with a way in it, and fog over what is not charted.

        how: `ascii_only`, without box characters.
        """
        from research.domains.maze.drawing import draw

        return draw(self, way, charted, **how)

    def svg(self, way: Sequence[Cell] = (), charted: Collection[Cell] | None = None) -> str:
        """Return the same as SVG."""
        from research.domains.maze.svg import to_svg

        return to_svg(self, way, charted)

    def _repr_svg_(self) -> str:
        return self.svg()


def digits(walls: Walls) -> str:
    """Return the walls row by row, '1' for a wall and '0' for an open side."""
    flat = np.where(walls.ravel(), ord("1"), ord("0")).astype(np.uint8)
    return flat.tobytes().decode()
