"""Moves and revisits that no covering walk can do without, told without a search.

Parity: the cells of a grid are coloured like a chessboard, and a walk changes colour at each step. Cut
cells: a walk comes back through a cell for each part that hangs on it, but for the part where it ends;
dead ends are parts of one cell.
"""

from __future__ import annotations

from typing import Any

import networkx as nx


def least_moves(graph: nx.Graph, start: Any) -> int:
    """Return a bound on the moves of a walk from `start` that covers the connected `graph`."""
    least = len(graph) - 1
    if nx.is_bipartite(graph):
        colours = nx.bipartite.color(graph)
        own = sum(colour == colours[start] for colour in colours.values())
        # The walk stands on the start's colour first, and on each colour in turn.
        least = max(2 * own - 2, 2 * (len(graph) - own) - 1)
    return max(least, len(graph) - 1 + returns(graph, start))


def least_twice(graph: nx.Graph, start: Any) -> int:
    """Return a bound on the cells that a walk from `start` visits at least twice."""
    again = least_moves(graph, start) - len(graph) + 1
    # A cell of k sides is come back to at most k - 1 times in a walk without needless moves, the start k.
    most = max((degree - 1 for _, degree in graph.degree), default=0)
    return -(-max(0, again - 1) // most) if most > 0 else 0


def returns(graph: nx.Graph, start: Any) -> int:
    """Return how often any covering walk must come back to cut cells.

    A cell whose removal leaves c parts is passed once for each part beyond the start's own; the parts
    on the way to the walk's end need no return, and the end is where that saves most.
    """
    if len(graph) < 2:
        return 0
    cutting = set(nx.articulation_points(graph))
    blocks = [frozenset(block) for block in nx.biconnected_components(graph)]
    holding: dict[Any, list[frozenset[Any]]] = {node: [] for node in cutting}
    for block in blocks:
        for node in block & cutting:
            holding[node].append(block)
    needed: int = sum(len(holding[node]) - (node != start) for node in cutting)
    return needed - _most_passed(blocks, holding, start)


def _most_passed(blocks: list[frozenset[Any]], holding: dict[Any, list[frozenset[Any]]], start: Any) -> int:
    """Return the most cut cells that a way from `start` leaves behind, itself included."""
    passed = {block: int(start in holding) for block in blocks if start in block}
    for block in (queue := list(passed)):
        for node in sorted(block & holding.keys() - {start}):
            for there in holding[node]:
                if there not in passed:
                    passed[there] = passed[block] + 1
                    queue.append(there)
    return max(passed.values())
