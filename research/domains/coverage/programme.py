"""The covering walk as an integer programme: how often each edge is walked, cut by cut connected.

An open walk from the start that passes over every cell is, but for its order, a choice of how often
each edge is walked (0, 1 or 2: a third time can always be saved together with a second), such that
the edges at a cell are 2 * visits - [start] - [end] and all walked edges hang together. It is the path
version of the graphic travelling salesman problem (Dantzig, Fulkerson and Johnson 1954 for the cuts
that are added as they are broken).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

import networkx as nx
import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]
# What is to be least: the moves, or the cells that are visited at least twice.
Objective = Literal["moves", "twice"]
# Coefficients by variable, the lowest and the highest sum; None for no limit.
Row = tuple[dict[int, int], int | None, int | None]


@dataclass
class Programme:
    """Variables 0 .. size - 1, in this order, and the rows that they must keep to.

    walked[e]: how often edge e is walked; visits[v]; end[v]: whether the walk ends there; twice[v]: whether
    v is visited more than once.
    """

    graph: nx.Graph
    start: Any
    rows: list[Row] = field(default_factory=list)
    cuts: set[frozenset[int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.nodes = list(self.graph)
        place = {node: at for at, node in enumerate(self.nodes)}
        self.edges = [(place[a], place[b]) for a, b in self.graph.edges]
        self.origin = place[self.start]
        count, m = len(self.nodes), len(self.edges)
        self.visits, self.end, self.twice, self.size = m, m + count, m + 2 * count, m + 3 * count
        self.most = [self.graph.degree[node] for node in self.nodes]
        # Who leaves the start by its last side and comes back has been there once more than it has sides.
        self.most[self.origin] += 1
        for at in range(count):
            self._add_cell(at)
        self.rows.append(({self.end + at: 1 for at in range(count)}, 1, 1))

    def _add_cell(self, at: int) -> None:
        begins = int(at == self.origin)
        ways = {edge: 1 for edge, ends in enumerate(self.edges) if at in ends}
        self.rows.append((ways | {self.visits + at: -2, self.end + at: 1}, -begins, -begins))
        more = max(1, self.most[at] - 1)
        self.rows.append(({self.visits + at: 1, self.twice + at: -more}, None, 1))

    def limits(self) -> tuple[list[int], list[int]]:
        """Return the lowest and the highest value of each variable."""
        count, m = len(self.nodes), len(self.edges)
        return (
            [0] * m + [1] * count + [0] * 2 * count,
            [2] * m + [max(1, most) for most in self.most] + [1] * 2 * count,
        )

    def cost(self, objective: Objective) -> list[int]:
        """Return what each variable adds to the objective."""
        m, count = len(self.edges), len(self.nodes)
        moves = objective == "moves"
        return [int(moves)] * m + [0] * 2 * count + [int(not moves)] * count

    def ask_for_moves(self, least: int) -> None:
        """Ask for walks of at least so many moves, which any walk is known to take."""
        # A walk of m moves makes m + 1 visits.
        self.rows.append(({self.visits + at: 1 for at in range(len(self.nodes))}, least + 1, None))

    def below(self, objective: Objective, value: int) -> list[Row]:
        """Return the rows of walks whose objective is less than `value`."""
        cost = {at: factor for at, factor in enumerate(self.cost(objective)) if factor}
        return [*self.rows, (cost, None, value - 1)]

    def cut(self, part: Iterable[int]) -> bool:
        """Ask that a part without the start is entered, and left unless the walk ends there.

        Whether that is new.
        """
        inside = frozenset(part)
        if inside in self.cuts:
            return False
        self.cuts.add(inside)
        row = {edge: 1 for edge, (a, b) in enumerate(self.edges) if (a in inside) != (b in inside)}
        self.rows.append((row | {self.end + at: 1 for at in inside}, 2, None))
        return True

    def walk(self, values: Floats) -> list[Any]:
        """Return the walk that whole values mean: an Euler path from the start to the end.

        ValueError: the walked edges do not hang together.
        """
        times = np.rint(values[: len(self.edges)]).astype(int).tolist()
        walked = nx.MultiGraph()
        walked.add_node(self.start)
        for (a, b), often in zip(self.edges, times, strict=True):
            walked.add_edges_from([(self.nodes[a], self.nodes[b])] * often)
        if len(walked) != len(self.nodes) or not nx.is_connected(walked):
            raise ValueError("the walked edges do not hang together")
        return [self.start, *(there for _, there in nx.eulerian_path(walked, source=self.start))]
