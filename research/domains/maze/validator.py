"""The validator: everything that is wrong with a maze in a file, told in the order of the file.

The format is told from the content. Hexadecimal mazes are read leniently, so that reading goes on
after a fault; other formats are read by their readers, whose faults are the findings, and where there are
none the maze itself is checked. What a format has no rule for is not a fault: in a contest text
cells may be out of reach as long as the end is not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from research.domains.maze.census import census
from research.domains.maze.file import maze_formats
from research.domains.maze.findings import Expectation, Finding, Place, unmet, unreachable_cells
from research.domains.maze.formats import text as drawing
from research.domains.maze.generators.pacman import MAX_DEAD_ENDS
from research.domains.maze.grid import Maze
from research.domains.maze.hexcheck import board_of, check_board
from research.domains.maze.hexsheet import looks_hexadecimal, read_sheet
from research.faults import BadInput, Fault
from research.registry import formats

# The contest reader's faults by what they say, else by their line.
CONTEST_SAYS = {
    "the end of the text": "missing-line",
    "on the start": "entry-is-exit",
    "cannot be reached": "exit-unreachable",
    "found the start in": "entry-outside",
    "found the end in": "exit-outside",
    "carriage return": "bad-line-end",
    "byte order mark": "byte-order-mark",
}
CONTEST_LINES = {
    1: "bad-size",
    2: "bad-coordinate",
    3: "bad-coordinate",
    4: "bad-walls",
    5: "bad-walls",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check has found: the format, the findings in file order, the maze where it can be told."""

    format: str
    findings: tuple[Finding, ...]
    maze: Maze | None

    @property
    def valid(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def facts(self) -> dict[str, Any]:
        """Return the census of the maze (see there), nothing where the maze cannot be told."""
        return census(self.maze) if self.maze is not None else {}


def validate(text: str, expect: Expectation | None = None, max_dead_ends: int = MAX_DEAD_ENDS) -> Verdict:
    """Check a maze; BadInput where the text holds no maze in any format that is known.

    expect: "perfect" (no loop) or "pacman" (loops, at most `max_dead_ends` real dead ends, corners
    and centre within reach), on what can be reached from the start.
    """
    name = format_of(text)
    if name == "hex":
        board = board_of(read_sheet(text))
        found = check_board(board, expect, max_dead_ends)
        maze = board.maze if board.whole else None
    else:
        found, maze = _read(text, name)
        if maze is not None:
            found = _check(maze, name, expect, max_dead_ends)
    return Verdict(name, tuple(sorted(found, key=lambda each: (each.line, each.column))), maze)


def format_of(text: str) -> str:
    """Return the name of the format that a text has, faults or not; BadInput where it has none."""
    if not text.strip():
        raise BadInput([Fault("found an empty file; expected a maze", 1, 1)])
    for trait in ("sniff", "resembles"):
        for name in maze_formats():
            looks_like = formats[name].traits.get(trait)
            if looks_like is not None and looks_like(text):
                return name
    if looks_hexadecimal(text):
        return "hex"
    raise BadInput(
        [Fault(f"found no maze; expected one in a known format: {', '.join(maze_formats())}", 1, 1)]
    )


def _read(text: str, name: str) -> tuple[list[Finding], Maze | None]:
    try:
        thing = formats[name].function(text)
        return [], thing if isinstance(thing, Maze) else None
    except BadInput as error:
        code = _contest_code if name == "koth" else _other_code
        return [_finding(fault, code) for fault in error.faults], None


def _finding(fault: Fault, code: Callable[[Fault], str]) -> Finding:
    if isinstance(fault, Finding):
        return fault
    return Finding(fault.message, fault.line, fault.column, code=code(fault))


def _contest_code(fault: Fault) -> str:
    said = (code for words, code in CONTEST_SAYS.items() if words in fault.message)
    return next(said, CONTEST_LINES.get(fault.line, "extra-line"))


def _other_code(fault: Fault) -> str:
    return "bad-input"


def _check(maze: Maze, name: str, expect: Expectation | None, max_dead_ends: int) -> list[Finding]:
    """Return what is wrong with a maze whose file has no fault."""
    place = _place_in(maze, name)
    found = []
    if name != "koth" or expect == "perfect":
        found += unreachable_cells(maze, maze.closed, place)
    if maze.start in maze.goals:
        said = "found the start on a goal; expected two cells"
        found.append(Finding(said, *place(maze.start), code="entry-is-exit"))
    if not any(goal in maze.distances(maze.start) for goal in maze.goals):
        said = "found a goal that cannot be reached; expected a way to it"
        found.append(Finding(said, *place(maze.goal), code="exit-unreachable"))
    return found + unmet(maze, expect, max_dead_ends, place)


def _place_in(maze: Maze, name: str) -> Place:
    """Return where a cell stands; in a contest text that is the wall below it, or to its right."""
    if name == "text":
        return drawing.place
    if name != "koth":
        return lambda cell: (0, 0)
    size = maze.rows
    return lambda cell: (
        (4, cell[0] * size + cell[1] + 1)
        if cell[0] < size - 1
        else (5, cell[0] * (size - 1) + min(cell[1], size - 2) + 1)
    )
