"""Mazes drawn with characters, as domains/maze/drawing.py draws them: box characters or plain ones.

A cell is four columns wide and two lines high, the walls included; S is the start, G a goal (there may
be several), `S G` in one cell is a start that is a goal too.

    +---+---+
    | S     |
    +   +---+
    |     G |
    +---+---+

People's files vary. A wall is any character but a blank, S and G (three of them for a wall that lies, one
for one that stands), posts may be anything; o, x, @, * and . in a cell are marks of a walk and do not
count. Without an S the start is the top left cell, without a G the goal the bottom right one. Blanks at
the ends of lines, empty lines at the end and CRLF are read. A maze seen through fog is refused, since some of
its walls are not known.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from research.domains.compass import Cell
from research.domains.maze.drawing import draw
from research.domains.maze.findings import Finding
from research.domains.maze.grid import Maze
from research.faults import BadInput, quoted
from research.parameters import MAX_SIDE
from research.registry import formats

# What stands at the left border, as `draw` and others draw it.
CORNERS = "+┌├└╔╠╚┏┣┗╭╰"
LEFT = CORNERS + "|│║┃"
LYING = "-─━═=_"
FOG = "?░┄┊"
MARKS = {"": "", "S": "S", "G": "G", "S G": "SG", **dict.fromkeys("ox@*.", "")}
Places = list[tuple[int, int]]


def sniff(text: str) -> bool:
    """Whether the text looks like this format: the border of whole cells, then lines that begin with it."""
    first = text.partition("\n")[0].rstrip()
    posts = first[:1] in CORNERS and len(first) % 4 == 1
    return posts and len(first) > 1 and set(first[1:4]) <= set(LYING) and resembles(text)


def resembles(text: str) -> bool:
    """Whether it may be meant to be this format: most lines begin with a border, some with a corner."""
    lines = [line for line in text.splitlines()[:1000] if line.strip()]
    alike = sum(line[0] in LEFT for line in lines)
    corners = sum(line[0] in CORNERS and line[1:4] in {3 * wall for wall in LYING} for line in lines)
    return alike * 2 > len(lines) and corners > 0


def write(maze: Maze) -> str:
    """Return the maze in box characters; ValueError for goals that are not in row-major order.

    The order of goals cannot be drawn.
    """
    if list(maze.goals) != sorted(set(maze.goals)):
        goals = ", ".join(map(str, maze.goals))
        raise ValueError(f"a drawing holds goals in row-major order, each once; this maze has {goals}")
    lines = draw(maze).split("\n")
    row, col = maze.start
    if maze.start in maze.goals:
        line, at = lines[2 * row + 1], 4 * col + 1
        lines[2 * row + 1] = f"{line[:at]}S G{line[at + 3 :]}"
    return "\n".join(lines) + "\n"


@formats.register("text", write=write, sniff=sniff, resembles=resembles)
def read(text: str) -> Maze:
    """Read a maze drawn with characters; BadInput names every place that does not fit."""
    lines = [line.rstrip(" \r") for line in text.split("\n")]
    while len(lines) > 1 and not lines[-1]:
        lines.pop()
    faults = _size_faults(lines)
    width = len(lines[0])
    if (width, len(lines)) < (5, 3) or width % 4 != 1:
        raise BadInput(faults)
    drawn = np.array([list(line.ljust(width)[:width]) for line in lines[: len(lines) - 1 + len(lines) % 2]])
    south, east, odd = _walls(drawn)
    marks, more = _marks(drawn)
    # What stands in a line of a wrong length may have been moved.
    spoilt = {fault.line for fault in faults}
    faults += [fault for fault in (*odd, *more) if fault.line not in spoilt]
    if faults:
        raise BadInput(sorted(faults, key=lambda fault: (fault.line, fault.column)))
    goals = marks["G"] or [(len(east) - 1, south.shape[1] - 1)]
    return Maze(south[1:-1], east[:, 1:-1], (marks["S"] or [(0, 0)])[0], tuple(goals))


def place(cell: Cell) -> tuple[int, int]:
    """Return the line and column of a cell's middle."""
    return 2 * cell[0] + 2, 4 * cell[1] + 3


