"""Building pattern databases: breadth-first search over placings of a pattern's tiles, and the blank.

A move of one of the pattern's tiles costs 1, all others nothing (Korf and Felner 2002), so of the blank
only its *region* matters: the cells that it can reach without moving one of these tiles. A state is a
placing and a region; it stands for as many placings of tiles and blank as the region has cells. All
orders of one set of occupied cells are dealt with together: they have the same regions, and a tile's
move takes them to the same other set, so that memory is read and written row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.kernels.compiled import AVAILABLE, compiled
from research.kernels.sliding.pattern_ranks import ones, placings, rank_of, rotations, set_rank, set_ranks

UNKNOWN = 255
# The regions of a placing are bits of a byte.
MOST_REGIONS = 8
# So many placings are searched in reasonable time also without compiled code.
SMALL = 10_000

# Told how many placings have their value.
Told = Callable[[int], None]


def build(
    values: NDArray[np.uint8],
    width: int,
    height: int,
    goal: Sequence[int],
    blank: int,
    told: Told = lambda done: None,
) -> None:
    """Write for each placing the least moves of a pattern's tiles to their goal, wherever the blank is.

    values: uint8 by `rank_of`, as long as there are placings; 255 for those without a way. The board has
    no walls. goal: the goal cells of the tiles, rising; blank: the blank's. Takes 2 bytes a placing more.
    ValueError: there are too many placings for code that is not compiled.
    """
    cells, size = width * height, len(goal)
    assert len(values) == placings(cells, size) and list(goal) == sorted(goal)
    if not AVAILABLE and len(values) > SMALL:
        raise ValueError(
            f"found no numba to build a pattern database of {len(values):,} entries; "
            f"expected it to be installed, or at most {SMALL:,} entries"
        )
    moves = _Moves(width, height, size)
    start, orders = rank_of(goal), factorial(size)
    values.fill(UNKNOWN)
    seen, fresh = np.zeros(len(values), np.uint8), np.zeros(len(values), np.uint8)
    active = np.zeros(comb(cells, size), np.uint8)
    active[start // orders] = 1
    fresh[start] = 1 << int(moves.regions[start // orders, blank])
    # Each move takes the tiles from a set of one colour to one of the other: of active sets only
    # those of this layer's colour are at its depth.
    colour = moves.colours[start // orders]
    done, depth, expanded = 0, 0, True
    while expanded:
        settled, expanded = _layer(depth, colour, values, seen, fresh, active, moves.arrays)
        done, depth, colour = done + int(settled), depth + 1, 1 - colour
        told(done)


class _Moves:
    """The sets of cells that a number of tiles can occupy, and what moves make of them.

    regions  uint8 (set, cell): the number of the region that a free cell is in, UNKNOWN elsewhere
    colours  uint8 (set): whether the cells occupied add up to an odd number of rows and columns
    arrays   these and what else `_layer` needs
    """

    def __init__(self, width: int, height: int, size: int) -> None:
        cells = width * height
        sets = comb(cells, size)
        near = np.full((cells, 4), -1, np.int64)
        for cell in range(cells):
            row, col = divmod(cell, width)
            beside = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
            inside = [r * width + c for r, c in beside if 0 <= r < height and 0 <= c < width]
            near[cell, : len(inside)] = inside
        odd = sum(1 << cell for cell in range(cells) if sum(divmod(cell, width)) % 2)
        masks, self.colours = np.zeros(sets, np.uint64), np.zeros(sets, np.uint8)
        self.regions = np.full((sets, cells), UNKNOWN, np.uint8)
        _list_sets(size, np.uint64(odd), near, masks, self.colours, self.regions)
        assert self.regions[self.regions != UNKNOWN].max() < MOST_REGIONS
        self.arrays = masks, self.colours, self.regions, near, rotations(size), *set_ranks(cells)


@compiled
def _list_sets(size: Any, odd: Any, near: Any, masks: Any, colours: Any, regions: Any) -> Any:
    """List all sets of so many cells by their ranks: rising bit masks."""
    one = np.uint64(1)
    mask, stack = (one << np.uint64(size)) - one, np.zeros(near.shape[0], np.int64)
    for number in range(len(masks)):
        masks[number] = mask
        colours[number] = ones(mask & odd) & one
        count = 0
        for first in range(near.shape[0]):
            if (mask >> np.uint64(first)) & one or regions[number, first] != UNKNOWN:
                continue
            stack[0], height = first, 1
            regions[number, first] = count
            while height:
                height -= 1
                for to in near[stack[height]]:
                    if to >= 0 and not (mask >> np.uint64(to)) & one and regions[number, to] == UNKNOWN:
                        regions[number, to] = count
                        stack[height] = to
                        height += 1
            count += 1
        # The next larger number with as many bits (Gosper's hack, HAKMEM item 175).
        lowest = mask & (~mask + one)
        carried = mask + lowest
        mask = carried | (((mask ^ carried) // lowest) >> np.uint64(2))


@compiled
def _layer(
    depth: Any, colour: Any, values: Any, seen: Any, fresh: Any, active: Any, moves: Any
) -> tuple[Any, Any]:
    """Expand all states of this depth; return how many placings got their value, and whether any was there.

    seen, fresh: the regions of each placing that were expanded, or wait to be, as bits.
    """
    masks, colours, regions, near, rotated, half, low, high = moves
    one, orders = np.uint64(1), rotated.shape[2]
    found, bits = np.zeros(orders, np.int64), np.zeros(orders, np.uint8)
    settled, expanded = 0, False
    for number in range(len(masks)):
        if not active[number] or colours[number] != colour:
            continue
        active[number] = 0
        row, count = number * orders, 0
        for order in range(orders):
            at = row + order
            new = fresh[at] & ~seen[at]
            fresh[at] = 0
            if new:
                seen[at] |= new
                found[count], bits[count] = order, new
                count += 1
                if values[at] == UNKNOWN:
                    values[at] = depth
                    settled += 1
        if count == 0:
            continue
        expanded = True
        mask, place = masks[number], -1
        for cell in range(near.shape[0]):
            if not (mask >> np.uint64(cell)) & one:
                continue
            place += 1
            for to in near[cell]:
                if to < 0 or (mask >> np.uint64(to)) & one:
                    continue
                moved = mask ^ (one << np.uint64(cell)) ^ (one << np.uint64(to))
                other = set_rank(moved, half, low, high)
                turn = rotated[place, np.int64(ones(moved & ((one << np.uint64(to)) - one)))]
                active[other] = 1
                _push(
                    count, found, bits, regions[number, to], regions[other, cell], turn, fresh, other * orders
                )
    return settled, expanded


@compiled
def _push(
    count: Any, found: Any, bits: Any, region: Any, entered: Any, turn: Any, fresh: Any, row: Any
) -> Any:
    """Let the same tile move in all orders found that have the blank in `region`."""
    bit = np.uint8(1) << entered
    for at in range(count):
        if (bits[at] >> region) & 1:
            fresh[row + turn[found[at]]] |= bit
