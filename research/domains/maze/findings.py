"""Findings: what a check of a maze tells, each with a stable code, and the checks that all formats share.

`place` is a format's function from a cell to the line and column where the cell stands in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Literal

from networkx.utils import UnionFind

from research.domains.compass import Cell
from research.domains.maze.census import census, dead_ends
from research.domains.maze.generators.pacman import MIN_LOOPS
from research.domains.maze.grid import Maze
from research.faults import Fault

Place = Callable[[Cell], tuple[int, int]]
Expectation = Literal["perfect", "pacman"]

# Codes never change their meaning: scripts select findings by them.
CODES = {
    "bad-coordinate": "entry or exit is not written as the format wants it",
    "bad-input": "the format's reader refuses the file (formats without codes of their own)",
    "bad-length": "a drawn line is longer or shorter than the first",
    "bad-line-end": "a carriage return alone",
    "bad-mark": "a drawn cell holds something that means nothing",
    "bad-path": "the path has other letters than N, E, S, W",
    "bad-size": "the size line is not a size, or does not fit the rest",
    "bad-wall": "a drawn side is neither blank nor a wall",
    "bad-walls": "a line of walls has a wrong length or other characters than 0 and 1",
    "byte-order-mark": "the file begins with a byte order mark",
    "center-closed": "--expect pacman: no middle cell can be reached",
    "closed-cell": "a cell is closed on all sides and no part of the 42",
    "corner-closed": "--expect pacman: a corner cannot be reached",
    "crlf": "lines end in carriage return and line feed",
    "entry-is-exit": "entry and exit are the same cell",
    "entry-missing": "there is no entry",
    "entry-on-glyph": "the entry is on the 42",
    "entry-outside": "the entry is outside the maze",
    "exit-missing": "there is no exit",
    "exit-on-glyph": "the exit is on the 42",
    "exit-outside": "the exit is outside the maze",
    "exit-unreachable": "no way leads from the entry to the exit (formats that hold no path)",
    "extra-line": "a line that the format has no place for",
    "fog": "the maze was drawn through fog: some of its walls are not known",
    "glyph-misplaced": "the 42 is not where it belongs",
    "glyph-missing": "the 42 is missing, or a part of it",
    "incoherent-wall": "two neighbours differ about the side between them",
    "loop": "--expect perfect: there is a loop",
    "lowercase-digit": "a hexadecimal digit in lower case (it is read, but not to be written)",
    "missing-line": "the file ends before all its lines are there",
    "no-blank-line": "no empty line follows the rows of digits",
    "no-final-newline": "the last line does not end with a newline",
    "not-hexadecimal": "a character that is no hexadecimal digit among the rows of digits",
    "open-3x3": "a block of 3x3 cells without inner walls",
    "open-border": "the border of the maze is open",
    "path-crosses-wall": "the path goes through a wall",
    "path-leaves-maze": "the path goes off the board",
    "path-misses-exit": "the path does not end at the exit",
    "path-missing": "there is no path",
    "path-not-shortest": "a shorter path exists",
    "ragged-row": "a row has more or fewer digits than the others",
    "too-few-loops": f"--expect pacman: fewer than {MIN_LOOPS} loops",
    "too-many-dead-ends": "--expect pacman: more real dead ends than allowed",
    "two-starts": "a drawing has more than one start",
    "unreachable-cell": "a free cell that cannot be reached from the entry",
}


@dataclass(frozen=True, slots=True)
class Finding(Fault):
    """A fault with one of the stable CODES, which scripts can go by."""

    code: str = ""

    def __post_init__(self) -> None:
        assert self.code in CODES, self.code

    def as_line(self, file: str) -> str:
        """Return the line `file:line:column: code: message`."""
        return Fault(self.message, self.line, self.column, self.code).at(file)

    def as_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"code": self.code, "line": self.line, "column": self.column, "message": self.message}


def unreachable_cells(maze: Maze, closed: Collection[Cell], place: Place) -> list[Finding]:
    """Return a finding for every cell that is not closed and cannot be reached from the start."""
    reached = maze.distances(maze.start)
    apart = [cell for cell in maze.cells() if cell not in reached and cell not in closed]
    said = "found a free cell apart from the entry; expected a way to it"
    return [Finding(said, *place(cell), code="unreachable-cell") for cell in apart]


def unmet(maze: Maze, expect: Expectation | None, max_dead_ends: int, place: Place) -> list[Finding]:
    """Return what a maze is not that was expected of it, as far as the start reaches.

    perfect: no loop. pacman: at least two loops, at most `max_dead_ends` real dead ends, the four
    corners and the centre can be reached (of an even number of rows or columns either middle one
    will do).
    """
    if expect == "perfect":
        return _loop(maze, place)
    if expect == "pacman":
        return [
            *_too_few_loops(maze, place),
            *_too_many_dead_ends(maze, max_dead_ends, place),
            *_shut_places(maze, place),
        ]
    return []


def _loop(maze: Maze, place: Place) -> list[Finding]:
    """Return one finding, where the first loop is closed when sides are seen row by row."""
    loops, joined = census(maze)["loops"], UnionFind()
    for cell in sorted(maze.distances(maze.start)) if loops else ():
        for there in maze.neighbors(cell):
            if there > cell and joined[cell] == joined[there]:
                said = f"found {loops} loops, the first closed here; expected none"
                return [Finding(said, *place(cell), code="loop")]
            if there > cell:
                joined.union(cell, there)
    return []


def _too_few_loops(maze: Maze, place: Place) -> list[Finding]:
    loops = census(maze)["loops"]
    said = f"found {loops} loops; expected at least {MIN_LOOPS}"
    return [Finding(said, *place((0, 0)), code="too-few-loops")] if loops < MIN_LOOPS else []


def _too_many_dead_ends(maze: Maze, most: int, place: Place) -> list[Finding]:
    ends = [cell for cell, real in sorted(dead_ends(maze).items()) if real]
    if len(ends) <= most:
        return []
    said = f"found {len(ends)} real dead ends, here the first that is too many; expected at most {most}"
    return [Finding(said, *place(ends[most]), code="too-many-dead-ends")]


def _shut_places(maze: Maze, place: Place) -> list[Finding]:
    reached, (low, right) = maze.distances(maze.start), (maze.rows - 1, maze.cols - 1)
    corners = sorted({(0, 0), (0, right), (low, 0), (low, right)})
    said = "found a corner that cannot be reached; expected a way to it"
    shut = [Finding(said, *place(cell), code="corner-closed") for cell in corners if cell not in reached]
    if not _is_any_middle_in(maze, reached):
        said = "found the centre closed; expected a way to it"
        shut.append(Finding(said, *place((maze.rows // 2, maze.cols // 2)), code="center-closed"))
    return shut


def _is_any_middle_in(maze: Maze, cells: Collection[Cell]) -> bool:
    rows = range((maze.rows - 1) // 2, maze.rows // 2 + 1)
    cols = range((maze.cols - 1) // 2, maze.cols // 2 + 1)
    return any((row, col) in cells for row in rows for col in cols)
