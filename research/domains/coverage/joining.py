"""Parts that a solution leaves apart, joined by exchanging edges: every cell is visited as often as before.

Where edges a-b and c-d are walked in two parts, and a-c and b-d are edges too, walking these instead
makes one part of both at no price (Karp 1979, "A patching algorithm for the nonsymmetric
traveling-salesman problem"). Grids have many such squares. What cannot be joined so is left apart.
"""

from __future__ import annotations

from typing import Any

import networkx as nx
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
    walked = nx.Graph()
    walked.add_nodes_from(range(len(programme.nodes)))
    walked.add_edges_from(ends for ends, often in zip(programme.edges, times, strict=True) if often)
    return int(nx.number_connected_components(walked))
