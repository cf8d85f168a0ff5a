"""The imperfect board: a perfect maze around a glyph, braided until almost no dead end is left."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Annotated

from pydantic import AfterValidator

from research.domains.compass import Cell
from research.domains.maze.braiding import braid_within_rule, closed_sides
from research.domains.maze.carving import RULES, Board, ends
from research.domains.maze.glyph import Glyph, closed_by
from research.domains.maze.grid import OFFERS, Maze
from research.parameters import BoardSize, Count, Place, Size
from research.registry import Entry, generators, metrics, suggest

MAX_DEAD_ENDS = 2
MIN_LOOPS = 2


def _known_rule(name: str) -> str:
    if name not in RULES:
        raise ValueError(f"one of {', '.join(sorted(RULES))}{suggest(name, RULES)}")
    return name


RuleName = Annotated[str, AfterValidator(_known_rule)]


class GenerationError(ValueError):
    """A board that cannot be made; the message says why."""


@generators.register("maze.pacman", offers=OFFERS)
def pacman(
    seed: int,
    size: Size = BoardSize(15, 15),
    start: Place = (0, 0),
    goal: Place = "corner",
    glyph: Glyph = "42",
    tree: RuleName = "backtracker",
    tries: Count = 20,
) -> Maze:
    """Imperfect board with at most 2 real dead ends and at least 2 loops, around the glyph "42".

    Carved by `tree` (the recursive backtracker) from the start, then each dead end is opened unless that
    would leave a 3x3 block without inner walls. A board that misses the bounds is thrown away and
    carved anew with the same random numbers, `tries` times at most; then GenerationError. facts:
    attempts, openings, refusals (sides refused by the 3x3 rule) of the board that was accepted.
    """
    if min(size) < 2 or size == (2, 2):
        raise GenerationError(f"a board of {size} can never have {MIN_LOOPS} loops")
    rng, closed = Random(seed), closed_by(glyph, size)
    first, last = ends(Board(size, closed), size, start, goal)
    for attempt in range(1, tries + 1):
        board = Board(size, closed)
        RULES[tree](rng, board, first)
        openings, refusals = braid_within_rule(rng, board)
        # The maze was perfect, so every opening has made one loop.
        if openings >= MIN_LOOPS and len(_real_dead_ends(board)) <= MAX_DEAD_ENDS:
            facts = {"attempts": attempt, "openings": openings, "refusals": refusals}
            return replace(board.maze(first, last), facts=facts)
    raise GenerationError(f"no board of {size} met the bounds in {tries} attempts")


def _register_fact(name: str, unit: str, doc: str) -> None:
    def fact(maze: Maze) -> int | None:
        return maze.facts.get(name) if isinstance(maze, Maze) else None

    fact.__doc__ = doc
    metrics.add(Entry("metric", name, fact, {"per": "instance", "unit": unit}))


_register_fact("attempts", "boards", "Boards that were carved until one was accepted.")
_register_fact("openings", "sides", "Dead ends that were opened when the maze was braided.")
_register_fact("refusals", "sides", "Sides that the 3x3 rule kept closed when the maze was braided.")


def _real_dead_ends(board: Board) -> list[Cell]:
    cells = (cell for cell in board.cells() if len(board.passages(cell)) == 1)
    return [cell for cell in cells if closed_sides(board, cell)]
