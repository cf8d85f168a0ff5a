"""Which cuts a solution of the programme breaks: parts that it leaves apart, or joins by too little."""

from __future__ import annotations

from typing import Any

import numpy as np

from research.domains.coverage.programme import Floats, Programme

# Fractions of an edge are counted in parts of so many.
WHOLE = 1_000
SLACK = 20


def broken_cuts(programme: Programme, values: Floats) -> list[list[int]]:
    """Return parts of the graph, none with the start, whose cut `values` break by more than a trifle.

    Parts that are apart, where there are any; else the sides of least cuts between the start and other
    nodes (Padberg and Rinaldi 1990), no node in two of them.
    """
    return parts_apart(programme, values) or _least_cuts(programme, values)


def parts_apart(programme: Programme, values: Floats) -> list[list[int]]:
    """Return the parts that walked edges leave without a way to the start."""
    from scipy.sparse.csgraph import connected_components

    count, part = connected_components(_joined(programme, values, ending=False), directed=False)
    return [np.flatnonzero(part == at).tolist() for at in range(count) if at != part[programme.origin]]


def _joined(programme: Programme, values: Floats, *, ending: bool) -> Any:
    """Return a sparse matrix of how much joins two nodes; where a walk may end it is joined to the start."""
    from scipy.sparse import csr_array

    held = np.rint(values * WHOLE).astype(np.int32)
    joins = {edge: int(held[at]) for at, edge in enumerate(programme.edges) if held[at]}
    for at in range(len(programme.nodes)) if ending else ():
        if held[programme.end + at] and at != programme.origin:
            edge = (at, programme.origin)
            own = edge if edge in joins else edge[::-1]
            joins[own] = joins.get(own, 0) + int(held[programme.end + at])
    rows, cols = [a for a, _ in joins], [b for _, b in joins]
    data, shape = list(joins.values()), (len(programme.nodes),) * 2
    return csr_array((data + data, (rows + cols, cols + rows)), shape=shape, dtype=np.int32)


def _least_cuts(programme: Programme, values: Floats) -> list[list[int]]:
    from scipy.sparse.csgraph import maximum_flow

    joined, found, covered = _joined(programme, values, ending=True), list[list[int]](), {programme.origin}
    for at in range(len(programme.nodes)):
        if at in covered:
            continue
        flow = maximum_flow(joined, at, programme.origin)
        if flow.flow_value < 2 * WHOLE - SLACK:
            side = _reached(joined - flow.flow, at)
            found.append(sorted(side))
            covered |= side
    return found


def _reached(rest: Any, source: int) -> set[int]:
    """Return the nodes that the source can still send something to."""
    found, stack = {source}, [source]
    while stack:
        row = stack.pop()
        span = slice(rest.indptr[row], rest.indptr[row + 1])
        for there in rest.indices[span][rest.data[span] > 0].tolist():
            if there not in found:
                found.add(there)
                stack.append(there)
    return found
