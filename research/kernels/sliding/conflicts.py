"""Linear conflict (Hansson, Mayer and Yung 1992) on packed boards, by a table of whole lines.

A tile in its goal's line is worth its goal's place there plus 1, others and walls 0; the digits of a
line are its index in a table of 2 * (tiles in their line - longest ascending subsequence).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.kernels.compiled import compiled
from research.kernels.sliding import tables

LONGEST_LINE = 7


@dataclass(frozen=True, slots=True)
class Conflicts:
    """What linear conflict adds to Manhattan, line by line; rows first, then columns.

    members  uint64 (line, 10): shifts of the line's cells in a packed board; then, at 8, the line's length
             and, at 9, the number of rows
    digits   uint64, flat [(line * 8 + place) * 16 + tile]: what a tile there adds to the line's index
    values   uint8 (2, indices): the conflicts of rows and of columns
    """

    members: NDArray[np.uint64]
    digits: NDArray[np.uint64]
    values: NDArray[np.uint8]
    width: int

    @property
    def nbytes(self) -> int:
        """Bytes of all tables."""
        return self.members.nbytes + self.digits.nbytes + self.values.nbytes

    def total(self, board: int) -> int:
        """Return the conflicts of a whole packed board."""
        return int(_total(np.uint64(board), self.members, self.digits, self.values))

    def arrays(self, board: tables.Edges) -> tuple[Any, ...]:
        """Return the `lines` of `conflicts_after`: lines that each edge leaves and enters, and the tables."""
        rows = int(self.members[0, -1])
        source, target = board.source.astype(np.int64), board.target.astype(np.int64)
        upright = np.array([letter in "UD" for letter in board.letters])
        crossed = [
            np.where(upright, cell // self.width, rows + cell % self.width) for cell in (target, source)
        ]
        return np.array(crossed, np.uint64).T.copy(), self.members, self.digits, self.values


def conflicts(goal: bytes, width: int) -> Conflicts:
    """Return the tables for a goal; ValueError where a line is longer than 7 cells.

    Manhattan with conflicts is admissible and consistent: of the tiles in a line whose order is wrong all
    but a longest ascending subsequence must leave it and come back.
    """
    height = len(goal) // width
    if max(width, height) > LONGEST_LINE:
        raise ValueError(f"linear conflict takes lines of at most {LONGEST_LINE} cells")
    rows = [[row * width + col for col in range(width)] for row in range(height)]
    columns = [[row * width + col for row in range(height)] for col in range(width)]
    lines = rows + columns
    members = np.zeros((len(lines), 10), np.uint64)
    digits = np.zeros((len(lines), 8, 16), np.uint64)
    for number, line in enumerate(lines):
        base = len(line) + 1
        members[number, : len(line)] = [4 * cell for cell in line]
        members[number, 8:] = len(line), height
        for place in range(len(line)):
            for home, cell in enumerate(line):
                if goal[cell] not in (0, tables.WALL):
                    digits[number, place, goal[cell]] = (home + 1) * base**place
    values = np.zeros((2, max((width + 1) ** width, (height + 1) ** height)), np.uint8)
    fill(values[0], width)
    fill(values[1], height)
    return Conflicts(members, digits.ravel(), values, width)


@compiled
def fill(values: Any, length: Any) -> Any:
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


@compiled(inline="always")  # type: ignore[untyped-decorator]
def _of_line(board: Any, line: Any, members: Any, digits: Any, values: Any) -> Any:
    index = np.uint64(0)
    for place in range(members[line, np.uint64(8)]):
        at = np.uint64(place)
        tile = (board >> members[line, at]) & np.uint64(15)
        index += digits[(((line << np.uint64(3)) | at) << np.uint64(4)) | tile]
    return np.int64(values[np.uint64(line >= members[np.uint64(0), np.uint64(9)]), index])


@compiled
def _total(board: Any, members: Any, digits: Any, values: Any) -> Any:
    result = 0
    for line in range(len(members)):
        result += _of_line(board, np.uint64(line), members, digits, values)
    return result


@compiled(inline="always")  # type: ignore[untyped-decorator]
def conflicts_after(board: Any, child: Any, edge: Any, lines: Any) -> Any:
    """Return by how much the conflicts change from a board to its child by an edge."""
    crossed, members, digits, values = lines
    left, entered = crossed[edge, np.uint64(0)], crossed[edge, np.uint64(1)]
    before = _of_line(board, left, members, digits, values) + _of_line(
        board, entered, members, digits, values
    )
    return (
        _of_line(child, left, members, digits, values)
        + _of_line(child, entered, members, digits, values)
        - before
    )
