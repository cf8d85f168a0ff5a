"""Board: free cells, barriers and a start; who walks it must pass over every free cell."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import networkx as nx

from research.domains.compass import SIDES, Cell, Unbounded, next_to
from research.needs import Offers
from research.task import Cover, Task

OFFERS = Offers("grid4", SIDES, frozenset({"headings", "outline"}))
MAX_CELLS = 250_000
# So many isolated cells are named in a message.
NAMED = 8


@dataclass(frozen=True)
class Board:
    """Cells (row, col), row 0 on top, on a board of rows x cols, free unless they are `barriers`.

    name is for people; facts: what a generator counted (columns of a row). ValueError: no cell or
    more than MAX_CELLS, a barrier outside, a start that is outside or on a barrier, free cells that
    the start has no way to; these are named.
    """

    rows: int
    cols: int
    barriers: frozenset[Cell]
    start: Cell
    name: str = field(default="", compare=False)
    facts: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_size(self.cols, self.rows)
        outside = sorted(cell for cell in self.barriers if not self.has(cell))
        if outside:
            raise ValueError(f"found the barrier {said(outside)} outside a board of {self.cols}x{self.rows}")
        if not self.is_free(self.start):
            raise ValueError(f"found the start {said([self.start])}; expected a free cell of the board")
        within = reached(self.free, self.start)
        isolated = [cell for cell in self.free if cell not in within]
        if isolated:
            raise ValueError(isolated_cells(isolated))
        object.__setattr__(self, "facts", {"rows": self.rows, "cols": self.cols} | self.facts)

    def has(self, cell: Cell) -> bool:
        """Whether the cell is on the board."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    def is_free(self, cell: Cell) -> bool:
        """Whether the cell is on the board and no barrier."""
        return self.has(cell) and cell not in self.barriers

    @cached_property
    def free(self) -> dict[Cell, None]:
        """The free cells in row-major order."""
        every = ((row, col) for row in range(self.rows) for col in range(self.cols))
        return dict.fromkeys(cell for cell in every if cell not in self.barriers)

    def to_networkx(self) -> nx.Graph:
        """Return the graph of the free cells; neighbours in the order N, E, S, W."""
        return graph_of(self.free, self.name)

    def task(self) -> Task:
        """Return the task to pass over every free cell."""
        return Task(
            graph=self.to_networkx(),
            start=self.start,
            objective=Cover(frozenset(self.free)),
            name=self.name or f"coverage {self.cols}x{self.rows}",
            geometry=Unbounded(),
            key=self.digest,
        )

    @cached_property
    def digest(self) -> str:
        """A hash of the content: equal boards have equal digests, whatever their names."""
        return hashlib.sha256(f"coverage {self}".encode()).hexdigest()[:16]

    def __str__(self) -> str:
        """The rows, from the top, joined by "/": `.S./#..`."""
        return "/".join(self.lines())

    def lines(self) -> list[str]:
        """Return the rows as text: `.` free, `#` a barrier, `S` the start."""
        marks = dict.fromkeys(self.barriers, "#") | {self.start: "S"}
        return ["".join(marks.get((row, col), ".") for col in range(self.cols)) for row in range(self.rows)]

    def drawing(self, way: Sequence[Cell] = (), charted: Collection[Cell] | None = None, **how: bool) -> str:
        """Return the board as text with a walk in it, and fog over what is not known.

        how: `ascii_only`, without characters that a plain terminal lacks.
        """
        from research.domains.coverage.drawing import to_text

        return to_text(self, way, charted, **how)

    def svg(self, way: Sequence[Cell] = (), charted: Collection[Cell] | None = None) -> str:
        """Return the same as SVG; cells are the darker, the more often they were entered."""
        from research.domains.coverage.drawing import to_svg

        return to_svg(self, way, charted)

    def _repr_svg_(self) -> str:
        return self.svg()


def check_size(width: int, height: int) -> None:
    """Raise ValueError for a board of no cell, or of more than MAX_CELLS."""
    if min(width, height) < 1 or width * height > MAX_CELLS:
        raise ValueError(f"found a board of {width}x{height}; expected 1 to {MAX_CELLS} cells")


def reached(free: Collection[Cell], start: Cell) -> set[Cell]:
    """Return the free cells that can be walked to from `start`."""
    found, stack = {start}, [start]
    while stack:
        here = stack.pop()
        for there in (next_to(here, side) for side in SIDES):
            if there in free and there not in found:
                found.add(there)
                stack.append(there)
    return found


def graph_of(free: Collection[Cell], name: str = "") -> nx.Graph:
    """Return the graph of free cells; neighbours in the order N, E, S, W."""
    graph = nx.Graph(name=name)
    graph.add_nodes_from(free)
    # Columns from the right, in each from the top, east before south: so N, E, S, W is the order in
    # which each cell meets its edges.
    for cell in sorted(free, key=lambda cell: (-cell[1], cell[0])):
        for side in "ES":
            if next_to(cell, side) in free:
                graph.add_edge(cell, next_to(cell, side))
    return graph


def isolated_cells(cells: Sequence[Cell]) -> str:
    """Return the line that refuses a board whose start has no way to these cells."""
    more = f" and {len(cells) - NAMED} more" if len(cells) > NAMED else ""
    return (
        f"found free cells that the start has no way to: {said(cells[:NAMED])}{more}; "
        "expected a board in one piece"
    )


def said(cells: Iterable[Cell]) -> str:
    """Return cells as one types them: 0,1 2,3."""
    return " ".join(f"{row},{col}" for row, col in cells)
