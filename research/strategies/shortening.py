"""Making a path shorter by solving stretches of it again (Ratner and Pohl 1986)."""

from __future__ import annotations

from collections.abc import Callable

from research.task import Node

# Returns a path between two nodes with fewer than so many steps, [] where it finds none.
Solver = Callable[[Node, Node, int], list[Node]]


def shortened(path: list[Node], solve: Solver, window: int, stride: int) -> list[Node]:
    """Return a path between the same ends that is no longer.

    Stretches of `window` steps, `stride` apart, are solved again; where `solve` finds fewer steps, that
    takes the place. Rounds are made until one changes nothing; a stretch is never tried twice.
    """
    path, tried, before = without_loops(path), set[tuple[Node, Node]](), len(path) + 1
    while len(path) < before:
        before, at = len(path), 0
        while at == 0 or at + window < len(path) - 1 + stride:
            to = min(at + window, len(path) - 1)
            found = []
            if to - at >= 3 and (path[at], path[to]) not in tried:
                tried.add((path[at], path[to]))
                found = solve(path[at], path[to], to - at)
            if found:
                path = without_loops(path[:at] + found + path[to + 1 :])
            else:
                at += stride
    return path


def without_loops(path: list[Node]) -> list[Node]:
    """Return the path without what lies between two visits of one node."""
    last = {node: place for place, node in enumerate(path)}
    kept, place = [path[0]], last[path[0]]
    while place < len(path) - 1:
        kept.append(path[place + 1])
        place = last[path[place + 1]]
    return kept
