"""The geometry of sliding puzzles: boards as bytes, the blank's moves, which way is which.

A board's node is `bytes`, cell by cell in row-major order: 0 the blank, 1 to n the tiles, WALL a
wall, which never moves.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

from research.needs import Offers

BLANK, WALL = 0, 255
# Cells have one byte, and so have tiles.
MAX_CELLS = 254
# The order that breaks ties; the letters name the way that the blank goes.
LETTERS = "ULRD"
OFFERS = Offers("slide", LETTERS, frozenset({"goal"}))


@dataclass(frozen=True)
class Slide:
    """The moves on a board of width x height cells, some of them walls (their places, from 0)."""

    width: int
    height: int
    walls: frozenset[int] = frozenset()

    kind = "slide"
    letters = LETTERS
    headings = False

    @cached_property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells to which the blank can go from there, in the order U, L, R, D."""
        cells = self.width * self.height
        return tuple(
            ()
            if cell in self.walls
            else tuple(there for there in self._beside(cell) if there not in self.walls)
            for cell in range(cells)
        )

    @cached_property
    def _targets(self) -> tuple[dict[str, int], ...]:
        """For each cell where each letter leads the blank."""
        return tuple({self._way(cell, to): to for to in near} for cell, near in enumerate(self.ways))

    def _beside(self, cell: int) -> list[int]:
        row, col = divmod(cell, self.width)
        near = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
        return [r * self.width + c for r, c in near if 0 <= r < self.height and 0 <= c < self.width]

    def letter(self, here: bytes, there: bytes) -> str:
        """Return the letter of the blank's move from the board `here` to the next one, `there`."""
        return self._way(here.index(BLANK), there.index(BLANK))

    def _way(self, cell: int, other: int) -> str:
        step = other - cell
        if step in (-1, 1) and self.width > 1:
            return "R" if step > 0 else "L"
        return "D" if step > 0 else "U"

    def around(self, node: bytes) -> None:
        """Return None: the boards are too many to be presumed."""
        return None

    def neighbors(self, node: bytes) -> list[bytes]:
        """Return the boards one move away, in the order U, L, R, D."""
        blank = node.index(BLANK)
        return [exchanged(node, blank, there) for there in self.ways[blank]]

    def moved(self, node: bytes, letter: str) -> bytes:
        """Return the board after one move of the blank; ValueError: over the edge or into a wall."""
        blank = node.index(BLANK)
        there = self._targets[blank].get(letter)
        if there is not None:
            return exchanged(node, blank, there)
        row, col = divmod(blank, self.width)
        if letter not in LETTERS:
            raise ValueError(f"found {letter!r}; expected a letter of {LETTERS}")
        raise ValueError(f"the blank cannot go {letter} from row {row}, column {col}")

    def distances(self, source: int) -> list[int]:
        """Return the moves of a single tile from a cell to each on the empty board; -1: no way."""
        steps = [-1] * (self.width * self.height)
        steps[source] = 0
        queue = deque([source])
        while queue:
            here = queue.popleft()
            for there in self.ways[here]:
                if steps[there] < 0:
                    steps[there] = steps[here] + 1
                    queue.append(there)
        return steps


def exchanged(node: bytes, one: int, other: int) -> bytes:
    """Return the board with the contents of two cells exchanged."""
    cells = bytearray(node)
    cells[one], cells[other] = cells[other], cells[one]
    return bytes(cells)
