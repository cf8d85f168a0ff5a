"""A board full of walls to carve in, and what turns a carving rule into a generator of mazes.

A rule is a function of a random generator, a board and the cell to carve from; `carves` gives it the
parameters that all mazes share and registers it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Literal

import numpy as np
from networkx.utils import UnionFind

from research.domains.compass import SIDES, Cell, next_to
from research.domains.maze.braiding import braid as braid_board
from research.domains.maze.glyph import Glyph, closed_by
from research.domains.maze.grid import OFFERS, Maze
from research.parameters import BoardSize, Place, Probability, Size, place
from research.registry import generators


class Board:
    """Free cells (row, col) with walls between them, which are opened one by one.

    Closed cells take no part: nothing is next to them and no side of theirs is ever opened.
    """

    def __init__(self, size: BoardSize, closed: frozenset[Cell] = frozenset()) -> None:
        self.cols, self.rows = size
        self.closed = closed
        self.south = [bytearray(b"\1" * self.cols) for _ in range(self.rows - 1)]
        self.east = [bytearray(b"\1" * (self.cols - 1)) for _ in range(self.rows)]
        self._near: dict[Cell, list[Cell]] = {}

    def is_free(self, cell: Cell) -> bool:
        """Whether the cell is on the board and not closed."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols and cell not in self.closed

    def cells(self) -> list[Cell]:
        """Return all free cells in row-major order."""
        every = ((row, col) for row in range(self.rows) for col in range(self.cols))
        return [cell for cell in every if cell not in self.closed]

    def near(self, cell: Cell) -> list[Cell]:
        """Return the free cells next to `cell`, in the order N, E, S, W."""
        if cell not in self._near:
            self._near[cell] = [there for side in SIDES if self.is_free(there := next_to(cell, side))]
        return self._near[cell]

    def sides(self) -> list[tuple[Cell, Cell]]:
        """Return all pairs of free neighbours in row-major order, east before south."""
        return [(cell, there) for cell in self.cells() for there in self.near(cell) if there > cell]

    def join(self, here: Cell, there: Cell) -> None:
        """Open the side between two neighbouring cells."""
        self._set(here, there, 0)

    def part(self, here: Cell, there: Cell) -> None:
        """Close the side between two neighbouring cells."""
        self._set(here, there, 1)

    def _set(self, here: Cell, there: Cell, wall: int) -> None:
        walls, col = self._walls(here, there)
        walls[col] = wall

    def is_joined(self, here: Cell, there: Cell) -> bool:
        """Whether the side between two neighbouring cells is open."""
        walls, col = self._walls(here, there)
        return not walls[col]

    def _walls(self, here: Cell, there: Cell) -> tuple[bytearray, int]:
        """Return the row of walls that has the side between two neighbours, and its place there."""
        if there < here:
            here, there = there, here
        return (self.south if there[0] > here[0] else self.east)[here[0]], here[1]

    def passages(self, cell: Cell) -> list[Cell]:
        """Return the cells that `cell` is joined to, in the order N, E, S, W."""
        return [there for there in self.near(cell) if self.is_joined(cell, there)]

    def maze(self, start: Cell, goal: Cell) -> Maze:
        """Return the maze as it is carved now."""
        south = np.array([list(row) for row in self.south], dtype=bool).reshape(self.rows - 1, self.cols)
        east = np.array([list(row) for row in self.east], dtype=bool).reshape(self.rows, self.cols - 1)
        return Maze(south, east, start, (goal,))


Rule = Callable[..., None]
From = Place | Literal["start", "random"]


# The carving rules by their short names, for boards that are made of another one's tree.
RULES: dict[str, Rule] = {}


