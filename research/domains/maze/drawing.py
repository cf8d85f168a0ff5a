"""A maze as text for a terminal: box-drawing characters, or plain ASCII where there are none.

Walls stand between the cells. Where a walk is given, the cells it entered are marked; where charted
cells are given, what touches none of them is drawn as unknown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from research.domains.compass import Cell
from research.domains.maze.grid import Maze

# A post joins the walls north, east, south and west of it: one character for each combination.
POSTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
BOX = {"post": POSTS, "-": "───", "|": "│", "?-": "┄┄┄", "?|": "┊", "fog": "░░░"}
ASCII = {"post": " " + "+" * 15, "-": "---", "|": "|", "?-": " . ", "?|": ".", "fog": " ? "}
OPEN = {"-": "   ", "|": " "}

Charted = Collection[Cell] | None


def draw(maze: Maze, walk: Sequence[Cell] = (), charted: Charted = None, *, ascii_only: bool = False) -> str:
    """Return the maze as lines of text, four characters and two lines a cell.

    S start, G goal, @ where the walk ends, o its cells (x those entered more than once).
    """
    marks = BOX if not ascii_only else ASCII
    lines = []
    for row in range(maze.rows + 1):
        lines.append(_wall_line(maze, row, charted, marks))
        if row < maze.rows:
            lines.append(_cell_line(maze, row, walk, charted, marks))
    return "\n".join(line.rstrip() for line in lines)


def _wall_line(maze: Maze, row: int, charted: Charted, marks: dict[str, str]) -> str:
    parts = []
    for col in range(maze.cols + 1):
        north, south = _vertical(maze, row - 1, col, charted), _vertical(maze, row, col, charted)
        east, west = _horizontal(maze, row, col, charted), _horizontal(maze, row, col - 1, charted)
        arms = sum(bit for bit, side in ((1, north), (2, east), (4, south), (8, west)) if side == "wall")
        unknown = "unknown" in (north, east, south, west) and not arms
        parts.append("·" if unknown and marks is BOX else marks["post"][arms])
        if col < maze.cols:
            parts.append({"wall": marks["-"], "open": OPEN["-"], "unknown": marks["?-"]}[east])
    return "".join(parts)


def _cell_line(maze: Maze, row: int, walk: Sequence[Cell], charted: Charted, marks: dict[str, str]) -> str:
    parts = []
    for col in range(maze.cols + 1):
        side = _vertical(maze, row, col, charted)
        parts.append({"wall": marks["|"], "open": OPEN["|"], "unknown": marks["?|"]}[side])
        if col < maze.cols:
            parts.append(_cell(maze, (row, col), walk, charted, marks))
    return "".join(parts)


def _cell(maze: Maze, cell: Cell, walk: Sequence[Cell], charted: Charted, marks: dict[str, str]) -> str:
    entered = walk.count(cell) if cell in walk else 0
    if walk and cell == walk[-1] and cell not in maze.goals:
        return " @ "
    if cell == maze.start:
        return " S "
    if cell in maze.goals:
        return " G "
    if charted is not None and cell not in charted:
        return marks["fog"]
    return " x " if entered > 1 else " o " if entered else "   "


def _vertical(maze: Maze, row: int, col: int, charted: Charted) -> str:
    """Return what is left of cell (row, col): "wall", "open" or "unknown"; off the board "none"."""
    if not 0 <= row < maze.rows or not 0 <= col <= maze.cols:
        return "none"
    if col in (0, maze.cols):
        return "wall"
    if _unknown(charted, (row, col - 1), (row, col)):
        return "unknown"
    return "wall" if maze.east[row, col - 1] else "open"


def _horizontal(maze: Maze, row: int, col: int, charted: Charted) -> str:
    """Return what is above cell (row, col), likewise."""
    if not 0 <= col < maze.cols or not 0 <= row <= maze.rows:
        return "none"
    if row in (0, maze.rows):
        return "wall"
    if _unknown(charted, (row - 1, col), (row, col)):
        return "unknown"
    return "wall" if maze.south[row - 1, col] else "open"


def _unknown(charted: Charted, *cells: Cell) -> bool:
    return charted is not None and not any(cell in charted for cell in cells)


def frames(maze: Maze, walk: Sequence[Cell], *, ascii_only: bool = False) -> Iterator[str]:
    """Yield the drawing after each step of a walk, with the fog of sight 1."""
    for step in range(1, len(walk) + 1):
        seen = walk[:step]
        yield draw(maze, seen, set(seen), ascii_only=ascii_only)
