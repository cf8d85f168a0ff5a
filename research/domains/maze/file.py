"""maze.file: mazes that other people made, read from files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator

from research.domains.maze.grid import OFFERS, Maze
from research.faults import BadInput, Fault, read_text
from research.parameters import CellAt
from research.registry import Entry, formats, generators


def _known_format(name: str) -> str:
    return formats[name].name


FormatName = Annotated[str, AfterValidator(_known_format)]


@generators.register("maze.file", offers=OFFERS, seeded=False)
def file(
    path: str, format: FormatName | None = None, start: CellAt | None = None, goal: CellAt | None = None
) -> Maze:
    """A maze from a file; the format is told from the content unless one is named.

    start, goal: cells that take the place of the file's own. BadInput: it cannot be read.
    """
    maze = read(path, format)
    try:
        return maze.between(start, goal)
    except ValueError as error:
        raise BadInput([Fault(str(error))], str(path)) from None


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
    for name in formats:
        if formats[name].traits["sniff"](text):
            return formats[name]
    known = ", ".join(formats)
    said = f"found no known format in its first lines; expected one of {known} (name it with format)"
    raise BadInput([Fault(said, 1, 1)], path)


def write(maze: Maze, path: str | Path, format: str) -> None:
    """Write a maze; ValueError where the format cannot hold it, and nothing is written."""
    text = formats[format].traits["write"](maze)
    Path(path).write_text(text, encoding="utf-8", newline="")
