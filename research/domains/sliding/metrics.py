"""The metrics of sliding puzzles: the moves of a solution, by letter."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from research.domains.sliding.board import Board
from research.domains.sliding.formats import TOTALS
from research.registry import Entry, metrics
from research.scoring import Measured


def _solution(measured: Measured) -> str | None:
    """Return the letters of the blank's way to the goal, None where it did not get there."""
    if not isinstance(measured.instance, Board) or not measured.solved:
        return None
    letter: Any = measured.instance.slide.letter
    return "".join(letter(here, there) for here, there in pairwise(measured.episode.path))


def _register(name: str, count: Any, about: str) -> None:
    def value(measured: Measured) -> int | None:
        solution = _solution(measured)
        return None if solution is None else count(solution)

    value.__doc__ = about
    metrics.add(Entry("metric", name, value, {"per": "episode", "unit": "moves", "better": "less"}))


_register("moves", len, "Moves of the blank from the start to the goal.")
for _letter, _way in zip(TOTALS, ("left", "right", "up", "down"), strict=True):
    _register(_letter, lambda solution, letter=_letter: solution.count(letter), f"Moves of the blank {_way}.")
