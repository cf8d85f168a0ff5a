"""Our generators of mazes as architects for others: told a size and a seed, they print a maze."""

from __future__ import annotations

import re

from research.arena.serving.lines import Lines, Over
from research.domains.maze import Maze
from research.domains.maze.formats import koth
from research.faults import BadInput, Fault
from research.instances import instance_of, parse_params
from research.registry import generators


def serve(text: str, lines: Lines) -> None:
    """Answer `size seed` with the contest's five lines; `text` is a generator, `name:param=value,...`.

    ValueError: the generator makes no such maze, or one that the contest's text cannot hold.
    """
    name, _, rest = text.partition(":")
    entry = generators[name if "." in name or name in generators else f"maze.{name}"]
    params = parse_params(rest)
    if "size" not in entry.parameters:
        raise BadInput([Fault("takes no size; expected a generator that is told one")], entry.name)
    if "size" in params:
        raise BadInput([Fault("the size is the referee's to say; expected a generator without it")], text)
    try:
        line = lines.hear()
    except Over:
        raise BadInput([Fault("found no input; expected a line 'size seed'")], "the referee") from None
    asked = re.fullmatch(r"\s*(\d{1,4})\s+(\d{1,18})\s*", line)
    if asked is None:
        raise lines.misunderstood(line, "a size and a seed such as '15 1'")
    maze = instance_of(entry.name, {**params, "size": int(asked[1])}, int(asked[2])).make()
    if not isinstance(maze, Maze):
        raise BadInput([Fault("makes no maze; expected a generator of mazes")], entry.name)
    lines.say(koth.write(maze).rstrip("\n"))
