"""The hexadecimal format: one digit a cell, a bit for every closed side (N=1, E=2, S=4, W=8).

H lines of W digits, an empty line, then entry `x,y`, exit `x,y` (x is the column, 0,0 top left; here
they become (row, col)) and a shortest path as letters. Every line ends with a newline.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import numpy as np

from research.domains.compass import LETTERS, Cell
from research.domains.maze.grid import Maze
from research.faults import BadInput, Fault, quoted
from research.registry import formats

# So many faults of one kind are told one by one.
MAX_FAULTS = 50
BITS = {"N": 1, "E": 2, "S": 4, "W": 8}


def sniff(text: str) -> bool:
    """Whether the text looks like this format: lines of hexadecimal digits, an empty line, x,y."""
    head, blank, tail = text.replace("\r\n", "\n").partition("\n\n")
    return bool(blank) and bool(re.fullmatch(r"[0-9A-Fa-f\n]+", head)) and "," in tail


def resembles(text: str) -> bool:
    """Whether it may be meant to be this format: an empty line, then x,y twice."""
    _, _, tail = text.replace("\r\n", "\n").partition("\n\n")
    return bool(re.match(r"[0-9]+,[0-9]+\n[0-9]+,[0-9]+(\n|$)", tail))


def write(maze: Maze) -> str:
    """Return the maze in hexadecimal digits with a shortest path (ties in the order N, E, S, W).

    ValueError for more than one goal, which the format cannot hold.
    """
    if len(maze.goals) != 1:
        raise ValueError(f"the hexadecimal format holds one goal; this maze has {len(maze.goals)}")
    ends = [f"{col},{row}" for row, col in (maze.start, maze.goal)]
    rows = ["".join(f"{digit:X}" for digit in row) for row in _digits(maze)]
    return "\n".join([*rows, "", *ends, shortest_letters(maze)]) + "\n"


def shortest_letters(maze: Maze) -> str:
    """Return the letters of the shortest path that breadth-first search finds first, "" for none."""
    back = maze.distances(maze.goal)
    if maze.start not in back:
        return ""
    # The first discovery keeps its parent, so ties are broken from the start's side.
    parents: dict[Cell, Cell] = {}
    order = list(maze.distances(maze.start))
    for here in order:
        for there in maze.neighbors(here):
            parents.setdefault(there, here)
    path = [maze.goal]
    while path[-1] != maze.start:
        path.append(parents[path[-1]])
    path.reverse()
    return "".join(LETTERS[b[0] - a[0], b[1] - a[1]] for a, b in pairwise(path))


def _digits(maze: Maze) -> list[list[int]]:
    closed = np.zeros((maze.rows, maze.cols), dtype=np.uint8)
    closed[0, :] |= BITS["N"]
    closed[-1, :] |= BITS["S"]
    closed[:, 0] |= BITS["W"]
    closed[:, -1] |= BITS["E"]
    closed[1:, :] |= np.where(maze.south, BITS["N"], 0).astype(np.uint8)
    closed[:-1, :] |= np.where(maze.south, BITS["S"], 0).astype(np.uint8)
    closed[:, 1:] |= np.where(maze.east, BITS["W"], 0).astype(np.uint8)
    closed[:, :-1] |= np.where(maze.east, BITS["E"], 0).astype(np.uint8)
    rows: list[list[int]] = closed.tolist()
    return rows


@formats.register("hex", write=write, sniff=sniff, resembles=resembles)
def read(text: str) -> Maze:
    """Read a hexadecimal maze; BadInput names every fault with its line and column.

    Digits in upper and lower case are read. The path must be letters; whether it is a
    right answer is not a matter of reading.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    faults: list[Fault] = []
    rows, tail, first = _parts(lines, faults)
    faults += _digit_faults(rows)
    width = max(map(len, rows), default=0)
    ends = [
        _cell(line, first + number, (width, len(rows)), f"the {('entry', 'exit')[number]}", faults)
        for number, line in enumerate(tail[:2])
    ]
    faults += _path_faults(tail, first)
    if not faults:
        closed = np.array([[int(digit, 16) for digit in line] for line in rows], dtype=np.uint8)
        faults += _wall_faults(closed)
    if faults:
        raise BadInput(sorted(faults, key=lambda fault: (fault.line, fault.column)))
    south, east = (closed[:-1] & BITS["S"]) > 0, (closed[:, :-1] & BITS["E"]) > 0
    return Maze(south, east, ends[0], (ends[1],))  # type: ignore[arg-type]


