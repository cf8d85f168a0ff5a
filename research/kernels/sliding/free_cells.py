"""Boards packed by the cells that are no walls, so that large boards with many walls fit as well."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from research.kernels.sliding import tables

MOST_FREE = 16


def packed_free(cells: bytes, goal: bytes, width: int, order: str) -> tuple[int, int, tables.Edges]:
    """Return a board and its goal in 64 bits, four for a free cell, and the edges between free cells.

    Tiles are numbered anew from 1, in their order; rows of `Edges.after` stay where they are, so that
    `Edges.root` takes the cell of the whole board. ValueError: more than 16 cells are free.
    """
    free = [cell for cell, tile in enumerate(cells) if tile != tables.WALL]
    if len(free) > MOST_FREE:
        raise ValueError(f"this search takes at most {MOST_FREE} cells beside walls, this has {len(free)}")
    number = {tile: at for at, tile in enumerate(sorted(cells[cell] for cell in free))}
    place = np.zeros(len(cells), np.uint64)
    place[free] = range(len(free))
    start, end = (
        sum(number[board[cell]] << 4 * at for at, cell in enumerate(free)) for board in (cells, goal)
    )
    edges = tables.edges(cells, width, order)
    source, target = (place[each.astype(np.int64)] for each in (edges.source, edges.target))
    return start, end, replace(edges, source=source, target=target)
