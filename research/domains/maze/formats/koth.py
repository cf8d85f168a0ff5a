"""The maze contest's text: five lines, and the seven that its solvers see through the fog.

    N / start row and column / end row and column / horizontal walls / vertical walls

h[r*N + c] is the wall between (r, c) and (r+1, c), v[r*(N-1) + c] the one between (r, c) and
(r, c+1); '1' is a wall. The border is implied.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import numpy as np

from research.domains.compass import Cell, next_to
from research.domains.maze.grid import Maze
from research.faults import BadInput, Fault, quoted
from research.registry import formats

PARTS = ("the size N", "the start", "the end", "the horizontal walls", "the vertical walls")
KIT_ORDER = "SNEW"


def sniff(text: str) -> bool:
    """Whether the text looks like this format: a number, two pairs, two strings of digits."""
    lines = text.splitlines()
    return len(lines) >= 3 and bool(re.fullmatch(r"\d+", lines[0])) and lines[1].count(" ") == 1


def write(maze: Maze) -> str:
    """Return the contest text; ValueError for a maze that it cannot hold."""
    if maze.rows != maze.cols or len(maze.goals) != 1 or maze.start == maze.goal:
        raise ValueError(
            f"the contest format holds square mazes with one goal that is not the start; this one is "
            f"{maze.cols}x{maze.rows}, start {maze.start}, goals {', '.join(map(str, maze.goals))}"
        )
    return str(maze)


@formats.register("koth", write=write, sniff=sniff)
def read(text: str) -> Maze:
    """Read a contest text; BadInput names every line that is wrong, and what it should be.

    CRLF and a missing or extra final newline are read; anything else is an error.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    while len(lines) > 5 and not lines[-1] and len(lines) <= 7:
        lines.pop()
    faults = _count_faults(lines)
    size = _size(lines, faults)
    ends = [_cell(lines, number, size, faults) for number in (2, 3)]
    if ends[0] is not None and ends[0] == ends[1]:
        faults.append(Fault(f"found the end on the start {lines[1]!r}; expected two cells", 3, 1))
    walls = [_walls(lines, number, size, faults) for number in (4, 5)]
    if faults:
        raise BadInput(sorted(faults, key=lambda fault: (fault.line, fault.column)))
    south = np.frombuffer(walls[0].encode(), np.uint8).reshape(size - 1, size) == ord("1")
    east = np.frombuffer(walls[1].encode(), np.uint8).reshape(size, size - 1) == ord("1")
    start, end = ends
    assert start is not None and end is not None, "a missing cell is a fault"
    maze = Maze(south, east, start, (end,))
    if maze.goal not in maze.distances(maze.start):
        said = f"found an end that cannot be reached from the start {lines[1]!r}; expected a way"
        raise BadInput([Fault(said, 3, 1)])
    return maze


def _count_faults(lines: list[str]) -> list[Fault]:
    if lines == [""]:
        return [Fault("found an empty text; expected five lines", 1)]
    if len(lines) < 5 or (len(lines) == 5 and not lines[4]):
        there = len(lines) if lines[-1] else len(lines) - 1
        return [Fault(f"found the end of the text; expected {PARTS[there]}", there + 1)]
    if len(lines) > 5:
        return [Fault(f"found {quoted(lines[5])}; expected the end after five lines", 6, 1)]
    return []


def _size(lines: list[str], faults: list[Fault]) -> int:
    """Return N, or 0 where it is not known."""
    if re.fullmatch(r"[0-9]{1,5}", lines[0]) and int(lines[0]) >= 2:
        return int(lines[0])
    if lines != [""]:
        faults.append(Fault(f"found {quoted(lines[0])}; expected the size N, a number from 2", 1, 1))
    return 0


def _line(lines: list[str], number: int) -> str | None:
    """Return that line, counted from 1; None where the text ends before it."""
    ended = number > len(lines) or (number == len(lines) and not lines[-1])
    return None if ended else lines[number - 1]


def _cell(lines: list[str], number: int, size: int, faults: list[Fault]) -> Cell | None:
    line = _line(lines, number)
    if line is None:
        return None
    found = re.fullmatch(r"([0-9]{1,9}) ([0-9]{1,9})", line)
    if not found:
        said = f"found {quoted(line)}; expected {PARTS[number - 1]}, a row and a column such as '0 2'"
        faults.append(Fault(said, number, 1))
        return None
    cell = (int(found[1]), int(found[2]))
    for value, what, group in ((cell[0], "row", 1), (cell[1], "column", 2)):
        if size and value >= size:
            said = f"found {what} {value}; expected 0 to {size - 1}"
            faults.append(Fault(said, number, found.start(group) + 1))
            return None
    return cell


def _walls(lines: list[str], number: int, size: int, faults: list[Fault]) -> str:
    line, wanted = _line(lines, number), size * (size - 1)
    if line is None:
        return ""
    odd = re.search(r"[^01]", line)
    if odd:
        hint = " (a text seen through fog is not a maze)" if odd[0] == "?" else ""
        said = f"found {quoted(odd[0])}; expected only 0 and 1{hint}"
        faults.append(Fault(said, number, odd.start() + 1))
    elif size and len(line) != wanted:
        said = f"found {len(line)} characters; expected {wanted}, N*(N-1) for N = {size}"
        faults.append(Fault(said, number, min(len(line), wanted) + 1))
    return line


def fog_text(maze: Maze, visited: Collection[Cell], here: Cell, order: str = KIT_ORDER) -> str:
    """Return the seven lines that a contest solver gets, without a newline at the end.

    The five lines of the maze with '?' for every wall that touches no visited cell; the cell where
    the solver stands; the cells it can step to as `r c,r c`. `order`: the order of that
    list; the original kit's is down, up, right, left.
    """
    size, start, end, south, east = write(maze).splitlines()
    known = np.zeros((maze.rows, maze.cols), dtype=bool)
    for cell in visited:
        known[cell] = True
    hidden_south = ~(known[:-1] | known[1:]).ravel()
    hidden_east = ~(known[:, :-1] | known[:, 1:]).ravel()
    choices = [next_to(here, side) for side in order if maze.is_open(here, side)]
    return "\n".join(
        [
            *(size, start, end, _hide(south, hidden_south), _hide(east, hidden_east)),
            f"{here[0]} {here[1]}",
            ",".join(f"{row} {col}" for row, col in choices),
        ]
    )


def _hide(walls: str, hidden: Any) -> str:
    return "".join("?" if hide else wall for wall, hide in zip(walls, hidden, strict=True))
