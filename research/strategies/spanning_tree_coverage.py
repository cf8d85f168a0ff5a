"""Spanning-tree coverage (Gabriely and Rimon 2001): around a tree of blocks of 2 x 2 cells."""

from collections.abc import Iterator
from typing import Any

from research.fog import View, Visits
from research.registry import strategies
from research.strategies.nearest_frontier import nearest
from research.task import Node

# The cells of a block, clockwise from the upper left, each with the side on which a walk that goes
# round the tree clockwise leaves the block for the next one.
CLOCKWISE = {(0, 0): (-1, 0), (0, 1): (0, 1), (1, 1): (1, 0), (1, 0): (0, -1)}
PLACES = list(CLOCKWISE)


@strategies.register(needs={"headings", "walk"})
def spanning_tree_coverage(view: View) -> Visits:
    """Go round a depth-first tree of blocks of 2 x 2 cells, which is grown on the way.

    On a board of whole blocks every cell is entered once, and the walk ends beside the start (the
    source's guarantee). Blocks are counted from the start, since nobody knows where the board begins.
    Where cells of a block are missing, what the round has missed is entered from the nearest visited
    cell: complete on finite graphs, with no bound on what is walked twice.
    """
    begun = {_block(view, view.here)}
    rounds = [_round(view, view.here, begun)]
    while True:
        node = next(rounds[-1], None) if rounds else nearest(view)
        if node is None:
            if not rounds:
                return
            rounds.pop()
        elif _block(view, node) in begun and rounds:
            yield node
        else:
            begun.add(_block(view, node))
            rounds.append(_round(view, node, begun))
            yield node


def _block(view: View, node: Node) -> tuple[int, int]:
    row, col = _apart(view, node)
    return row // 2, col // 2


def _round(view: View, entry: Any, begun: set[tuple[int, int]]) -> Iterator[Node]:
    """Yield what to visit after `entry`: the block's cells clockwise, and from each the block beyond it."""
    place = _place(view, entry)
    at, row, col = PLACES.index(place), entry[0] - place[0], entry[1] - place[1]
    for down, right in PLACES[at:] + PLACES[:at]:
        cell = row + down, col + right
        if cell not in view.visits and cell in view.moves():
            yield cell
        out = CLOCKWISE[down, right]
        beyond = cell[0] + out[0], cell[1] + out[1]
        if cell in view.visits and beyond in view.edges[cell] and _block(view, beyond) not in begun:
            yield beyond


def _place(view: View, node: Node) -> tuple[int, int]:
    """Return where in its block a cell is: (0, 0) upper left."""
    row, col = _apart(view, node)
    return row % 2, col % 2


def _apart(view: View, node: Any) -> tuple[int, int]:
    """Return how many rows below the start and columns to the right of it a cell is."""
    start: Any = view.start
    return node[0] - start[0], node[1] - start[1]
