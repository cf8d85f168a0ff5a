"""A board full of walls to carve in: what all maze generators share."""

from __future__ import annotations

import numpy as np

from research.domains.compass import SIDES, Cell, next_to
from research.domains.maze.grid import Maze
from research.parameters import BoardSize


class Carver:
    """A board of closed cells (row, col) in which sides are opened one by one."""

    def __init__(self, size: BoardSize) -> None:
        self.cols, self.rows = size
        self.south = [bytearray(b"\1" * self.cols) for _ in range(self.rows - 1)]
        self.east = [bytearray(b"\1" * (self.cols - 1)) for _ in range(self.rows)]

    def inside(self, cell: Cell) -> bool:
        """Whether the cell is on the board."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    def near(self, cell: Cell) -> list[Cell]:
        """Return the cells next to `cell` on the board, in the order N, E, S, W."""
        return [there for side in SIDES if self.inside(there := next_to(cell, side))]

    def edges(self) -> list[tuple[Cell, Cell]]:
        """Return all pairs of neighbouring cells in row-major order, east before south."""
        found: list[tuple[Cell, Cell]] = []
        for row in range(self.rows):
            for col in range(self.cols):
                if col + 1 < self.cols:
                    found.append(((row, col), (row, col + 1)))
                if row + 1 < self.rows:
                    found.append(((row, col), (row + 1, col)))
        return found

    def join(self, here: Cell, there: Cell) -> None:
        """Open the side between two neighbouring cells."""
        (row, col), (other_row, _) = min(here, there), max(here, there)
        (self.south if other_row > row else self.east)[row][col] = 0

    def is_joined(self, here: Cell, there: Cell) -> bool:
        """Whether the side between two neighbouring cells is open."""
        (row, col), (other_row, _) = min(here, there), max(here, there)
        return not (self.south if other_row > row else self.east)[row][col]

    def maze(self, start: Cell, goal: Cell) -> Maze:
        """Return the maze as it is carved now."""
        south = np.array([list(row) for row in self.south], dtype=bool).reshape(self.rows - 1, self.cols)
        east = np.array([list(row) for row in self.east], dtype=bool).reshape(self.rows, self.cols - 1)
        return Maze(south, east, start, (goal,))
