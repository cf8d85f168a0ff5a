"""Parts that a solution leaves apart, joined: by exchanging edges, or by going to and fro between them.

Where edges a-b and c-d are walked in two parts, and a-c and b-d are edges too, walking these instead
makes one part of both at no price (Karp 1979, "A patching algorithm for the nonsymmetric
traveling-salesman problem"); every cell is visited as often as before. Grids have many such squares. What
cannot be joined so is bridged by an edge that is walked both ways.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from research.domains.coverage.programme import Floats, Programme

Times = np.ndarray[Any, np.dtype[np.int64]]
# Numbers of the edges a-b, c-d, a-c and b-d of a square.
Square = tuple[int, int, int, int]


def joined(programme: Programme, values: Floats) -> Floats:
    """Return whole values with as many parts joined as exchanges of two edges for two can join."""
    count = len(programme.edges)
    times = np.rint(values[:count]).astype(np.int64)
    squares, parts = _squares(programme), _parts(programme, times)
    at = 0
    while parts > 1 and at < len(squares):
        after = _exchanged(times, squares[at])
        at += 1
        if after is not None and (fewer := _parts(programme, after)) < parts:
            times, parts, at = after, fewer, 0
    return np.concatenate([times, values[count:]])


def bridged(programme: Programme, values: Floats) -> Floats:
    """Return whole values with all parts joined, each by one more edge there and back.

    Edges between cells that are visited twice already come first.
    """
    after = np.rint(values)
    label, parts = _labels(programme, after[: len(programme.edges)])
    while parts > 1:
        visits = after[programme.visits : programme.visits + len(programme.nodes)]
        between = [edge for edge, (a, b) in enumerate(programme.edges) if label[a] != label[b]]
        edge = min(between, key=lambda edge: sum(visits[at] == 1 for at in programme.edges[edge]))
        after[edge] = 2
        visits[list(programme.edges[edge])] += 1
        label, parts = _labels(programme, after[: len(programme.edges)])
    return after


def _exchanged(times: Times, square: Square) -> Times | None:
    """Return the times with one way along two sides of a square taken along the others; None: impossible."""
    a_b, c_d, a_c, b_d = square
    if not (times[a_b] and times[c_d] and times[a_c] < 2 and times[b_d] < 2):
        return None
    after = times.copy()
    after[[a_b, c_d]] -= 1
    after[[a_c, b_d]] += 1
    return after


def _squares(programme: Programme) -> list[Square]:
    """Return all squares of the graph, each once for either pair of opposite sides."""
    number = {frozenset(ends): edge for edge, ends in enumerate(programme.edges)}
    near: list[list[int]] = [[] for _ in programme.nodes]
    for a, b in programme.edges:
        near[a].append(b)
        near[b].append(a)
    return [
        (edge, number[frozenset((c, d))], number[frozenset((a, c))], number[frozenset((b, d))])
        for edge, (a, b) in enumerate(programme.edges)
        for c in near[a]
        for d in near[b]
        # Each pair of opposite sides once: the one with the smaller number is a-b.
        if len({a, b, c, d}) == 4 and edge < number.get(frozenset((c, d)), -1)
    ]


def _parts(programme: Programme, times: Times) -> int:
    return _labels(programme, times)[1]


def _labels(programme: Programme, times: Floats | Times) -> tuple[Any, int]:
    """Return the part that each node is in, and how many there are."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    walked = [ends for ends, often in zip(programme.edges, times, strict=True) if often]
    rows, cols = [a for a, _ in walked], [b for _, b in walked]
    shape = (len(programme.nodes),) * 2
    count, label = connected_components(
        csr_array((np.ones(len(walked)), (rows, cols)), shape=shape), directed=False
    )
    return label, int(count)
