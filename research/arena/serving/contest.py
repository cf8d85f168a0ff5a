"""The guest's side of the maze contest's protocol: seven lines a turn are heard, a cell is said.

A match of one process (`session`) ends with its input. A program that is started for every step
(`stateless`) keeps what it was told in a file, and goes through all of it again at each start, so that
it stands where it stood.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from research.arena.serving.guest import Match, Terms, Told
from research.arena.serving.lines import Over
from research.domains.compass import Cell, FourNeighbours
from research.episode import Outcome
from research.faults import BadInput, Fault
from research.files import read_text, write_text
from research.rng import key_of
from research.task import Node

# Size, start and end; cell and choices: what a turn says to a strategy that charts where it stands.
Turn = tuple[int, Cell, Cell, Cell, list[Cell]]
PAIR = re.compile(r"\s*(\d{1,9})[ \t]+(\d{1,9})\s*")


class Session:
    """A referee that speaks the contest's seven lines to one process."""

    def __init__(self, terms: Terms) -> None:
        self._lines = terms.lines
        self._seed = terms.seed
        self._turn: Turn = (0, (0, 0), (0, 0), (0, 0), [])

    def begin(self) -> Match:
        """Read the first turn."""
        self._turn = self._next()
        size, start, end, _, _ = self._turn
        return Match(
            FourNeighbours(size, size), start, (end,), True, key_of("session", self._seed), self._told()
        )

    def going(self, node: Node, parents: Mapping[Node, Node | None]) -> None:
        """Nothing: the way is said step by step."""

    def entered(self, node: Node) -> Told:
        """Say a step, and return what the next turn shows; the last step is into the end."""
        self._say(node)
        if node == self._turn[2]:
            raise Over
        self._turn = self._next()
        if self._turn[3] != node:
            raise BadInput(
                [Fault(f"found it stands on {self._turn[3]} after a step to {node}; expected it there")],
                "the referee",
            )
        return self._told()

    def end(self, outcome: Outcome, reason: str) -> None:
        """Raise BadInput: the contest has no word for an end without arriving."""
        said = f"the search ended: {outcome.value}{reason and ': '}{reason}"
        raise BadInput([Fault(said)], "the strategy")

    def _say(self, node: Any) -> None:
        self._lines.say(f"{node[0]} {node[1]}")

    def _next(self) -> Turn:
        """Hear a turn."""
        return self._turn_of([self._lines.hear() for _ in range(7)])

    def _told(self) -> Told:
        """Return the neighbours of the cell of this turn in the world's own order."""
        size, _, _, here, near = self._turn
        return {here: {there: 1 for there in FourNeighbours(size, size).around(here) if there in near}}

    def _turn_of(self, heard: list[str]) -> Turn:
        wanted = "seven lines: size, start, end, walls, walls, cell, choices"
        if not re.fullmatch(r"\s*\d{1,4}\s*", heard[0]):
            raise self._lines.misunderstood(heard[0], f"the size, the first of {wanted}")
        start, end, here = (self._cell(line) for line in (heard[1], heard[2], heard[5]))
        return int(heard[0]), start, end, here, [self._cell(choice) for choice in heard[6].split(",")]

    def _cell(self, text: str) -> Cell:
        found = PAIR.fullmatch(text)
        if found is None:
            raise self._lines.misunderstood(text, "a row and a column such as '0 2'")
        return int(found[1]), int(found[2])


class Stateless(Session):
    """A referee that starts a process for every step; `terms.memory` holds the turns before this one."""

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms)
        if terms.memory is None:
            said = "found no --memory FILE; expected one, in which a program without memory keeps its match"
            raise BadInput([Fault(said)], "stateless")
        self._memory = terms.memory
        self._turns: list[Turn] = []

    def begin(self) -> Match:
        """Read the turn, and remember those before it."""
        now = [self._lines.hear() for _ in range(7)]
        before = [] if self._begins(now) else _remembered(self._memory, now)
        write_text(self._memory, json.dumps([*before, now]))
        self._turns = [self._turn_of(heard) for heard in (*before, now)]
        return super().begin()

    def _begins(self, heard: list[str]) -> bool:
        """Whether nothing but the start has been visited."""
        size, start, _, here, _ = self._turn_of(heard)
        known = len(heard[3] + heard[4]) - (heard[3] + heard[4]).count("?")
        return here == start and known <= len(FourNeighbours(size, size).around(start))

    def _next(self) -> Turn:
        return self._turns.pop(0)

    def _say(self, node: Any) -> None:
        """Say the step that this process was started for; those before it have been said."""
        if not self._turns:
            super()._say(node)
            raise Over


def _remembered(memory: Path, now: list[str]) -> list[list[str]]:
    """Return the turns of this match that a file holds; BadInput where it holds another's, or none."""
    try:
        before: list[list[str]] = json.loads(read_text(memory))
        heads = {tuple(map(str.strip, heard[:3])) for heard in before if len(heard) == len(now)}
    except (ValueError, TypeError):
        heads = set()
    if heads != {tuple(map(str.strip, now[:3]))}:
        raise BadInput([Fault("found no turns of this match; expected those before this one")], str(memory))
    return before
