"""Ranks of patterns: a number for each placing of some tiles, dense from 0.

A pattern of k tiles on n cells has n! / (n - k)! placings. A placing's rank is that of the *set* of
occupied cells among all such sets (colexicographic: the sum of binomials c_i over i + 1, cells c_i rising
from i = 0), times k!, plus that of the *order* in which the tiles stand in it (lexicographic). All
orders of one set thus lie side by side, and one move of a tile leads from one such row to another.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb, factorial, perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.kernels.compiled import compiled

# Orders of so many tiles have 16 bits.
MOST_TILES = 8


@cache
def set_ranks(cells: int) -> tuple[np.uint64, NDArray[np.int64], NDArray[np.int64]]:
    """Return two tables that give the rank of a set of up to MOST_TILES of so many cells, as a bit mask.

    First the number of cells in the lower half; then the share of that half, by its bits, and of the upper
    half, flat [(cells occupied in the lower half << half) | its bits].
    """
    half = (cells + 1) // 2
    low = _shares(0, half, 0)
    high = np.concatenate([_shares(half, half, below) for below in range(MOST_TILES + 1)])
    return np.uint64(half), low, high


def _shares(first: int, count: int, below: int) -> NDArray[np.int64]:
    """Return what so many cells from `first` on add to a set's rank, with `below` occupied before them."""
    shares, occupied = np.zeros(1, np.int64), np.full(1, below)
    for cell in range(first, first + count):
        more = np.array([comb(cell, at) for at in range(below + count + 1)], np.int64)
        occupied = np.concatenate([occupied, occupied + 1])
        shares = np.concatenate([shares, shares + more[occupied[len(shares) :]]])
    return shares


def placings(cells: int, tiles: int) -> int:
    """Return the number of placings of so many tiles."""
    return perm(cells, tiles)


def rank_of(cells: Sequence[int]) -> int:
    """Return the rank of a placing, given as the cell of each of its tiles."""
    of_set = sum(comb(cell, at) for at, cell in enumerate(sorted(cells), 1))
    of_order, rest = 0, sum(1 << cell for cell in cells)
    for at, cell in enumerate(cells):
        of_order = of_order * (len(cells) - at) + (rest & ((1 << cell) - 1)).bit_count()
        rest ^= 1 << cell
    return of_set * factorial(len(cells)) + of_order


@compiled
def ones(bits: Any) -> Any:
    """Return how many of 32 bits are set; unsigned."""
    bits -= (bits >> np.uint64(1)) & np.uint64(0x55555555)
    bits = (bits & np.uint64(0x33333333)) + ((bits >> np.uint64(2)) & np.uint64(0x33333333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F)
    return ((bits * np.uint64(0x01010101)) & np.uint64(0xFFFFFFFF)) >> np.uint64(24)


@compiled
def set_rank(mask: Any, half: Any, low: Any, high: Any) -> Any:
    """Return the rank of a set of cells given as a bit mask; the tables are those of `set_ranks`."""
    lower = mask & ((np.uint64(1) << half) - np.uint64(1))
    return low[lower] + high[(ones(lower) << half) | (mask >> half)]


@cache
def rotations(size: int) -> NDArray[np.uint16]:
    """Return a table of what a move makes of the order of so many tiles.

    [i, j, order]: the order in which the tile in place i of the set has gone to place j.
    """
    table = np.zeros((size, size, factorial(size)), np.uint16)
    _rotate(size, table)
    return table


@compiled
def _rotate(size: Any, table: Any) -> Any:
    """Fill the table of `rotations`."""
    places, turned = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for order in range(table.shape[2]):
        _places(order, size, places)
        for i in range(size):
            for j in range(size):
                for tile in range(size):
                    place = places[tile]
                    between = (i < place <= j) - (j <= place < i)
                    turned[tile] = j if place == i else place - between
                table[i, j, order] = _order(turned, size)


@compiled
def _places(order: Any, size: Any, places: Any) -> Any:
    """Write the place of each tile in an order."""
    for tile in range(size - 1, -1, -1):
        places[tile] = order % (size - tile)
        order //= size - tile
        for later in range(tile + 1, size):
            places[later] += places[later] >= places[tile]


@compiled
def _order(places: Any, size: Any) -> Any:
    """Return the number of an order, given as the place of each tile."""
    order = 0
    for tile in range(size):
        below = 0
        for later in range(tile + 1, size):
            below += places[later] < places[tile]
        order = order * (size - tile) + below
    return order
