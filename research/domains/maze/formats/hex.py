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

BITS = {"N": 1, "E": 2, "S": 4, "W": 8}


def sniff(text: str) -> bool:
    """Whether the text looks like this format: lines of hexadecimal digits, an empty line, x,y."""
    head, blank, tail = text.replace("\r\n", "\n").partition("\n\n")
    return bool(blank) and bool(re.fullmatch(r"[0-9A-Fa-f\n]+", head)) and "," in tail


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


@formats.register("hex", write=write, sniff=sniff)
def read(text: str) -> Maze:
    """Read a hexadecimal maze; BadInput names every fault with its line and column.

    Digits in upper and lower case are read. The path must be letters; whether it is a
    right answer is not a matter of reading.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    blank = lines.index("") if "" in lines else len(lines)
    faults = _digit_faults(lines[:blank])
    tail = lines[blank + 1 :]
    if blank == len(lines) or len(tail) < 2:
        said = "found the end of the text; expected an empty line, entry, exit and path"
        faults.append(Fault(said, len(lines)))
    ends = [_cell(line, blank + 2 + number, lines[:blank], faults) for number, line in enumerate(tail[:2])]
    faults += _tail_faults(tail, blank)
    if not faults:
        closed = np.array([[int(digit, 16) for digit in line] for line in lines[:blank]], dtype=np.uint8)
        faults += _wall_faults(closed)
    if faults:
        raise BadInput(sorted(faults, key=lambda fault: (fault.line, fault.column)))
    south, east = (closed[:-1] & BITS["S"]) > 0, (closed[:, :-1] & BITS["E"]) > 0
    return Maze(south, east, ends[0], (ends[1],))  # type: ignore[arg-type]


def _digit_faults(rows: list[str]) -> list[Fault]:
    if not rows:
        return [Fault("found no line of digits; expected the maze first", 1, 1)]
    faults = []
    for number, row in enumerate(rows, 1):
        odd = re.search(r"[^0-9A-Fa-f]", row)
        if odd:
            said = f"found {quoted(odd[0])}; expected a hexadecimal digit"
            faults.append(Fault(said, number, odd.start() + 1))
        elif len(row) != len(rows[0]):
            said = f"found {len(row)} digits; expected {len(rows[0])} as in line 1"
            faults.append(Fault(said, number, min(len(row), len(rows[0])) + 1))
    return faults


def _cell(line: str, number: int, rows: list[str], faults: list[Fault]) -> Cell | None:
    what = "the entry" if number == len(rows) + 2 else "the exit"
    found = re.fullmatch(r"([0-9]{1,9}),([0-9]{1,9})", line)
    if not found:
        faults.append(Fault(f"found {quoted(line)}; expected {what} as x,y", number, 1))
        return None
    col, row = int(found[1]), int(found[2])
    if rows and (row >= len(rows) or col >= len(rows[0])):
        said = f"found {what} {line}; expected x below {len(rows[0])} and y below {len(rows)}"
        faults.append(Fault(said, number, 1))
    return row, col


def _tail_faults(tail: list[str], blank: int) -> list[Fault]:
    """Faults of the path and of what follows it."""
    faults = []
    path = tail[2] if len(tail) > 2 else ""
    odd = re.search(r"[^NESW]", path)
    if odd:
        said = f"found {quoted(odd[0])}; expected a path in the letters N, E, S, W"
        faults.append(Fault(said, blank + 4, odd.start() + 1))
    extra = next((n for n, line in enumerate(tail[3:]) if line), None)
    if extra is not None:
        said = f"found {quoted(tail[3 + extra])}; expected the end after the path"
        faults.append(Fault(said, blank + 5 + extra, 1))
    return faults


def _wall_faults(closed: Any) -> list[Fault]:
    """Sides that two neighbours tell differently, and openings in the border."""
    faults = []
    rows, cols = closed.shape
    for row in range(rows):
        for col in range(cols):
            for side, bit, other, (r, c) in (
                ("east", 2, 8, (row, col + 1)),
                ("south", 4, 1, (row + 1, col)),
            ):
                mine = bool(closed[row, col] & bit)
                if r < rows and c < cols and mine != bool(closed[r, c] & other):
                    said = f"found the {side} side {'closed' if mine else 'open'} here and not there"
                    faults.append(Fault(f"{said}; expected both cells to agree", row + 1, col + 1))
            edges = (("N", row == 0), ("E", col == cols - 1), ("S", row == rows - 1), ("W", col == 0))
            for name, at_border in edges:
                if at_border and not closed[row, col] & BITS[name]:
                    said = f"found the border open to {name}; expected it closed"
                    faults.append(Fault(said, row + 1, col + 1))
    return faults
