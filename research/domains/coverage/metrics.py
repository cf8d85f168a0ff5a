"""The metrics of coverage boards: cells, revisits and the three scores, for a walk and for the best one.

The published text leaves the score open, so all three stand in every row, of N free cells, R steps into
visited cells and C cells visited at least twice (the start counted once): `score`, by letters, N - 1.5 C;
`event`, N - 0.5 R; `conversion`, N - 0.5 C.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from research.domains.coverage.board import Board
from research.domains.coverage.notebook import Notebook
from research.reference import covering
from research.registry import Entry, metrics
from research.scoring import Measured

Walked = Callable[[int, int, int], float]

BY_LETTERS: Walked = lambda cells, again, twice: cells - 1.5 * twice  # noqa: E731
BY_EVENT: Walked = lambda cells, again, twice: cells - 0.5 * again  # noqa: E731
BY_CONVERSION: Walked = lambda cells, again, twice: cells - 0.5 * twice  # noqa: E731


def counts(measured: Measured) -> tuple[int, int, int] | None:
    """Return N, R and C of a walk that covered its board, None for any other episode."""
    if not isinstance(measured.instance, Board) or not measured.solved or measured.fog.cost != "walk":
        return None
    walk = measured.episode.walk
    entered = Counter(walk)
    return len(entered), len(walk) - len(entered), sum(count > 1 for count in entered.values())


@metrics.register(per="instance", unit="cells")
def cells(board: Any) -> int | None:
    """Free cells of a coverage board."""
    return len(board.free) if isinstance(board, Board | Notebook) else None


@metrics.register(per="episode", unit="cells", better="more")
def once(measured: Measured) -> int | None:
    """Cells visited once: the capitals on the board at the end."""
    found = counts(measured)
    return None if found is None else found[0] - found[2]


@metrics.register(per="episode", unit="steps", better="less")
def again(measured: Measured) -> int | None:
    """Steps into cells visited before, of a walk that covered its board."""
    found = counts(measured)
    return None if found is None else found[1]


@metrics.register(per="episode", unit="steps", better="less")
def excess(measured: Measured) -> float | None:
    """Moves beyond the least that cover the board; None where these are not proved."""
    if counts(measured) is None or measured.optimal is None:
        return None
    return len(measured.episode.walk) - 1 - measured.optimal


@metrics.register(per="episode", unit="steps")
def optimal_at_least(measured: Measured) -> int | None:
    """Moves that no covering walk goes below; `optimal` where that is proved."""
    found = _covering(measured)
    return None if found is None else found.moves.bound


def _covering(measured: Measured) -> Any:
    return _best_walks(measured.instance) if isinstance(measured.instance, Board) else None


@lru_cache(maxsize=64)
def _best_walks(board: Board) -> Any:
    """Return what `covering` has of a board; four metrics of each row ask for it."""
    return covering(board.task())


def _register(name: str, rule: Walked, about: str) -> None:
    def score(measured: Measured) -> float | None:
        found = counts(measured)
        return None if found is None else rule(*found)

    def best(measured: Measured) -> float | None:
        found = _covering(measured)
        if found is None or not (found.moves.proven and found.twice.proven):
            return None
        number = len(measured.instance.free)
        return rule(number, found.moves.value - (number - 1), found.twice.value)

    score.__doc__ = f"{about} Of a walk that covered its board."
    best.__doc__ = f"The most that any walk can have of `{name}`, where that is proved."
    metrics.add(Entry("metric", name, score, {"per": "episode", "unit": "1", "better": "more"}))
    metrics.add(Entry("metric", f"optimal_{name}", best, {"per": "episode", "unit": "1"}))


_register("score", BY_LETTERS, "Score by letters: a cell visited once counts 1, one visited more often -0.5.")
_register("event", BY_EVENT, "Score by events: the cells, less 0.5 for each step into a visited one.")
_register(
    "conversion", BY_CONVERSION, "Score by conversion: the cells, less 0.5 for each visited more than once."
)


def _of_notebook(name: str, about: str) -> None:
    def count(board: Any) -> int | None:
        return board.facts[name] if isinstance(board, Notebook) else None

    count.__doc__ = about
    metrics.add(Entry("metric", name, count, {"per": "instance", "unit": "cells"}))


def _share(name: str, counted: str, about: str) -> None:
    def share(board: Any) -> int | None:
        return int(board.facts[counted] > 0) if isinstance(board, Notebook) else None

    share.__doc__ = about
    metrics.add(Entry("metric", name, share, {"per": "instance", "unit": "1"}))


_share("drawn_twice", "duplicates", "1 for a notebook's board with a barrier that was drawn twice, else 0.")
_share("in_pieces", "isolated", "1 for a notebook's board whose free cells fall apart, else 0.")
_of_notebook("barriers", "Barriers of a notebook's board, each counted once.")
_of_notebook("duplicates", "Barriers that the notebook drew on a cell that had one.")
_of_notebook("isolated", "Free cells of a notebook's board that its start has no way to.")
