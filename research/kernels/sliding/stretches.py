"""Linear conflict between walls (Hansson, Mayer and Yung 1992), kept up to date move by move.

A stretch is a part of a row or a column between walls. A tile in its goal's stretch is worth its goal's
place there plus 1, others 0; these digits make the stretch's index in a table of 2 * (tiles at home in
it - longest ascending subsequence). A move changes a digit of the stretch along which it goes, whose
value stays, and takes a tile out of one stretch and into another.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.kernels.compiled import compiled
from research.kernels.sliding import tables

LONGEST_LINE = 7


@cache
def _values(length: int) -> NDArray[np.uint8]:
    """Return what each index of a stretch of so many cells is worth."""
    values = np.zeros((length + 1) ** length, np.uint8)
    _fill(values, length)
    return values


@compiled
def _fill(values: Any, length: Any) -> Any:
    """Set the value of each index of a line of so many cells."""
    line, longest = np.zeros(8, np.int64), np.zeros(8, np.int64)
    for index in range((length + 1) ** length):
        rest, count, best, valid = index, 0, 0, True
        for _ in range(length):
            digit = rest % (length + 1)
            rest //= length + 1
            if digit == 0:
                continue
            line[count], longest[count] = digit, 1
            for before in range(count):
                if line[before] < digit:
                    longest[count] = max(longest[count], longest[before] + 1)
                valid = valid and line[before] != digit
            best = max(best, longest[count])
            count += 1
        values[index] = 2 * (count - best) if valid else 0


class Stretches:
    """The stretches of a goal of 2 to 7 cells each; those that are longer count nothing.

    lines     uint64 (edge, 3): the stretch along which edge e goes, the one left, the one entered
    digits    int64 (edge * tiles + tile, 3): how their indices change
    first     int64, where the values of each stretch begin in `values`
    """

    def __init__(self, goal: bytes, width: int, board: tables.Edges) -> None:
        cells, height = len(goal), len(goal) // width
        rows = [range(at, at + width) for at in range(0, cells, width)]
        columns = [range(at, cells, width) for at in range(width)]
        # Number 0 is a stretch of no cells, which all others belong to.
        self.parts: list[list[int]] = [[]]
        self._of = np.zeros((2, cells), np.int64)
        for axis, lines in enumerate((rows, columns)):
            for line in lines:
                self._cut(goal, list(line), axis)
        lengths = sorted({len(part) for part in self.parts})
        starts = np.cumsum([0] + [(length + 1) ** length for length in lengths])
        self.values = np.concatenate([_values(length) for length in lengths])
        self.first = np.array([starts[lengths.index(len(part))] for part in self.parts], np.int64)
        self.digit = self._digits(goal)
        self.lines, self.digits = self._of_edges(board, height * width)

    def _cut(self, goal: bytes, line: list[int], axis: int) -> None:
        """Note the stretches of a whole row or column."""
        part: list[int] = []
        for cell in [*line, None]:
            if cell is not None and goal[cell] != tables.WALL:
                part.append(cell)
                continue
            if 2 <= len(part) <= LONGEST_LINE:
                self._of[axis, part] = len(self.parts)
                self.parts.append(part)
            part = []

    def _digits(self, goal: bytes) -> NDArray[np.int64]:
        """Return what a tile in a cell adds to the index of the cell's stretch: (axis, tile, cell)."""
        digit = np.zeros((2, len(goal), len(goal)), np.int64)
        for axis in (0, 1):
            for cell, number in enumerate(self._of[axis]):
                part = self.parts[number]
                for home, at in enumerate(part):
                    if goal[at] not in (0, tables.WALL):
                        digit[axis, goal[at], cell] = (home + 1) * (len(part) + 1) ** part.index(cell)
        return digit

    def _of_edges(self, board: tables.Edges, tiles: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        lines = np.zeros((len(board.source), 3), np.uint64)
        digits = np.zeros((len(board.source), tiles, 3), np.int64)
        for edge in range(1, len(board.source)):
            # The tile goes against the blank.
            out, into = int(board.target[edge]), int(board.source[edge])
            along = int(board.letters[edge] in "UD")
            across = 1 - along
            lines[edge] = self._of[along, into], self._of[across, out], self._of[across, into]
            digits[edge, :, 0] = self.digit[along, :, into] - self.digit[along, :, out]
            digits[edge, :, 1] = -self.digit[across, :, out]
            digits[edge, :, 2] = self.digit[across, :, into]
        return lines, digits.reshape(-1, 3)

    def indices(self, cells: bytes) -> NDArray[np.int64]:
        """Return the index of each stretch of a board."""
        found = self.first.copy()
        for cell, tile in enumerate(cells):
            if tile != tables.WALL:
                for axis in (0, 1):
                    found[self._of[axis, cell]] += self.digit[axis, tile, cell]
        return found

    def total(self, cells: bytes) -> int:
        """Return the conflicts of a whole board."""
        return int(self.values[self.indices(cells)].sum())

    @property
    def arrays(self) -> tuple[Any, ...]:
        """Return what a compiled search looks up."""
        return self.lines, self.digits, self.values
