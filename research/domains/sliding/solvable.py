"""Whether a goal can be reached: what can be told of a board without a search."""

from __future__ import annotations

from research.domains.sliding.slide import BLANK, Slide


def hopeless(cells: bytes, goal: bytes, slide: Slide) -> str:
    """Return why `goal` cannot be reached from `cells`, "" where nothing speaks against it.

    Told are tiles in cells that the blank cannot come to, wrong parity, and on a row or a ring of
    cells the wrong order of the tiles. Every move exchanges the blank with a tile, so the parity of
    the permutation is that of the blank's Manhattan distance to its goal; it holds for every shape.
    It is sufficient where the free cells hang together even with any one of them taken away, and
    are not a ring (Wilson 1974, "Graph puzzles, homotopy, and the alternating group").
    """
    region = [cell for cell, steps in enumerate(slide.distances(cells.index(BLANK))) if steps >= 0]
    fixed = sorted(set(range(len(cells))) - set(region))
    apart = [cell for cell in fixed if cells[cell] != goal[cell]]
    if apart or goal.index(BLANK) not in region:
        row, col = divmod(apart[0] if apart else goal.index(BLANK), slide.width)
        return f"the cell in row {row}, column {col} cannot be reached by the blank"
    if is_odd(cells, goal) != bool(_displacement(cells, goal, slide.width) % 2):
        return "wrong parity"
    degrees = [len(slide.ways[cell]) for cell in region]
    if max(degrees, default=0) <= 2 and _order(cells, region, slide) != _order(goal, region, slide):
        return (
            "on a ring the order of the tiles is fixed" if min(degrees) == 2 else "in a row tiles cannot pass"
        )
    return ""


def is_odd(cells: bytes, goal: bytes) -> bool:
    """Whether the permutation from `goal` to `cells`, the blank included, is odd."""
    place = {tile: cell for cell, tile in enumerate(goal)}
    # Walls are all alike, and stay.
    image = [cell if tile == goal[cell] else place[tile] for cell, tile in enumerate(cells)]
    seen, odd = [False] * len(image), False
    for first in range(len(image)):
        here, length = first, 0
        while not seen[here]:
            seen[here], here, length = True, image[here], length + 1
        odd ^= length > 0 and length % 2 == 0
    return odd


def _displacement(cells: bytes, goal: bytes, width: int) -> int:
    (row, col), (to_row, to_col) = divmod(cells.index(BLANK), width), divmod(goal.index(BLANK), width)
    return abs(row - to_row) + abs(col - to_col)


def _order(cells: bytes, region: list[int], slide: Slide) -> list[int]:
    """Return the tiles of a row or a ring of cells in order, a ring's from its least tile."""
    first = next((cell for cell in region if len(slide.ways[cell]) == 1), region[0])
    chain, here = [first], first
    while fresh := [there for there in slide.ways[here] if there not in chain]:
        here = fresh[0]
        chain.append(here)
    tiles = [cells[cell] for cell in chain if cells[cell] != BLANK]
    if tiles and all(len(slide.ways[cell]) == 2 for cell in region):
        at = tiles.index(min(tiles))
        tiles = tiles[at:] + tiles[:at]
    return tiles
