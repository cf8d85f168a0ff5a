"""maze.file: mazes that other people made, read from files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator

from research.domains.maze.grid import OFFERS, Maze
from research.faults import BadInput, Fault
from research.files import read_text, write_text
from research.parameters import CellAt, one_of
from research.registry import Entry, formats, generators


def maze_formats() -> list[str]:
    """Return the names of the formats that hold mazes."""
    return [name for name in formats if formats[name].traits.get("world", "maze") == "maze"]


def _known_format(name: str) -> str:
    if name not in maze_formats():
        raise ValueError(one_of("format", name, maze_formats()))
    return name


FormatName = Annotated[str, AfterValidator(_known_format)]


@generators.register("maze.file", offers=OFFERS, seeded=False)
def file(
    path: str, format: FormatName | None = None, start: CellAt | None = None, goal: CellAt | None = None
) -> Maze:
    """A maze from a file; the format is told from the content unless one is named.

    start, goal: cells that take the place of the file's own. BadInput: it cannot be read.
    """
    maze = read(path, format)
    for name, cell in (("start", start), ("goal", goal)):
        if cell is not None and not (cell[0] < maze.rows and cell[1] < maze.cols):
            last = f"{maze.rows - 1},{maze.cols - 1}"
            said = f"found the {name} {cell[0]},{cell[1]} outside the maze; expected row,col up to {last}"
            raise BadInput([Fault(said)], str(path))
    return maze.between(start, goal)


def read(path: str | Path, format: str | None = None) -> Maze:
    """Return the maze in a file; BadInput names each fault with file, line and column."""
    text = read_text(path)
    reader = formats[format] if format is not None else _told_from(text, str(path))
    try:
        maze: Maze = reader.function(text)
    except BadInput as error:
        raise BadInput(error.faults, str(path)) from None
    return replace(maze, name=Path(path).name)


def _told_from(text: str, path: str) -> Entry:
    """Return the format that the text is in or, where it is in none, the one that it is meant to be in."""
    if not text.strip():
        raise BadInput([Fault("found an empty file; expected a maze", 1, 1)], path)
    for trait in ("sniff", "resembles"):
        for name in maze_formats():
            looks_like = formats[name].traits.get(trait)
            if looks_like is not None and looks_like(text):
                return formats[name]
    said = f"found no format that is known; expected one of {', '.join(maze_formats())}"
    raise BadInput([Fault(said, 1, 1)], path)


def write(maze: Maze, path: str | Path, format: str) -> None:
    """Write a maze; ValueError where the format cannot hold it, and nothing is written, nor cut short."""
    write_text(Path(path), formats[format].traits["write"](maze))
