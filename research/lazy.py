"""LazyGraph: an `nx.Graph` whose adjacency is made on demand, for graphs too large to hold."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NoReturn

import networkx as nx

from research.task import Node

# The length of a graph whose nodes nobody has counted.
UNCOUNTED = sys.maxsize

Neighbors = Callable[[Node], Iterable[Node] | Mapping[Node, float]]


class _NodesOnDemand(Mapping):  # type: ignore[type-arg]
    """Maps each node that the graph accepts to an empty attribute dictionary."""

    def __init__(self, contains: Callable[[Node], bool]) -> None:
        self._contains = contains

    def __contains__(self, node: object) -> bool:
        return self._contains(node)

    def __getitem__(self, node: Node) -> dict[str, Any]:
        if not self._contains(node):
            raise KeyError(node)
        return {}

    def __iter__(self) -> Iterator[Node]:
        _refuse("list its nodes")

    def __len__(self) -> int:
        return UNCOUNTED


class _AdjacencyOnDemand(_NodesOnDemand):
    """Maps each node to its neighbours, asked for at each look-up and not kept."""

    def __init__(self, neighbors: Neighbors, contains: Callable[[Node], bool]) -> None:
        super().__init__(contains)
        self._neighbors = neighbors

    def __getitem__(self, node: Node) -> dict[Node, dict[str, Any]]:  # type: ignore[override]
        if not self._contains(node):
            raise KeyError(node)
        found = self._neighbors(node)
        if isinstance(found, Mapping):
            return {there: {"weight": weight} for there, weight in found.items()}
        return {there: {} for there in found}


def _refuse(what: str) -> NoReturn:
    raise TypeError(f"a LazyGraph cannot {what}: its nodes are made on demand, there is no list")


class LazyGraph(nx.Graph):  # type: ignore[misc]
    """An undirected graph given by a function from a node to its neighbours.

    `neighbors(node)` returns the neighbours in tie order, or a mapping from neighbour to weight;
    it must be symmetric and must always give the same answer. `contains(node)` says which values
    are nodes (default: all). Nothing is cached, so a search's memory is the search's own.

    What works: everything that begins at a node and follows edges: `neighbors`, `adj`, `degree[n]`,
    `has_edge`, `has_node`, `nx.astar_path`, `nx.dijkstra_path`, `nx.bidirectional_dijkstra`,
    `nx.bidirectional_shortest_path`, `nx.bfs_edges`, `nx.dfs_preorder_nodes` and
    `nx.single_source_shortest_path_length` (with `cutoff`, where the graph is large). What does not,
    and raises TypeError: whatever lists or counts all nodes or edges (iteration, `number_of_nodes`,
    `edges()`, `nx.connected_components`, `nx.diameter`, `copy`, adding and removing). `len` is
    `UNCOUNTED`, the greatest that Python allows: networkx asks for it to know when a search has
    seen all, which on a graph like this it never has.
    """

    def __init__(self, neighbors: Neighbors, contains: Callable[[Node], bool] | None = None) -> None:
        super().__init__()
        accepts = contains if contains is not None else (lambda node: True)
        self._node = _NodesOnDemand(accepts)
        self._adj = _AdjacencyOnDemand(neighbors, accepts)

    def __len__(self) -> int:
        return UNCOUNTED

    def __iter__(self) -> Iterator[Node]:
        _refuse("list its nodes")

    def number_of_nodes(self) -> int:
        """Raise TypeError: nobody knows."""
        _refuse("count its nodes")

    def copy(self, as_view: bool = False) -> NoReturn:
        """Raise TypeError: there is nothing to copy."""
        _refuse("be copied")

    def add_node(self, node_for_adding: Node, **attr: Any) -> None:
        """Raise TypeError: the graph is given by its function."""
        _refuse("be changed")

    def add_edge(self, u_of_edge: Node, v_of_edge: Node, **attr: Any) -> None:
        """Raise TypeError: the graph is given by its function."""
        _refuse("be changed")

    def add_nodes_from(self, nodes_for_adding: Iterable[Any], **attr: Any) -> None:
        """Raise TypeError: the graph is given by its function."""
        _refuse("be changed")

    def add_edges_from(self, ebunch_to_add: Iterable[Any], **attr: Any) -> None:
        """Raise TypeError: the graph is given by its function."""
        _refuse("be changed")
