"""Uniform spanning trees of a board: how many there are, and exact chances of sides and passages.

Dead ends are here what graph theory calls leaves: cells with one passage, real or enclosed.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any

import networkx as nx
import numpy as np
from networkx.utils import cuthill_mckee_ordering

from research.domains.compass import SIDES, STEPS, Cell
from research.domains.maze.census import PASSAGES
from research.parameters import BoardSize

Floats = np.ndarray[Any, np.dtype[np.float64]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]

# Exponents e for which 2**e - 1 is a prime (Mersenne).
EXPONENTS = (61, 127, 521, 1279, 2203, 4253, 9689, 19937)
OFFSETS = [STEPS[side] for side in SIDES]

# The share of dead ends on a board without end (Manna, Dhar and Majumdar 1992, "Spanning trees in two
# dimensions"): 29.4545 %.
UNIFORM_LIMIT = 8 / math.pi**2 * (1 - 2 / math.pi)


def board_graph(size: BoardSize) -> nx.Graph:
    """Return the graph of a board without walls."""
    graph: nx.Graph = nx.grid_2d_graph(size.height, size.width)
    return graph


def spanning_trees(graph: nx.Graph) -> int:
    """Return the number of spanning trees of a simple graph; exact, 0 where it is not connected.

    Kirchhoff 1847: the determinant of the Laplacian without one node. Its leading minors lie from 0
    to the product of the degrees; eliminating modulo a prime beyond that gives the number itself.
    O(n w^2) for n nodes in an order of bandwidth w: 6x4 in 1 ms, 20x20 in about a second.
    ValueError where that product is 2**19937 or more: no board of up to 9,900 cells.
    """
    prime = _prime_above(math.prod(int(degree) for _, degree in graph.degree if degree))
    rows, trees = _reduced_laplacian(graph), 1
    for at, row in enumerate(rows):
        if not row[at]:
            return 0
        trees = trees * row[at] % prime
        inverse = pow(row[at], -1, prime)
        below = [column for column in row if column > at]
        for other in below:
            factor = rows[other][at] * inverse % prime
            for column in below:
                rows[other][column] = (rows[other].get(column, 0) - factor * row[column]) % prime
    return trees


def _prime_above(bound: int) -> int:
    fitting = (exponent for exponent in EXPONENTS if 2**exponent - 1 > bound)
    try:
        return (1 << next(fitting)) - 1
    except StopIteration:
        raise ValueError("the graph is too large to count its spanning trees exactly") from None


def _reduced_laplacian(graph: nx.Graph) -> list[dict[int, int]]:
    """Return the rows of the Laplacian without the last node: column to value, where not 0."""
    nodes = list(cuthill_mckee_ordering(graph))
    number = {node: at for at, node in enumerate(nodes)}
    rows = []
    for node in nodes[:-1]:
        near = [number[other] for other in graph[node] if number[other] < len(number) - 1]
        rows.append({number[node]: graph.degree[node], **dict.fromkeys(near, -1)})
    return rows


def exact_uniform_dead_ends(size: BoardSize) -> Fraction:
    """Return the expected dead ends of a uniform spanning tree of a board; exact, for small boards.

    In deg(v) t(G - v) of the t(G) trees v is a leaf: a tree of the rest, and one of its sides. 3x3:
    55/16, 4x4: 2395/448. O(n^2 w^2): 10x10 takes seconds.
    """
    graph = board_graph(size)
    if len(graph) == 1:
        return Fraction(0)
    leaves = (graph.degree[v] * spanning_trees(nx.restricted_view(graph, [v], [])) for v in graph)
    return Fraction(sum(leaves), spanning_trees(graph))


def passage_chances(size: BoardSize) -> Floats:
    """Return for each cell the chance of each set of open sides in a uniform spanning tree.

    Shape (rows, cols, 16), rounded as floats are; the last index has a bit for each open side, in
    the order N, E, S, W from the lowest. By the transfer-current theorem (Burton and Pemantle 1993,
    theorem 1.1): that some sides are open and others closed has as chance the determinant of the
    transfer currents between them, with those of the closed ones taken from 1. The sides of one
    cell suffice here. Any size; 50x50 in some 50 ms, 500x500 in some seconds.
    """
    currents = _currents_around(size)
    chances = np.empty((*currents.shape[:2], 16))
    for sides in range(16):
        chosen = np.array([[sides >> at & 1] for at in range(4)], bool)
        chances[..., sides] = np.linalg.det(np.where(chosen, currents, np.eye(4) - currents))
    return chances


def degree_chances(size: BoardSize) -> Floats:
    """Return for each cell the chance that it has 0 to 4 passages in a uniform spanning tree.

    Shape (rows, cols, 5), rounded as floats are.
    """
    chances = passage_chances(size)
    return np.stack([chances[..., degree == PASSAGES].sum(axis=-1) for degree in range(5)], axis=-1)


def uniform_dead_ends(size: BoardSize) -> float:
    """Return the expected dead ends of a uniform spanning tree of a board, as floats give them.

    20x20: 29.038 % of the cells, 50x50: 29.220 %, limit UNIFORM_LIMIT.
    """
    return float(degree_chances(size)[..., 1].sum())


def edge_chances(size: BoardSize) -> tuple[Floats, Floats]:
    """Return the chance of each side to be open in a uniform spanning tree: south, east.

    Shapes as a maze's walls. Kirchhoff: the transfer current of a side through itself, which is the
    resistance between its cells.
    """
    currents = _currents_around(size).diagonal(axis1=2, axis2=3)
    return currents[:-1, :, SIDES.index("S")], currents[:, :-1, SIDES.index("E")]


def _currents_around(size: BoardSize) -> Floats:
    """Return the transfer currents between the sides of each cell, shape (rows, cols, 4, 4).

    Sides in the order N, E, S, W, all directed out of the cell; 0 for those on the border.
    """
    green = {(a, b): _green(size, a, b) for a, b in product([(0, 0), *OFFSETS], repeat=2)}
    here, inside = (0, 0), _inside(size)
    currents = np.empty((size.height, size.width, 4, 4))
    for (i, one), (j, other) in product(enumerate(OFFSETS), repeat=2):
        between = green[here, here] - green[one, here] - green[here, other] + green[one, other]
        currents[..., i, j] = np.where(inside[..., i] & inside[..., j], between, 0.0)
    return currents


def _inside(size: BoardSize) -> Flags:
    """Return for each cell and side, in the order N, E, S, W, whether a cell is there."""
    inside = np.ones((size.height, size.width, 4), bool)
    inside[0, :, 0] = inside[:, -1, 1] = inside[-1, :, 2] = inside[:, 0, 3] = False
    return inside


def _green(size: BoardSize, one: Cell, other: Cell) -> Floats:
    """Return for each cell v the Green's function from v + one to v + other, shape (rows, cols).

    The pseudo-inverse of the board's Laplacian, by its eigenvectors, which are products of cosines.
    Without a meaning where v + one or v + other is outside.
    """
    (down, by_row), (across, by_col) = _waves(size.height), _waves(size.width)
    weights = by_row[:, None] + by_col[None, :]
    weights[0, 0] = np.inf
    rows = np.roll(down, -one[0], axis=0) * np.roll(down, -other[0], axis=0)
    cols = np.roll(across, -one[1], axis=0) * np.roll(across, -other[1], axis=0)
    return rows @ (1 / weights) @ cols.T


def _waves(length: int) -> tuple[Floats, Floats]:
    """Return the eigenvectors (as columns) and eigenvalues of the Laplacian of a path."""
    angle = math.pi * np.arange(length) / length
    waves = np.cos(angle[None, :] * (np.arange(length)[:, None] + 0.5)) * math.sqrt(2 / length)
    waves[:, 0] = math.sqrt(1 / length)
    return waves, 2 - 2 * np.cos(angle)


def uniform_dead_ends_variance(size: BoardSize) -> float:
    """Return the variance of the dead ends of a uniform spanning tree, as floats give it.

    Sums the chances that two cells are leaves at once, by the transfer currents between their
    sides: O(n^2) small determinants. 20x20 in about a second; ValueError beyond 1,024 cells.
    """
    if size.width * size.height > 1_024:
        raise ValueError(f"found a board of {size}; expected at most 1024 cells")
    if size.width * size.height <= 2:
        return 0.0
    mean = uniform_dead_ends(size)
    return float(_both_leaves(size).sum() + mean - mean**2)


def _both_leaves(size: BoardSize) -> Floats:
    """Return the chance of every two different cells to be leaves both, shape (n, n).

    A leaf hangs on each of its sides with the same chance, so one determinant for a pair is enough.
    Neighbours that are leaves both do not hang on each other: theirs is the side that is closed.
    """
    rows, cols = np.indices((size.height, size.width)).reshape(2, -1)
    inside = _inside(size).reshape(-1, 4)
    joined = nx.to_numpy_array(board_graph(size))
    green = np.linalg.pinv(np.diag(joined.sum(axis=0)) - joined, hermitian=True)
    # Beyond the border stands the cell itself: a side that leads nowhere has no current.
    near = np.stack([(rows + dr) * size.width + cols + dc for dr, dc in OFFSETS], axis=1)
    near = np.where(inside, near, np.arange(len(rows))[:, None])
    return np.stack([_leaves_with(cell, green, near, inside) for cell in range(len(rows))])


def _leaves_with(cell: int, green: Floats, near: Any, inside: Flags) -> Floats:
    """Return the chance of `cell` and each other cell to be leaves both, 0 for itself."""
    count = len(near)
    others = np.arange(count)[:, None]
    tails = np.concatenate([np.full((count, 4), cell), np.repeat(others, 4, axis=1)], axis=1)
    heads = np.concatenate([np.broadcast_to(near[cell], (count, 4)), near], axis=1)
    # The side between neighbours is one side: it counts for the first of the two and is closed.
    there = np.concatenate([np.broadcast_to(inside[cell], (count, 4)), inside & (near != cell)], axis=1)
    usable = there & ~((tails == cell) & (heads == others))
    currents = _currents(green, tails, heads) * (there[:, :, None] & there[:, None, :])
    opened = np.zeros((count, 8), bool)
    for half in (0, 4):
        opened[others[:, 0], half + usable[:, half : half + 4].argmax(axis=1)] = True
    chances: Floats = np.linalg.det(np.where(opened[:, :, None], currents, np.eye(8) - currents))
    chances *= usable[:, :4].sum(axis=1) * usable[:, 4:].sum(axis=1)
    chances[cell] = 0.0
    return chances


def _currents(green: Floats, tails: Any, heads: Any) -> Floats:
    """Return the transfer currents between directed sides, given in rows: shape (rows, sides, sides)."""
    tail, head = tails[:, :, None], heads[:, :, None]
    tail_2, head_2 = tails[:, None, :], heads[:, None, :]
    currents: Floats = green[tail, tail_2] - green[tail, head_2] - green[head, tail_2] + green[head, head_2]
    return currents
