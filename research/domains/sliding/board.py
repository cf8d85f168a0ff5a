"""Board: a sliding puzzle with its goal, as one value."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import networkx as nx

from research.domains.sliding.slide import BLANK, MAX_CELLS, WALL, Slide
from research.domains.sliding.solvable import hopeless
from research.domains.sliding.symbols import goal_cells, rows_of, symbol
from research.lazy import LazyGraph, Neighbors
from research.task import Reach, Task

GoalName = Literal["blank_last", "blank_first"]
# Up to so many boards a graph is held whole, unless the user says otherwise.
FULL_GRAPH = 200_000


@dataclass(frozen=True)
class Board:
    """A board of width x height cells, row by row: 0 the blank, 1 to n the tiles, WALL a wall.

    goal_name: "blank_last", cell i holds the i-th symbol and the last cell the blank; "blank_first",
    cell i holds i (Korf's). A wall stays, and takes the symbol of its cell with it. name is for
    people; facts: what a generator counted (columns of a row). ValueError: a side of less than 1
    or no two cells, a tile that is missing, twice or unknown.
    """

    width: int
    height: int
    cells: bytes
    goal_name: GoalName = "blank_last"
    name: str = field(default="", compare=False)
    facts: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        count = self.width * self.height
        if min(self.width, self.height) < 1 or not 2 <= count <= MAX_CELLS:
            raise ValueError(f"found a board of {self.width}x{self.height}; expected 2 to {MAX_CELLS} cells")
        if len(self.cells) != count:
            raise ValueError(
                f"found {len(self.cells)} cells; expected {count} for {self.width}x{self.height}"
            )
        found, wanted = sorted(self.cells), sorted(self.goal)
        if found != wanted:
            raise ValueError(_odd_tiles(found, wanted, count))
        object.__setattr__(
            self,
            "facts",
            {"width": self.width, "height": self.height, "walls": len(self.slide.walls)} | self.facts,
        )

    @cached_property
    def slide(self) -> Slide:
        """The moves on this board."""
        walls = frozenset(cell for cell, tile in enumerate(self.cells) if tile == WALL)
        return Slide(self.width, self.height, walls)

    @cached_property
    def goal(self) -> bytes:
        """The cells of the goal."""
        walls = frozenset(cell for cell, tile in enumerate(self.cells) if tile == WALL)
        return goal_cells(self.width * self.height, walls, self.goal_name)

    @cached_property
    def hopeless(self) -> str:
        """Why the goal cannot be reached, as far as that can be told without a search; "" otherwise."""
        return hopeless(self.cells, self.goal, self.slide)

    def graph(self) -> LazyGraph:
        """Return the graph of all boards with these tiles and walls, made on demand."""
        content, walls = sorted(self.cells), self.slide.walls

        def contains(node: Any) -> bool:
            if not isinstance(node, bytes) or sorted(node) != content:
                return False
            return all(node[cell] == WALL for cell in walls)

        neighbors: Neighbors = self.slide.neighbors  # type: ignore[assignment]
        return LazyGraph(neighbors, contains)

    def to_networkx(self, limit: int = FULL_GRAPH) -> nx.Graph:
        """Return the graph of all boards that can be reached from this one, in breadth-first order.

        ValueError: there are more than `limit`.
        """
        graph, order = nx.Graph(name=self.name), [self.cells]
        graph.add_node(self.cells)
        for here in order:
            for there in self.slide.neighbors(here):
                if there not in graph:
                    order.append(there)
                    if len(order) > limit:
                        raise ValueError(f"more than {limit} boards can be reached; expected at most so many")
                graph.add_edge(here, there)
        return graph

    def task(self) -> Task:
        """Return the task to reach the goal; it says beforehand where that cannot be."""
        return Task(
            graph=self.graph(),
            start=self.cells,
            objective=Reach(self.goal),
            name=self.name or f"sliding {self.width}x{self.height}",
            geometry=self.slide,
            key=self.digest,
            hopeless=self.hopeless,
        )

    @cached_property
    def digest(self) -> str:
        """A hash of the content: equal boards have equal digests, whatever their names."""
        return hashlib.sha256(f"{self} {self.goal_name}".encode()).hexdigest()[:16]

    def __str__(self) -> str:
        """The rows, from the top, joined by "/": `102/754/863`; numbers with spaces beyond 35 tiles."""
        return "/".join(rows_of(self.cells, self.width))

    def told(self, path: Sequence[bytes]) -> dict[str, Any]:
        """Return what a row tells of an episode beside its numbers: the letters of its answer."""
        return {"letters": "".join(map(self.slide.letter, path, path[1:]))}

    def drawing(self, way: Sequence[bytes] = (), charted: object = None, **how: bool) -> str:
        """Return the board as text, and beside it the last one of a way from it."""
        from research.domains.sliding.drawing import to_text

        return to_text(self, way[-1] if way else None)

    def svg(self, way: Sequence[bytes] = (), charted: object = None) -> str:
        """Return the board as SVG; with a way from it, one that moves along."""
        from research.domains.sliding.drawing import to_svg

        return to_svg(self, way)

    def _repr_svg_(self) -> str:
        return self.svg()


def _odd_tiles(found: list[int], wanted: list[int], count: int) -> str:
    """Return what is wrong with the tiles on one line."""
    twice = sorted({tile for tile in found if tile != WALL and found.count(tile) > 1})
    missing = sorted(set(wanted) - set(found))
    unknown = sorted(set(found) - set(wanted) - set(twice))
    parts = [
        f"{name} {', '.join('the blank' if tile == BLANK else symbol(tile, count) for tile in tiles)}"
        for name, tiles in (("twice", twice), ("missing", missing), ("unknown", unknown))
        if tiles
    ]
    return f"found tiles that do not make up the goal: {'; '.join(parts)}; expected each once"
