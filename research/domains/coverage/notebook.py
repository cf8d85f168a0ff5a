"""What the published notebook makes of a board, kept for the record: nothing that can be played."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from research.domains.compass import Cell
from research.domains.coverage.board import graph_of, reached
from research.task import Cover, Task

NO_GAME = "the notebook's board is no game: its loop cannot end"


@dataclass(frozen=True)
class Notebook:
    """Barriers as they were drawn, some of them twice; free cells may be shut in.

    The notebook's program walks through barriers and erases them, punishes only bumps into the outer
    wall, and goes on until a score is reached that no walk can reach; so its task has no solution.
    """

    rows: int
    cols: int
    drawn: tuple[Cell, ...]
    start: Cell
    name: str = field(default="", compare=False)
    facts: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        counted = {
            "rows": self.rows,
            "cols": self.cols,
            "barriers": len(set(self.drawn)),
            "duplicates": len(self.drawn) - len(set(self.drawn)),
            "isolated": len(self.free) - len(reached(self.free, self.start)),
        }
        object.__setattr__(self, "facts", counted | self.facts)

    @cached_property
    def free(self) -> dict[Cell, None]:
        """The free cells in row-major order."""
        every = ((row, col) for row in range(self.rows) for col in range(self.cols))
        barred = set(self.drawn)
        return dict.fromkeys(cell for cell in every if cell not in barred)

    def task(self) -> Task:
        """Return the task to pass over every free cell, which is never begun: it has no end."""
        graph = graph_of(self.free, self.name)
        return Task(
            graph, self.start, Cover(frozenset(self.free)), self.name, key=str(self), hopeless=NO_GAME
        )

    def __str__(self) -> str:
        """The rows, from the top, joined by "/": `.S./#..`."""
        marks = dict.fromkeys(self.drawn, "#") | {self.start: "S"}
        rows = ("".join(marks.get((row, col), ".") for col in range(self.cols)) for row in range(self.rows))
        return "/".join(rows)

    def drawing(self, way: Sequence[Cell] = (), charted: Collection[Cell] | None = None, **how: bool) -> str:
        """Return the board as text; it has no walks."""
        return str(self).replace("/", "\n")
