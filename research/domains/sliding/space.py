"""Whole spaces: all boards that can be reached, layer by layer, and how good heuristics are on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import factorial

from research.domains.sliding.board import Board
from research.heuristics import estimate
from research.kernels.compiled import AVAILABLE

# Cells that the blank can come to: so many where each board is counted, and where each is looked at.
MOST_CELLS, MOST_LOOKED_AT = 12, 10


def layers(board: Board) -> Iterator[list[bytes]]:
    """Yield all boards at distance 0, 1, 2, ... from the goal of `board`, each layer in the order found.

    What is next to a layer's boards is in the layer before it or the one after it, so two are held.
    """
    before: set[bytes] = set()
    layer = [board.goal]
    while layer:
        yield layer
        beyond = dict.fromkeys(there for here in layer for there in board.slide.neighbors(here))
        before, layer = set(layer), [there for there in beyond if there not in before]


def depths(board: Board, told: Callable[[int], None] = lambda boards: None) -> list[int]:
    """Return how many boards there are at distance 0, 1, 2, ... from the goal of `board`.

    told: called with the number of boards of each layer that is complete. ValueError: the blank can come
    to more than 12 cells. At 12 they are 12! / 2 boards, which take half a minute and 240 MB compiled;
    without numba all is far slower, and takes 100 bytes for each board of two layers.
    """
    checked(board, MOST_CELLS)
    if AVAILABLE:
        from research.kernels.sliding import ranks

        return ranks.depths(board.goal, board.width, told=told)[1]
    counts = []
    for layer in layers(board):
        counts.append(len(layer))
        told(len(layer))
    return counts


def region(board: Board) -> int:
    """Return the number of cells that the blank can come to from its place in the goal."""
    return sum(steps >= 0 for steps in board.slide.distances(board.goal.index(0)))


def at_most(board: Board) -> int:
    """Return how many boards the space has at most.

    It has fewer where its cells are a row or a ring, or fall apart without one of them.
    """
    return max(1, factorial(region(board)) // 2)


def checked(board: Board, cells: int) -> None:
    """Raise ValueError where the blank can come to more than so many cells."""
    if (found := region(board)) > cells:
        raise ValueError(f"found a board whose blank can come to {found} cells; expected at most {cells}")


@dataclass
class Accuracy:
    """How near a heuristic comes to the true distance over a whole space.

    boards, exact  how many there are, and on how many it is the distance itself
    total, optimal sums of its values and of the distances
    shortfall      the most that it is below the distance
    admissible     whether it is nowhere above it
    consistent     whether it differs by at most 1 between any two neighbours (moves go both ways)
    means          its mean at each distance
    """

    name: str
    boards: int = 0
    exact: int = 0
    total: float = 0
    optimal: int = 0
    shortfall: float = 0
    admissible: bool = True
    consistent: bool = True
    means: list[float] = field(default_factory=list)

    def add(self, depth: int, values: list[float]) -> None:
        """Take in the values of all boards at a distance."""
        self.boards += len(values)
        self.exact += values.count(depth)
        self.total += sum(values)
        self.optimal += depth * len(values)
        self.shortfall = max(self.shortfall, depth - min(values))
        self.admissible = self.admissible and max(values) <= depth
        self.means.append(sum(values) / len(values))


def accuracies(
    board: Board, heuristics: list[str], told: Callable[[int], None] = lambda boards: None
) -> list[Accuracy]:
    """Measure heuristics against the true distance to the goal, on every board that can be reached.

    Names as in `research.heuristics`, sums too. ValueError: a heuristic does not take the board, or the
    blank can come to more than 10 cells: each board is looked at one by one.
    """
    checked(board, MOST_LOOKED_AT)
    functions = [estimate(name, board.goal, board.slide) for name in heuristics]
    found = [Accuracy(name) for name in heuristics]
    known: list[dict[bytes, float]] = [{} for _ in heuristics]
    for depth, layer in enumerate(layers(board)):
        for at, (accuracy, function) in enumerate(zip(found, functions, strict=True)):
            values = {here: function(here) for here in layer}
            accuracy.add(depth, list(values.values()))
            accuracy.consistent = accuracy.consistent and _steady(board, values, known[at])
            known[at] = values
        told(len(layer))
    return found


def _steady(board: Board, values: dict[bytes, float], before: dict[bytes, float]) -> bool:
    """Whether no value differs by more than 1 from those of neighbours in the layer before."""
    return all(
        abs(value - before[there]) <= 1
        for here, value in values.items()
        for there in board.slide.neighbors(here)
        if there in before
    )
