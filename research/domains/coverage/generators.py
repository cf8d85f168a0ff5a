"""Coverage boards at random: a fleet of pieces, single barriers, and what the notebook made."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence
from random import Random
from typing import Annotated

from annotated_types import Ge
from pydantic import AfterValidator

from research.domains.compass import SIDES, Cell, next_to
from research.domains.coverage.board import OFFERS, Board, check_size
from research.domains.coverage.notebook import Notebook
from research.needs import Offers
from research.parameters import BoardSize, Size
from research.registry import generators

# So many places are tried at random before all that still fit are counted.
TRIES = 200
# So many cells are looked at for one board, in less than a minute, before it is given up.
LOOKS = 10_000_000
FLEET = "4x1+3x2+2x3+1x4"

NotNegative = Annotated[int, Ge(0)]


class GenerationError(ValueError):
    """A piece that fits nowhere, or too dear to place; the message says which, and how full the board is."""


def _known_pieces(pieces: str) -> str:
    if not re.fullmatch(r"[1-9][0-9]{0,3}x[1-9][0-9]{0,3}(\+[1-9][0-9]{0,3}x[1-9][0-9]{0,3})*", pieces):
        raise ValueError("pieces as number x length, such as 4x1+3x2")
    return pieces


Pieces = Annotated[str, AfterValidator(_known_pieces)]


@generators.register("coverage.fleet", offers=OFFERS)
def fleet(seed: int, size: Size = BoardSize(10, 10), pieces: Pieces = FLEET) -> Board:
    """A board with a fleet as in the game of battleships, in shuffled order at random places.

    pieces: number x length, such as 4x1+3x2 for four of one cell and three of two. Each is straight and
    lies along the rows or the columns; pieces may touch, but never overlap nor cut the free cells in
    two. GenerationError: a piece fits nowhere any more.
    """
    rng = Random(seed)
    check_size(*size)
    order: list[int] = []
    for piece in pieces.split("+"):
        number, length = map(int, piece.split("x"))
        # More pieces than cells never fit: the first that does not is told of soon enough.
        order += [length] * min(number, size.width * size.height)
    rng.shuffle(order)
    return _board(rng, size, order)


@generators.register("coverage.singles", offers=OFFERS)
def singles(seed: int, size: Size = BoardSize(10, 10), k: NotNegative | None = None) -> Board:
    """A board with k distinct single barriers at random cells that leave the free cells in one piece.

    k: default by the formula max(1, int(0.0354 n^2 + 0.9856 n - 1.8752)), n the longer side, but never
    all cells. ValueError: k is not less than the number of cells.
    """
    check_size(*size)
    cells = size.width * size.height
    count = min(cells - 1, by_formula(max(size))) if k is None else k
    if count >= cells:
        raise ValueError(f"found {count} barriers on a board of {size}; expected at most {cells - 1}")
    return _board(Random(seed), size, [1] * count)


@generators.register("coverage.notebook", offers=Offers())
def notebook(seed: int, size: Size = BoardSize(6, 6)) -> Notebook:
    """What the published notebook makes: barriers drawn with replacement. A record, not a game."""
    rng = Random(seed)
    check_size(*size)
    drawn = [(rng.randrange(size.height), rng.randrange(size.width)) for _ in range(by_formula(max(size)))]
    barred = set(drawn)
    free = [cell for cell in _cells(size) if cell not in barred]
    if not free:
        raise GenerationError(f"found no free cell on a board of {size} with {len(barred)} barriers")
    return Notebook(size.height, size.width, tuple(drawn), rng.choice(free))


def by_formula(n: int) -> int:
    """Return how many barriers the published formula puts on a board of n x n."""
    return max(1, int(0.0354 * n**2 + 0.9856 * n - 1.8752))


def _cells(size: BoardSize) -> Iterable[Cell]:
    return ((row, col) for row in range(size.height) for col in range(size.width))


def _board(rng: Random, size: BoardSize, lengths: Sequence[int]) -> Board:
    """Return the board with the pieces laid down one after the other, the start on any free cell."""
    ground = _Ground(size)
    tries = 0
    for number, length in enumerate(lengths, 1):
        cells, tried = _place_for(rng, ground, length)
        if not cells:
            raise GenerationError(_no_place(ground, f"the piece of {length}, {number} of {len(lengths)}"))
        tries += tried
        for cell in cells:
            del ground.free[cell]
    start = rng.choice(list(ground.free))
    barriers = frozenset(cell for cell in _cells(size) if cell not in ground.free)
    return Board(size.height, size.width, barriers, start, facts={"tries": tries})


def _no_place(ground: _Ground, piece: str) -> str:
    cells = ground.size.width * ground.size.height
    within = "" if ground.left > 0 else f" within {LOOKS} looks at cells"
    return (
        f"found no place for {piece}{within}: {cells - len(ground.free)} of {cells} cells are taken; "
        "expected a larger board or fewer pieces"
    )


def _place_for(rng: Random, ground: _Ground, length: int) -> tuple[list[Cell], int]:
    """Return the cells of a random place for a piece (none: there is no place) and how many were tried."""
    width, height = ground.size
    ways = [(length, 1), (1, length)]
    for tried in range(1, TRIES + 1):
        if ground.left <= 0:
            return [], tried
        wide, high = rng.choice(ways)
        if wide <= width and high <= height:
            corner = rng.randrange(height - high + 1), rng.randrange(width - wide + 1)
            cells = _cells_at(corner, wide, high)
            if ground.fits(cells):
                return cells, tried
    fitting = []
    for wide, high in dict.fromkeys(ways):
        for row in range(height - high + 1):
            for col in range(width - wide + 1):
                cells = _cells_at((row, col), wide, high)
                if ground.fits(cells):
                    fitting.append(cells)
                if ground.left <= 0:
                    return [], TRIES
    return (rng.choice(fitting) if fitting else []), TRIES


def _cells_at(corner: Cell, wide: int, high: int) -> list[Cell]:
    return [(corner[0] + down, corner[1] + right) for down in range(high) for right in range(wide)]


class _Ground:
    """The free cells of a board that is being filled; they hang together.

    left: how many cells may still be looked at.
    """

    def __init__(self, size: BoardSize) -> None:
        self.size = size
        self.free = dict.fromkeys(_cells(size))
        self.left = LOOKS

    def fits(self, cells: list[Cell]) -> bool:
        """Whether the cells are free, and some are left beside them that still hang together."""
        self.left -= len(cells)
        taken = set(cells)
        if len(cells) >= len(self.free) or any(cell not in self.free for cell in cells):
            return False
        beside = {next_to(cell, side) for cell in cells for side in SIDES}
        wanted = {cell for cell in beside if cell in self.free and cell not in taken}
        # The board was in one piece before: it still is when the cells around the piece find each other.
        first = min(wanted)
        found, queue, missing = {first}, deque([first]), wanted - {first}
        while queue and missing:
            here = queue.popleft()
            self.left -= 1
            for there in (next_to(here, side) for side in SIDES):
                if there in self.free and there not in taken and there not in found:
                    found.add(there)
                    missing.discard(there)
                    queue.append(there)
        return not missing