def _parts(lines: list[str], faults: list[Fault]) -> tuple[list[str], list[str], int]:
    """Return the rows of digits, the lines from the entry on, and the number of the first of those."""
    end = next((index for index, line in enumerate(lines) if not line or "," in line), len(lines))
    blank = end < len(lines) and not lines[end]
    tail = lines[end + blank :]
    while tail and not tail[-1]:
        tail.pop()
    first = end + blank + 1
    if tail and not blank:
        said = f"found {quoted(lines[end])}; expected an empty line after the rows of digits"
        faults.append(Fault(said, first, 1))
    if len(tail) < 2:
        missing = ("an empty line, entry, exit and path", "the exit as x,y")[len(tail)]
        faults.append(Fault(f"found the end of the text; expected {missing}", first + len(tail), 1))
    return lines[:end], tail, first


def _digit_faults(rows: list[str]) -> list[Fault]:
    if not rows:
        return [Fault("found no row of digits; expected the maze first", 1, 1)]
    faults = []
    for number, row in enumerate(rows, 1):
        odd = re.search(r"[^0-9A-Fa-f]", row)
        if odd:
            said = f"found {odd[0]!r}; expected a hexadecimal digit"
            faults.append(Fault(said, number, odd.start() + 1))
        elif len(row) != len(rows[0]):
            said = f"found {len(row)} digits; expected {len(rows[0])} as in line 1"
            faults.append(Fault(said, number, min(len(row), len(rows[0])) + 1))
    return faults


def _cell(line: str, number: int, size: tuple[int, int], what: str, faults: list[Fault]) -> Cell | None:
    found = re.fullmatch(r"([0-9]{1,9}),([0-9]{1,9})", line)
    if not found:
        # As far as it goes right; what follows is the offending character.
        right = re.match(r"[0-9]{0,9}(?:(?<=[0-9]),[0-9]{0,9})?", line)
        assert right is not None, "it matches the empty text"
        said = f"found {quoted(line)}; expected {what} as x,y such as 0,2"
        faults.append(Fault(said, number, right.end() + 1))
        return None
    col, row = int(found[1]), int(found[2])
    for value, bound, group in zip((col, row), size, (1, 2), strict=True):
        if bound and value >= bound:
            said = f"found {what} at {' xy'[group]} {value}; expected 0 to {bound - 1}"
            faults.append(Fault(said, number, found.start(group) + 1))
    return row, col


def _path_faults(tail: list[str], first: int) -> list[Fault]:
    """Faults of the path and of what follows it."""
    faults = []
    odd = re.search(r"[^NESW]", tail[2]) if len(tail) > 2 else None
    if odd:
        said = f"found {odd[0]!r}; expected a path in the letters N, E, S, W"
        faults.append(Fault(said, first + 2, odd.start() + 1))
    extra = next((index for index in range(3, len(tail)) if tail[index]), None)
    if extra is not None:
        said = f"found {quoted(tail[extra])}; expected the end after the path"
        faults.append(Fault(said, first + extra, 1))
    return faults


def _wall_faults(closed: Any) -> list[Fault]:
    """Sides that two neighbours tell differently, and openings in the border."""
    shut = {side: (closed & bit) > 0 for side, bit in BITS.items()}
    faults = []
    for side, name, here, there in (
        ("E", "east", shut["E"][:, :-1], shut["W"][:, 1:]),
        ("S", "south", shut["S"][:-1], shut["N"][1:]),
    ):
        for row, col, more in _first(here != there):
            states = ("closed", "open") if shut[side][row, col] else ("open", "closed")
            said = f"found the {name} side {states[0]} here and {states[1]} from its neighbour"
            faults.append(Fault(f"{said}; expected both alike{more}", row + 1, col + 1))
    for side, border in (("N", np.s_[:1]), ("E", np.s_[:, -1:]), ("S", np.s_[-1:]), ("W", np.s_[:, :1])):
        outer = np.zeros(closed.shape, dtype=bool)
        outer[border] = True
        for row, col, more in _first(outer & ~shut[side]):
            said = f"found the border open to {side}; expected it closed{more}"
            faults.append(Fault(said, row + 1, col + 1))
    return faults


def _first(wrong: Any) -> list[tuple[int, int, str]]:
    """Return row and column of the first MAX_FAULTS cells that are wrong; with the last, how many more."""
    cells = np.argwhere(wrong)
    left = len(cells) - MAX_FAULTS
    found = [(row, col, "") for row, col in cells[:MAX_FAULTS].tolist()]
    if left > 0:
        found[-1] = (*found[-1][:2], f" (and {left} more like this)")
    return found
