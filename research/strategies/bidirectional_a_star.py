"""Bidirectional A* as NBA* (Pijls and Post 2009, "Yet another bidirectional algorithm"): no node twice."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Any

from research.chart import trace
from research.fog import View, Visits
from research.heuristics import HeuristicName, estimate
from research.registry import strategies
from research.strategies.steps import follow
from research.task import Node


@strategies.register(needs={"jump", "goal", "slide"})
def bidirectional_a_star(view: View, h: HeuristicName = "manhattan") -> Visits:
    """NBA*: A* from both ends, each of which takes out of the other's way what it has settled. Boards.

    Optimal when h is consistent, from every board to both ends; without that its answers may be longer.
    Complete. A node is expanded by one side only, and not at all where it cannot be on a way shorter
    than the best that is known: by its own f, or by its g and the other side's least f less its h to
    where it came from. The side with fewer open nodes goes on (on a tie the start's); ties on f: smaller
    h, then the older entry. The moves of a board are known without a visit, so all is planned
    beforehand: counted are the boards that both sides have expanded and generated (the two roots, and
    children without the way back); what is visited is the path. Where one side has met all its boards
    it gives up with "exhausted": the goal cannot be reached, but no visit shows it.
    """
    ends = (view.start, view.goals[0])
    search = _Search(ends, view.geometry, h)
    path = search.run()
    view.counters.update(generated=search.generated, expanded=search.expanded)
    yield from follow(view, path)
    return None if path else "exhausted"


class _Side:
    """The search from one end: g and parents of what it has met, its open list, and the least f there."""

    def __init__(self, root: Node, ahead: Callable[[Node], float]) -> None:
        self.ahead = ahead
        self.g: dict[Node, float] = {root: 0}
        self.before: dict[Node, Node | None] = {root: None}
        self.age = count()
        start = (ahead(root), ahead(root), next(self.age), 0, root)
        self.open_list: list[tuple[float, float, int, float, Node]] = [start]
        self.least_f = ahead(root)

    def push(self, node: Node, cost: float, before: Node) -> None:
        """Open a node with a new g."""
        self.g[node], self.before[node] = cost, before
        h = self.ahead(node)
        heappush(self.open_list, (cost + h, h, next(self.age), cost, node))


class _Search:
    """Both sides, the nodes that one of them has settled, and the best way that is known."""

    def __init__(self, ends: tuple[Node, Node], moves: Any, h: str) -> None:
        self.moves = moves
        self.sides = [_Side(root, estimate(h, far, moves)) for root, far in (ends, ends[::-1])]
        self.settled: set[Node] = set()
        self.best: float = inf
        self.meeting: Node | None = None
        self.generated, self.expanded = 2, 0

    def run(self) -> list[Node]:
        """Return a path between the ends, [] where there is none."""
        near, far = self.sides
        while near.open_list and far.open_list and max(near.least_f, far.least_f) < self.best:
            side = int(len(far.open_list) < len(near.open_list))
            self._advance(self.sides[side], self.sides[1 - side])
        if self.meeting is None:
            return []
        return trace(near.before, self.meeting) + trace(far.before, self.meeting)[-2::-1]

    def _advance(self, side: _Side, other: _Side) -> None:
        """Settle the open node with the least f, and expand it where it may be on a shorter way."""
        f, _, _, cost, node = heappop(side.open_list)
        if node not in self.settled and cost == side.g[node]:
            self.settled.add(node)
            if f < self.best and cost + other.least_f - other.ahead(node) < self.best:
                self._expand(side, other, node)
        self._drop_settled(side)

    def _expand(self, side: _Side, other: _Side, node: Node) -> None:
        self.expanded += 1
        cost = side.g[node] + 1
        for child in self.moves.neighbors(node):
            if child == side.before[node]:
                continue
            self.generated += 1
            if child in self.settled or cost >= side.g.get(child, inf):
                continue
            side.push(child, cost, node)
            if cost + other.g.get(child, inf) < self.best:
                self.best, self.meeting = cost + other.g[child], child

    def _drop_settled(self, side: _Side) -> None:
        """Leave an open node at the head that nobody has settled, and note its f."""
        open_list = side.open_list
        while open_list and (open_list[0][4] in self.settled or open_list[0][3] > side.g[open_list[0][4]]):
            heappop(open_list)
        if open_list:
            side.least_f = max(side.least_f, open_list[0][0])
