"""The guest's side of the micromouse simulator's protocol: our strategies as mice.

As in the simulator a mouse begins in the corner at the bottom left, heading north, and looks for the
middle: one cell, two or four. It turns at no cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from research.arena.serving.guest import Match, Terms, Told
from research.arena.serving.lines import Over
from research.domains.compass import SIDES, Cell, FourNeighbours, next_to
from research.episode import Outcome
from research.faults import BadInput, Fault
from research.rng import key_of
from research.task import Node

# What a mouse asks about its sides, by quarters of a turn from ahead. Behind is where it came from.
QUESTIONS = {0: "wallFront", 1: "wallRight", 3: "wallLeft"}
TURNS = {1: ("turnRight",), 2: ("turnRight", "turnRight"), 3: ("turnLeft",)}


class Simulator:
    """A referee that speaks as the simulator does."""

    def __init__(self, terms: Terms) -> None:
        self._lines = terms.lines
        self._seed = terms.seed
        self._heading = 0
        self._here: Cell = (0, 0)
        self._before: Cell | None = None
        self._goals: tuple[Cell, ...] = ()

    def begin(self) -> Match:
        """Ask for the size, and look about."""
        cols, rows = (self._number(f"maze{side}") for side in ("Width", "Height"))
        middle = [sorted({(length - 1) // 2, length // 2}) for length in (rows, cols)]
        self._here = (rows - 1, 0)
        self._goals = tuple((row, col) for row in middle[0] for col in middle[1])
        board = FourNeighbours(rows, cols)
        return Match(board, self._here, self._goals, True, key_of("mms", self._seed), self._look())

    def going(self, node: Node, parents: Mapping[Node, Node | None]) -> None:
        """Nothing: the way is gone step by step."""

    def entered(self, node: Any) -> Told:
        """Turn to a cell beside and go there, then look about; the run ends in the middle."""
        side = next(side for side in SIDES if next_to(self._here, side) == node)
        quarters = (SIDES.index(side) - self._heading) % 4
        for turn in TURNS.get(quarters, ()):
            self._done(turn)
        self._heading = SIDES.index(side)
        self._done("moveForward")
        self._before, self._here = self._here, node
        if node in self._goals:
            raise Over
        return self._look()

    def end(self, outcome: Outcome, reason: str) -> None:
        """Raise BadInput: a mouse has no word for an end without arriving."""
        said = f"the search ended: {outcome.value}{reason and ': '}{reason}"
        raise BadInput([Fault(said)], "the strategy")

    def _look(self) -> Told:
        """Return the neighbours of the cell, in the order N, E, S, W."""
        ways = {SIDES[(self._heading + turn) % 4]: ask for turn, ask in QUESTIONS.items()}
        open_to = {next_to(self._here, side) for side, ask in ways.items() if not self._has(ask)} | {
            self._before
        }
        near = (next_to(self._here, side) for side in SIDES)
        return {self._here: {there: 1 for there in near if there in open_to}}

    def _has(self, wall: str) -> bool:
        return self._answer(wall, ("true", "false")) == "true"

    def _done(self, command: str) -> None:
        self._answer(command, ("ack",))

    def _number(self, question: str) -> int:
        self._lines.say(question)
        line = self._lines.hear()
        if not line.isdecimal() or int(line) < 1:
            raise self._lines.misunderstood(line, f"a number, the answer to {question}")
        return int(line)

    def _answer(self, command: str, known: tuple[str, ...]) -> str:
        self._lines.say(command)
        line = self._lines.hear()
        if line not in known:
            raise self._lines.misunderstood(line, f"{' or '.join(known)}, the answer to {command}")
        return line