def _size_faults(lines: list[str]) -> list[Finding]:
    """Faults of the numbers of lines and of characters in them."""
    width, faults = len(lines[0]), []
    if width < 5 or width % 4 != 1 or width > 4 * MAX_SIDE + 1:
        said = f"found {width} characters; expected four for each cell and one, at most {4 * MAX_SIDE + 1}"
        faults.append(Finding(said, 1, width + 1, code="bad-length"))
    for number, line in enumerate(lines[1:], 2):
        if len(line) != width:
            said = f"found {len(line)} characters; expected {width}, as in line 1"
            faults.append(Finding(said, number, min(len(line), width) + 1, code="bad-length"))
    if len(lines) < 3 or len(lines) % 2 == 0 or len(lines) > 2 * MAX_SIDE + 1:
        said = f"found {len(lines)} lines; expected two for each row of cells and one"
        faults.append(Finding(said, len(lines), 1, code="missing-line"))
    return faults


def _walls(drawn: Any) -> tuple[Any, Any, list[Finding]]:
    """Return the walls that lie, those that stand (the border included), and their faults."""
    rows, cols = drawn.shape[0] // 2, drawn.shape[1] // 4
    lying = drawn[::2, 1:].reshape(rows + 1, cols, 4)[:, :, :3] != " "
    south, east = lying.all(2), drawn[1::2, ::4] != " "
    faults = _fog(drawn)
    for row, col in np.argwhere(lying.any(2) & ~south).tolist():
        found = "".join(drawn[2 * row, 4 * col + 1 : 4 * col + 4])
        said = f"found {quoted(found)}; expected three blanks or a wall of three characters"
        faults.append(Finding(said, 2 * row + 1, 4 * col + 2, code="bad-wall"))
    for line, column in np.argwhere(np.isin(drawn, ["S", "G"])).tolist():
        if not (line % 2 and column % 4):
            said = f"found {str(drawn[line, column])!r} between cells; expected it in a cell"
            faults.append(Finding(said, line + 1, column + 1, code="bad-wall"))
    said = "found the border open; expected a wall"
    faults += [
        Finding(said, line + 1, column + 1, code="open-border") for line, column in _openings(south, east)
    ]
    return south, east, faults


def _openings(south: Any, east: Any) -> Places:
    """Return line and column, from 0, of every open side of the border."""
    rows, cols = len(east), south.shape[1]
    lying = [(2 * row, 4 * col + 1) for row in (0, rows) for col in range(cols) if not south[row, col]]
    return lying + [(2 * row + 1, 4 * col) for row in range(rows) for col in (0, cols) if not east[row, col]]


def _fog(drawn: Any) -> list[Finding]:
    fog = np.argwhere(np.isin(drawn, list(FOG))).tolist()
    if not fog:
        return []
    line, column = fog[0]
    said = f"found {str(drawn[line, column])!r}; expected a maze that was not drawn through fog"
    return [Finding(said, line + 1, column + 1, code="fog")]


def _marks(drawn: Any) -> tuple[dict[str, Places], list[Finding]]:
    """Return the cells marked S and G, and the faults of what stands in cells."""
    rows, cols = drawn.shape[0] // 2, drawn.shape[1] // 4
    cells = drawn[1::2, 1:].reshape(rows, cols, 4)[:, :, :3]
    marks: dict[str, Places] = {"S": [], "G": []}
    faults = []
    for row, col in np.argwhere((cells != " ").any(2)).tolist():
        text = "".join(cells[row, col])
        mark, column = text.strip(" "), 4 * col + 2 + len(text) - len(text.lstrip(" "))
        if mark not in MARKS and not set(mark) & set(FOG):
            said = f"found {quoted(mark)} in a cell; expected S, G or nothing"
            faults.append(Finding(said, 2 * row + 2, column, code="bad-mark"))
        for letter in MARKS.get(mark, ""):
            marks[letter].append((row, col))
        if "S" in MARKS.get(mark, "") and len(marks["S"]) == 2:
            said = "found a second S; expected one start"
            faults.append(Finding(said, 2 * row + 2, column, code="two-starts"))
    return marks, faults
