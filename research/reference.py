"""The offline optimum: the cheapest way from start to goal for one who sees the whole graph."""

from __future__ import annotations

import networkx as nx

from research.lazy import LazyGraph
from research.task import Reach, Task


def optimal(task: Task) -> float | None:
    """Return the cost of a cheapest path to a goal; None where there is none or it is too much work.

    Too much work: a LazyGraph, whose size nobody knows, and an objective to cover.
    """
    if not isinstance(task.objective, Reach) or isinstance(task.graph, LazyGraph):
        return None
    weighted = next((True for *_, data in task.graph.edges(data=True) if "weight" in data), False)
    if weighted:
        costs = nx.single_source_dijkstra_path_length(task.graph, task.start)
    else:
        costs = nx.single_source_shortest_path_length(task.graph, task.start)
    return min((costs[goal] for goal in task.goals if goal in costs), default=None)
