"""The maze contest's protocol: seven lines a turn, a cell as the answer; by a session or without memory.

The seven lines are those of the maze seen through fog, the cell where the solver stands, and the cells
that it can step to. An answer that is none of these costs a step and leaves the solver where it is.
"""

from __future__ import annotations

import re
from typing import Any

from research.arena.talk import Player, opened
from research.domains.compass import Cell, next_to
from research.domains.maze.formats.koth import KIT_ORDER
from research.episode import Forfeit, Outcome
from research.fog import View, Visits

# What a program without memory may print: one cell.
MOST_BYTES = 4096


def session(view: View, player: Player) -> Visits:
    """Let one process walk the whole maze: seven lines a turn, each with its newline, then its answer."""
    board = FoggedText(view)
    with opened(player) as talk:
        while True:
            yield _step(view, talk.ask(board.text() + "\n"))


def stateless(view: View, player: Player) -> Visits:
    """Start a process for every step, as the original kit does; it reads seven lines to their end."""
    board = FoggedText(view)
    while True:
        with opened(player) as talk:
            talk.tell(board.text())
            said = talk.everything(MOST_BYTES)
        yield _step(view, said.strip())


def _step(view: View, answer: str) -> Cell:
    """Return the cell that an answer names where it is a choice; else where the solver stands, paid for."""
    found = re.fullmatch(r"\s*([0-9]{1,9})[ \t]+([0-9]{1,9})\s*", answer)
    cell = (int(found[1]), int(found[2])) if found else None
    if cell in view.edges[view.here]:
        return cell  # type: ignore[return-value]
    view.counters["wasted"] = view.counters.get("wasted", 0) + 1
    here: Cell = view.here  # type: ignore[assignment]
    return here


class FoggedText:
    """The seven lines, kept up to date with what a view has charted; equal to `koth.fog_text`."""

    def __init__(self, view: View) -> None:
        geometry: Any = view.geometry
        size = geometry.rows
        if geometry.cols != size:
            raise Forfeit(Outcome.ILLEGAL, "the contest has square mazes only")
        self._view = view
        self._size = size
        start, goal = view.start, view.goal
        self._head = f"{size}\n{start[0]} {start[1]}\n{goal[0]} {goal[1]}\n"  # type: ignore[index]
        self._south = bytearray(b"?" * (size * (size - 1)))
        self._east = bytearray(b"?" * (size * (size - 1)))
        for cell in view.edges:
            self._chart(cell)  # type: ignore[arg-type]

    def text(self) -> str:
        """Return the lines as they are now, without a newline after the last."""
        view = self._view
        here: Cell = view.here  # type: ignore[assignment]
        for cell in view.news.edges:
            self._chart(cell)  # type: ignore[arg-type]
        near = view.edges[here]
        there = (next_to(here, side) for side in KIT_ORDER)
        choices = ",".join(f"{row} {col}" for row, col in there if (row, col) in near)
        walls = f"{self._south.decode()}\n{self._east.decode()}"
        return f"{self._head}{walls}\n{here[0]} {here[1]}\n{choices}"

    def _chart(self, cell: Cell) -> None:
        """Write the walls about a charted cell."""
        size, (row, col), near = self._size, cell, self._view.edges[cell]
        if row:
            self._south[(row - 1) * size + col] = 48 + ((row - 1, col) not in near)
        if row < size - 1:
            self._south[row * size + col] = 48 + ((row + 1, col) not in near)
        if col:
            self._east[row * (size - 1) + col - 1] = 48 + ((row, col - 1) not in near)
        if col < size - 1:
            self._east[row * (size - 1) + col] = 48 + ((row, col + 1) not in near)