def carves(name: str) -> Callable[[Rule], Rule]:
    """Register a carving rule as the generator `name`.

    The generator's parameters are those of `common` below and the rule's own after (rng, board,
    first).
    """

    def register(rule: Rule) -> Rule:
        own = list(inspect.signature(rule).parameters.values())[3:]

        def generator(seed: int, **params: Any) -> Maze:
            extra = {each.name: params.pop(each.name, each.default) for each in own}
            return common(seed, rule, extra, **params)

        shared = list(inspect.signature(common).parameters.values())[3:]
        seed = inspect.Parameter("seed", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        keyword = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in [*shared, *own]]
        generator.__signature__ = inspect.Signature([seed, *keyword])  # type: ignore[attr-defined]
        hints = inspect.get_annotations(common, eval_str=True) | inspect.get_annotations(rule, eval_str=True)
        generator.__annotations__ = {p.name: hints[p.name] for p in keyword}
        generator.__doc__, generator.__module__ = rule.__doc__, rule.__module__
        generators.register(name, offers=OFFERS, perfect=True)(generator)
        RULES[name.partition(".")[2]] = rule
        return rule

    return register


def common(
    seed: int,
    rule: Rule,
    extra: dict[str, Any],
    size: Size = BoardSize(15, 15),
    start: Place = (0, 0),
    goal: Place = "corner",
    carve_from: From = "start",
    glyph: Glyph | None = None,
    braid: Probability = 0.0,
) -> Maze:
    """Carve a maze by `rule`; ValueError where start or goal are outside the board or on the glyph.

    carve_from: where the rule begins (what that means is the rule's affair). glyph: cells that are
    closed, "42" or a text file of # and . that is drawn in the middle. braid: the share of dead
    ends to open, by one more side each. Where a glyph keeps a rule from joining all that can be
    joined, what is left apart is joined through sides in random order.
    """
    rng, board = Random(seed), Board(size, closed_by(glyph, size))
    first, last = ends(board, size, start, goal)
    rule(rng, board, _origin(carve_from, first, size, rng, board), **extra)
    if board.closed:
        _join_what_is_apart(rng, board)
    facts = {"openings": braid_board(rng, board, braid)} if braid else {}
    return replace(board.maze(first, last), facts=facts)


def ends(board: Board, size: BoardSize, start: Cell | str, goal: Cell | str) -> tuple[Cell, Cell]:
    """Return the cells of start and goal; ValueError where one is outside or on a closed cell."""
    cells = place(start, size), place(goal, size)
    for what, cell in zip(("start", "goal"), cells, strict=True):
        if cell in board.closed:
            raise ValueError(f"the {what} {cell[0]},{cell[1]} is on a closed cell of the glyph")
    return cells


def _origin(carve_from: From, start: Cell, size: BoardSize, rng: Random, board: Board) -> Cell:
    if carve_from == "start":
        return start
    if carve_from == "random":
        return rng.choice(board.cells())
    cell = place(carve_from, size)
    if cell in board.closed:
        raise ValueError(f"carve_from {cell[0]},{cell[1]} is on a closed cell of the glyph")
    return cell


def _join_what_is_apart(rng: Random, board: Board) -> None:
    """Join the parts that a rule has left apart, without closing a loop."""
    sides = board.sides()
    regions = UnionFind(board.cells())
    for here, there in sides:
        if board.is_joined(here, there):
            regions.union(here, there)
    apart = [side for side in sides if regions[side[0]] != regions[side[1]]]
    if apart:
        join_randomly(rng, board, apart, regions)


def join_randomly(rng: Random, board: Board, sides: list[tuple[Cell, Cell]], regions: UnionFind) -> None:
    """Open the sides in random order, each unless it would close a loop (Kruskal's rule)."""
    rng.shuffle(sides)
    for here, there in sides:
        if regions[here] != regions[there]:
            regions.union(here, there)
            board.join(here, there)


def draw(rng: Random, items: list[Any]) -> Any:
    """Take one of `items`, each equally likely, out of the list and return it (its order changes)."""
    at = rng.randrange(len(items))
    items[at], items[-1] = items[-1], items[at]
    return items.pop()
