"""What the kernels look up: a board's edges, distances relative to a goal, Zobrist keys, packed boards.

A board is width x height cells in row-major order: 0 the blank, tiles 1 to cells - 1, WALL never moves.
Walls make boards differ, so all of this is computed for each board.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

WALL = 255
BLANK_ORDER = "ULRD"
# Successor rows of `Edges.after` are this long: at most four edges, then zeros.
ROW = 8
PACKED_CELLS = 16

Table = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Edges:
    """The blank's moves between cells, numbered from 1.

    source, target  uint64, the cells that edge e leads from and to (entry 0 is unused)
    letters         the direction of each edge, U D L R ("-" for entry 0)
    after           uint64, flat rows of ROW: row e has the edges that may follow edge e, without its
                    reverse, in the order asked for, then zeros; row `root(c)` has all that leave cell c
    """

    source: NDArray[np.uint64]
    target: NDArray[np.uint64]
    letters: str
    after: NDArray[np.uint64]

    def root(self, cell: int) -> int:
        """Return the row of `after` for a start with the blank in `cell`."""
        return len(self.source) + cell

    def word(self, edges: Sequence[int]) -> str:
        """Return the letters of these edges."""
        return "".join(self.letters[edge] for edge in edges)


def checked(cells: bytes, goal: bytes, width: int) -> None:
    """Raise ValueError unless both are boards of the same tiles and walls, of full rows, with one blank."""
    if width < 1 or len(cells) % width or not cells:
        raise ValueError(f"a board of {len(cells)} cells has no rows of {width}")
    if len(cells) > WALL:
        raise ValueError(f"a board has at most {WALL} cells, this has {len(cells)}")
    if sorted(cells) != sorted(goal):
        raise ValueError("the goal's tiles and walls are not those of the board")
    tiles = [tile for tile in cells if tile != WALL]
    if len(set(tiles)) != len(tiles) or 0 not in tiles or max(tiles) >= len(cells):
        raise ValueError(f"expected one blank and different tiles from 1 to {len(cells) - 1}")
    for cell, (here, there) in enumerate(zip(cells, goal, strict=True)):
        if (here == WALL) != (there == WALL):
            raise ValueError(f"cell {cell} is a wall in one of board and goal only")


def neighbours(cells: bytes, width: int) -> list[dict[str, int]]:
    """Return for each cell the cells that its blank can move to, by letter; none from a wall."""
    near: list[dict[str, int]] = [{} for _ in cells]
    for cell, content in enumerate(cells):
        col = cell % width
        steps = {"U": cell - width, "D": cell + width, "L": cell - 1, "R": cell + 1}
        inside = {"U": cell >= width, "D": cell + width < len(cells), "L": col > 0, "R": col < width - 1}
        if content != WALL:
            near[cell] = {way: to for way, to in steps.items() if inside[way] and cells[to] != WALL}
    return near


def edges(cells: bytes, width: int, order: str = BLANK_ORDER) -> Edges:
    """Return the board's edges; `order` is the order of U D L R in which moves are tried."""
    if sorted(order) != sorted("UDLR"):
        raise ValueError(f"an order has each of U D L R once, found {order!r}")
    near = neighbours(cells, width)
    every = [(cell, near[cell][way], way) for cell in range(len(cells)) for way in order if way in near[cell]]
    leaving: list[list[int]] = [[] for _ in cells]
    for number, (cell, _, _) in enumerate(every, 1):
        leaving[cell].append(number)
    after = np.zeros((len(every) + 1 + len(cells), ROW), np.uint64)
    for number, (cell, to, _) in enumerate(every, 1):
        following = [edge for edge in leaving[to] if every[edge - 1][1] != cell]
        after[number, : len(following)] = following
    for cell, all_of_it in enumerate(leaving):
        after[len(every) + 1 + cell, : len(all_of_it)] = all_of_it
    source, target, letters = zip((0, 0, "-"), *every, strict=True)
    return Edges(np.array(source, np.uint64), np.array(target, np.uint64), "".join(letters), after.ravel())


