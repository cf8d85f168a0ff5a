"""Files made from other files: a maze in another format, and the board that a configuration asks for."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from research.api import play
from research.domains.maze import Maze
from research.domains.maze.census import census
from research.domains.maze.config import Config, parse
from research.domains.maze.drawing import draw
from research.domains.maze.file import maze_formats, read
from research.domains.maze.formats import hex
from research.episode import Budget, Episode
from research.faults import BadInput, Fault
from research.files import read_text, replacing
from research.fog import Fog
from research.parameters import one_of
from research.registry import formats
from research.report.terminal import has_box_characters


def convert(source: str | Path, target: str | Path, from_: str | None = None, to: str | None = None) -> str:
    """Read a maze in any format, write it in another; return the line that says so.

    from_: the format of `source` (default: told from the content). to: that of `target` (default:
    the one that its suffix names). BadInput: an unknown format, a fault in the file, a maze that the
    format cannot hold, a target that cannot be written; a file that was there stays as it was.
    """
    path = Path(target)
    for option, name in (("--from", from_), ("--to", to)):
        if name is not None and name not in maze_formats():
            raise BadInput(
                [Fault(f"found {name!r}; expected {one_of('format', name, maze_formats())}")], option
            )
    name = to or _told_by_suffix(path)
    maze = read(source, from_)
    try:
        content = formats[name].traits["write"](maze)
    except ValueError as error:
        raise BadInput([Fault(str(error))], str(path)) from None
    _write(path, content)
    return f"wrote {path} ({name}, {maze.cols}x{maze.rows})"


def _write(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all; BadInput where it cannot be, or is a folder or a device."""
    # A link stays one: the file that it names is replaced.
    real = Path(os.path.realpath(path))
    if real.exists() and not real.is_file():
        raise BadInput([Fault("cannot be written: it is there and no file")], str(path))
    with replacing(real) as beside:
        beside.write_bytes(content if isinstance(content, bytes) else content.encode())


def _told_by_suffix(path: Path) -> str:
    """Return the format that a suffix names, by its name or as one of the format's `suffixes`."""
    suffix = path.suffix.lower()
    suffixes = {name: (f".{name}", *formats[name].traits.get("suffixes", ())) for name in maze_formats()}
    named = [name for name, own in suffixes.items() if suffix in own]
    if len(named) == 1:
        return named[0]
    known = ", ".join(suffixes)
    said = f"found the suffix {suffix!r}, which names no format; expected --to with one of {known}"
    raise BadInput([Fault(said)], str(path))


@dataclass(frozen=True, slots=True)
class Written:
    """A board made as a configuration asks, solved by breadth-first search, written where it says.

    note: what belongs on standard error, "" for nothing.
    """

    config: Config
    maze: Maze
    episode: Episode
    note: str

    def drawing(self, *, ascii_only: bool) -> str:
        """Return the maze with the shortest path."""
        path: Any = self.episode.path
        return draw(self.maze, path, ascii_only=ascii_only or not has_box_characters())

    def facts(self) -> dict[str, Any]:
        """Return what was made as plain values."""
        return {
            "output_file": self.config.output_file,
            "instance": self.config.instance.label,
            "path": self.episode.letters,
            "steps": self.episode.route,
            "expanded": self.episode.expanded,
            **census(self.maze),
            **self.maze.facts,
        }

    def lines(self) -> list[str]:
        """Return the facts as lines to read."""
        facts = self.facts()
        counts = ", ".join(f"{name} {facts[name]}" for name in ("loops", "dead_ends", "enclosed"))
        return [
            f"wrote {self.config.output_file}: {self.config.size}, seed {self.config.seed}, {counts}",
            f"shortest path {facts['steps']}, breadth_first expanded {facts['expanded']}",
        ]


def play_config(path: str | Path) -> Written:
    """Make, solve and write the board that a configuration file asks for.

    The output file is named from where one stands, as the family's programs do, and takes the place
    of an older one; it appears whole or not at all. BadInput: a fault in the configuration, a
    board that cannot be made, a file that cannot be written.
    """
    try:
        config = parse(read_text(path, 2**20))
        if Path(config.output_file).resolve() == Path(path).resolve():
            raise BadInput([Fault("found OUTPUT_FILE to be this file; expected another")])
        maze = config.instance.make()
    except BadInput as error:
        raise BadInput(error.faults, str(path)) from None
    except ValueError as error:
        raise BadInput([Fault(str(error))], str(path)) from None
    episode = play(maze, "breadth_first", fog=Fog("jump"), budget=Budget(steps=None))
    _write(Path(config.output_file), hex.write(maze))
    return Written(config, maze, episode, config.note)
