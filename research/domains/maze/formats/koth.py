"""The maze contest's text: five lines, and the seven that its solvers see through the fog.

    N / start row and column / end row and column / horizontal walls / vertical walls

h[r*N + c] is the wall between (r, c) and (r+1, c), v[r*(N-1) + c] the one between (r, c) and
(r, c+1); '1' is a wall. The border is implied.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from math import isqrt
from typing import Any

import numpy as np

from research.domains.compass import Cell, next_to
from research.domains.maze.grid import Maze
from research.faults import BadInput, Fault, place_of, quoted
from research.parameters import MAX_SIDE
from research.registry import formats

PARTS = ("the size N", "the start", "the end", "the horizontal walls", "the vertical walls")
KIT_ORDER = "SNEW"
BOM = "\ufeff"


def sniff(text: str) -> bool:
    """Whether the text looks like this format: a number, two pairs, two strings of digits."""
    lines = text.splitlines()
    return len(lines) >= 3 and bool(re.fullmatch(r"\d+", lines[0])) and lines[1].count(" ") == 1


def resembles(text: str) -> bool:
    """Whether it may be meant to be this format: most of the lines that there are look like its five."""
    looks = (r"\W*\d+\W*", r"\W*\d+\W+\d+\W*", r"\W*\d+\W+\d+\W*", r"[01?]+\W*", r"[01?]+\W*")
    lines = text.strip().splitlines()[: len(looks)]
    alike = sum(bool(re.fullmatch(look, line)) for look, line in zip(looks, lines, strict=False))
    return alike >= 3 or alike == len(lines) > 0


def write(maze: Maze) -> str:
    """Return the contest text; ValueError for a maze that it cannot hold."""
    if maze.rows != maze.cols or len(maze.goals) != 1 or maze.start == maze.goal:
        raise ValueError(
            f"the contest format holds square mazes with one goal that is not the start; this one is "
            f"{maze.cols}x{maze.rows}, start {maze.start}, goals {', '.join(map(str, maze.goals))}"
        )
    if maze.goal not in maze.distances(maze.start):
        raise ValueError("the contest format holds mazes whose goal can be reached; this one's cannot")
    return str(maze)


@formats.register("koth", write=write, sniff=sniff, resembles=resembles)
def read(text: str) -> Maze:
    """Read a contest text; BadInput names every line that is wrong, and what it should be.

    CRLF and a missing or extra final newline are read; anything else is an error.
    """
    text = text.replace("\r\n", "\n")
    lines = text.split("\n")
    _refuse_other_lines(text)
    # A board of one cell has no walls, so that its last two lines would be empty.
    faults = _count_faults(lines) if lines[0] != "1" else []
    size = _size(lines, faults)
    start, end = (_cell(lines, number, size, faults) for number in (2, 3))
    if start is not None and start == end:
        faults.append(Fault(f"found the end on the start {lines[1]!r}; expected two cells", 3, 1))
    south, east = (_walls(lines, number, size, faults) for number in (4, 5))
    if faults:
        raise BadInput(sorted(faults, key=lambda fault: (fault.line, fault.column)))
    assert start is not None and end is not None, "a missing cell is a fault"
    maze = Maze(_array(south, size - 1, size), _array(east, size, size - 1), start, (end,))
    if end not in maze.distances(start):
        said = f"found an end that cannot be reached from the start {lines[1]!r}; expected a way there"
        raise BadInput([Fault(said, 3, 1)])
    return maze


def _array(walls: str, rows: int, cols: int) -> Any:
    return np.frombuffer(walls.encode(), np.uint8).reshape(rows, cols) == ord("1")


def _refuse_other_lines(text: str) -> None:
    """Raise BadInput where faults line by line would be nonsense: no first line, or CR alone."""
    if not text.partition("\n")[0]:
        what = "line" if text.strip("\n") else "text"
        raise BadInput([Fault(f"found an empty {what}; expected five lines, first {PARTS[0]}", 1, 1)])
    if "\r" in text:
        said = "found a carriage return alone; expected a line to end in LF or CRLF"
        raise BadInput([Fault(said, *place_of(text, text.index("\r")))])


def _count_faults(lines: list[str]) -> list[Fault]:
    there = max(number for number, line in enumerate(lines, 1) if line)
    if there < len(PARTS):
        more = " and what comes after" if there < len(PARTS) - 1 else ""
        return [Fault(f"found the end of the text; expected {PARTS[there]}{more}", there + 1, 1)]
    if there > len(PARTS):
        extra = next(number for number, line in enumerate(lines[5:], 6) if line)
        return [Fault(f"found {quoted(lines[extra - 1])}; expected the end after five lines", extra, 1)]
    if len(lines) > 7:
        return [Fault(f"found {len(lines) - 6} empty lines; expected the end after five lines", 6, 1)]
    return []


def _size(lines: list[str], faults: list[Fault]) -> int:
    """Return N, or 0 where it is not known."""
    line = lines[0].removeprefix(BOM)
    if line != lines[0]:
        said = f"found a byte order mark (BOM); expected {PARTS[0]} as the first character"
        faults.append(Fault(said, 1, 1))
    size = int(line) if re.fullmatch(r"[0-9]{1,9}", line) else 0
    if not 2 <= size <= MAX_SIDE:
        said = f"found {quoted(line)}; expected {PARTS[0]}, an integer from 2 to {MAX_SIDE}"
        digits = re.match(r"[0-9]*", line)
        assert digits is not None, "it matches the empty text"
        faults.append(Fault(said, 1, 1 + digits.end() % len(line or " ")))
        return 0
    lengths = [len(line) for line in lines[3:5]]
    meant = 1 + isqrt(lengths[0]) if lengths else size
    if meant not in (1, size) and lengths == [meant * (meant - 1)] * 2:
        said = f"found the size {size}, but {lengths[0]} characters for each kind of walls; "
        faults.append(Fault(f"{said}expected the size {meant}, or {size * (size - 1)} characters", 1, 1))
        return 0
    return size


def _line(lines: list[str], number: int) -> str | None:
    """Return that line, counted from 1; None where the text ends before it."""
    ended = number > len(lines) or not any(lines[number - 1 :])
    return None if ended else lines[number - 1]


def _cell(lines: list[str], number: int, size: int, faults: list[Fault]) -> Cell | None:
    line, what = _line(lines, number), PARTS[number - 1]
    if line is None:
        return None
    found = re.fullmatch(r"([0-9]{1,9}) ([0-9]{1,9})", line)
    if not found:
        # As far as it goes right; what follows is the offending character.
        right = re.match(r"[0-9]{0,9}(?:(?<=[0-9]) [0-9]{0,9})?", line)
        assert right is not None, "it matches the empty text"
        said = f"found {quoted(line)}; expected {what}, a row and a column such as '0 2'"
        faults.append(Fault(said, number, right.end() + 1))
        return None
    cell = (int(found[1]), int(found[2]))
    outside = [part for part in (0, 1) if size and cell[part] >= size]
    for part in outside:
        name = ("row", "column")[part]
        said = f"found {what} in {name} {cell[part]}; expected {name} 0 to {size - 1}"
        faults.append(Fault(said, number, found.start(part + 1) + 1))
    return None if outside else cell


def _walls(lines: list[str], number: int, size: int, faults: list[Fault]) -> str:
    line, wanted = _line(lines, number), size * (size - 1)
    if line is None:
        return ""
    odd = [found.start() for found in re.finditer(r"[^01]", line)]
    if odd:
        more = f", the first of {len(odd)} such characters" if len(odd) > 1 else ""
        hint = " (a text seen through fog is not a maze)" if "?" in line else ""
        said = f"found {line[odd[0]]!r}{more}; expected only 0 and 1{hint}"
        faults.append(Fault(said, number, odd[0] + 1))
    # An odd character may stand in the place of a wall, or between two.
    if size and wanted not in (len(line), len(line) - len(odd)):
        said = f"found {len(line)} characters; expected {wanted}, N*(N-1) for N = {size}"
        faults.append(Fault(said, number, min(len(line), wanted) + 1))
    return line


def fog_text(maze: Maze, visited: Collection[Cell], here: Cell, order: str = KIT_ORDER) -> str:
    """Return the seven lines that a contest solver gets of a maze that `write` holds.

    The five lines of the maze with '?' for every wall that touches no visited cell; the cell where
    the solver stands; the cells it can step to as `r c,r c`. `order`: the order of that
    list; the original kit's is down, up, right, left. No newline follows the last line.
    """
    size, start, end, south, east = str(maze).splitlines()
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