def manhattan(goal: bytes, width: int) -> Table:
    """Rows and columns between a tile and its goal, without the blank. Admissible and consistent."""
    return _per_tile(goal, lambda at, to: abs(at // width - to // width) + abs(at % width - to % width))


def squared(goal: bytes, width: int) -> Table:
    """Squared straight distance of each tile to its goal; for ordering only."""
    return _per_tile(goal, lambda at, to: (at // width - to // width) ** 2 + (at % width - to % width) ** 2)


def misplaced(goal: bytes, width: int) -> Table:
    """1 for each tile that is not in its goal cell, without the blank. Admissible and consistent."""
    return _per_tile(goal, lambda at, to: int(at != to))


def contest_distance(goal: bytes, width: int) -> Table:
    """The distance of a participant of the contest of 2011, the blank's included; not admissible.

    It is not Manhattan where row and column differences have opposite signs.
    """

    def distance(at: int, to: int) -> int:
        rows, rest = divmod(abs(at - to), width)
        return rows + rest

    table = _per_tile(goal, distance)
    table[0] = [distance(cell, goal.index(0)) for cell in range(len(goal))]
    return table


def wall_distance(goal: bytes, width: int) -> Table:
    """Moves that a tile alone on the board needs to its goal around walls. Admissible and consistent.

    Cells that it cannot come from are as far as there are cells.
    """
    near = neighbours(goal, width)
    table = np.zeros((len(goal), len(goal)), np.int64)
    for tile, home in _homes(goal):
        table[tile] = len(goal)
        table[tile, home], queue = 0, deque([home])
        while queue:
            cell = queue.popleft()
            for to in near[cell].values():
                if to != home and table[tile, to] == len(goal):
                    table[tile, to] = table[tile, cell] + 1
                    queue.append(to)
    return table


def zero(goal: bytes, width: int) -> Table:
    """0: nothing is known. Admissible and consistent."""
    return _per_tile(goal, lambda at, to: 0)


DISTANCES: dict[str, Callable[[bytes, int], Table]] = {
    each.__name__: each for each in (manhattan, misplaced, contest_distance, wall_distance, squared, zero)
}


def distances(h: str, goal: bytes, width: int) -> Table:
    """Return the (tile, cell) table of a distance by its name, or of a sum such as "manhattan+misplaced".

    Row 0 is the blank's: zeros, but for contest_distance. Added over a board's cells it gives h.
    """
    unknown = [name for name in h.split("+") if name not in DISTANCES]
    if unknown:
        raise ValueError(f"unknown distance {unknown[0]!r}; there are {', '.join(sorted(DISTANCES))}")
    return sum((DISTANCES[name](goal, width) for name in h.split("+")), np.zeros((len(goal),) * 2, np.int64))


def total(table: Table, cells: bytes) -> int:
    """Return the sum of a distance table over a board, walls left out."""
    return int(sum(table[tile, cell] for cell, tile in enumerate(cells) if tile != WALL))


def costs(table: Table, board: Edges, g: int = 0) -> NDArray[np.int64]:
    """Return by how much h, plus `g` for the step, changes with edge e and tile t, flat at [e * tiles + t].

    The tile moves against the blank: from the edge's target to its source.
    """
    source, target = board.source.astype(np.int64), board.target.astype(np.int64)
    blank = table[0, target] - table[0, source]
    change = (table[:, source] - table[:, target]).T + blank[:, None] + g
    return np.ascontiguousarray(change).ravel()


def zobrist(cells: int, seed: int = 2011) -> NDArray[np.uint64]:
    """Return a (tile, cell) table of 64-bit keys by splitmix64 (Steele, Lea, Flood 2014), the blank's 0."""
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(1, cells * cells + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    keys = (z ^ (z >> np.uint64(31))).reshape(cells, cells)
    keys[0] = 0
    return keys


def key_changes(board: Edges, cells: int) -> NDArray[np.uint64]:
    """Return what edge e with tile t does to a board's key by XOR, flat at [e * cells + t]."""
    keys, source, target = zobrist(cells), board.source.astype(np.int64), board.target.astype(np.int64)
    return np.ascontiguousarray((keys[:, source] ^ keys[:, target]).T).ravel()


def key(cells: bytes) -> int:
    """Return a board's Zobrist key."""
    keys, value = zobrist(len(cells)), 0
    for cell, tile in enumerate(cells):
        if tile != WALL:
            value ^= int(keys[tile, cell])
    return value


def packed(cells: bytes) -> int:
    """Return a board of at most 16 cells in 64 bits, four for a cell, cell 0 lowest.

    Walls and cells that do not exist are a number that no tile has, so that the blank is the only zero.
    """
    if len(cells) > PACKED_CELLS:
        raise ValueError(f"this search takes boards of at most {PACKED_CELLS} cells, this has {len(cells)}")
    filler = min(set(range(1, PACKED_CELLS)) - set(cells), default=0)
    filled = [filler if tile == WALL else tile for tile in cells] + [filler] * (PACKED_CELLS - len(cells))
    return sum(tile << 4 * cell for cell, tile in enumerate(filled))


def shifts(board: Edges) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return for each edge how far down its target is in a packed board, and the factor of its swap.

    A packed board b after edge e is b ^ (t * factor[e]) with the tile t = b >> shift[e] & 15.
    """
    low, high = board.target * np.uint64(4), board.source * np.uint64(4)
    return low, (np.uint64(1) << low) ^ (np.uint64(1) << high)


def _homes(goal: bytes) -> list[tuple[int, int]]:
    """Return the tiles with their goal cells."""
    return [(tile, cell) for cell, tile in enumerate(goal) if tile not in (0, WALL)]


def _per_tile(goal: bytes, distance: Callable[[int, int], int]) -> Table:
    table = np.zeros((len(goal), len(goal)), np.int64)
    for tile, home in _homes(goal):
        table[tile] = [distance(cell, home) for cell in range(len(goal))]
    return table
