"""Two beams that meet: one from the start and one from the goal, layer by layer in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from research.fog import View, Visits
from research.heuristics import HeuristicName, estimate
from research.kernels.twins import Twin
from research.parameters import Count
from research.registry import strategies
from research.strategies.beam import TERMS
from research.strategies.shortening import without_loops
from research.strategies.steps import follow
from research.task import Node

# From both ends the blank, which contest_distance counts, would need a place at either.
H = frozenset(TERMS) - {"contest_distance"}
TWIN = Twin(
    "research.kernels.sliding.bidirectional_beam",
    "bidirectional_beam",
    h=H,
    names=(("width", "beam"), ("h", "score")),
    terms=tuple(TERMS.items()),
    sums=True,
    pruned=True,
    planned=True,
)


@dataclass
class Beam:
    """One of the two: the boards of its layer, and how each that it has met was come to.

    ways: board -> the board that it was made of and those passed after that, itself the last.
    """

    layer: list[Node]
    estimate: Callable[[Node], float]
    ways: dict[Node, list[Node]]

    def back(self, node: Node) -> list[Node]:
        """Return the nodes from `node` back to where the beam began."""
        found = [node]
        while len(way := self.ways[found[-1]]) > 1:
            found += way[-2::-1]
        return found

    def before(self, node: Node) -> Node | None:
        """Return the board one move before, None where the beam began."""
        way = self.ways[node]
        return way[-2] if len(way) > 1 else None


class Meeting:
    """A search from both ends on the moves of a board; `counters` are added to as it goes on."""

    def __init__(
        self,
        ends: tuple[Node, Node],
        moves: Any,
        width: int,
        h: str,
        counters: Counter[str],
        corridors: bool = False,
    ) -> None:
        self.moves, self.width, self.counters = moves, width, counters
        self.stops = {end.index(0) for end in cast(tuple[bytes, bytes], ends)} if corridors else None
        self.beams = [Beam([end], estimate(h, far, moves), {end: [end]}) for end, far in (ends, ends[::-1])]
        self.reason = "exhausted"
        counters["generated"] += 2

    def run(self, layers: int) -> list[Node]:
        """Return a path between the ends, [] where none was found: `reason` says what may hide it."""
        return next(filter(None, self.paths(layers)), [])

    def paths(self, layers: int) -> Iterator[list[Node]]:
        """Yield after each layer a path between the ends, [] as long as none is found."""
        side = 0
        for _ in range(layers):
            if not self.beams[side].layer:
                side = 1 - side
            if not self.beams[side].layer:
                break
            path = self._advance(side)
            yield path if side == 0 else path[::-1]
            side = 1 - side
        if self.counters["cuts"]:
            self.reason = "pruned"
        elif any(beam.layer for beam in self.beams):
            self.reason = "layers"

    def _advance(self, side: int) -> list[Node]:
        """Make the next layer of a beam; return the path from its own end where it meets the other."""
        beam, other = self.beams[side], self.beams[1 - side]
        ways = [
            [node, *self._passed(node, child)]
            for node in beam.layer
            for child in self.moves.neighbors(node)
            if child != beam.before(node)
        ]
        self.counters["expanded"] += len(beam.layer)
        self.counters["generated"] += len(ways)
        fresh = []
        for way in ways:
            child = way[-1]
            if child in other.ways:
                return without_loops(beam.back(way[0])[:0:-1] + way[:-1] + other.back(child))
            if child not in beam.ways:
                beam.ways[child] = way
                fresh.append(child)
        if len(fresh) > self.width:
            self.counters["cuts"] += 1
            kept = sorted(range(len(fresh)), key=lambda at: beam.estimate(fresh[at]))[: self.width]
            fresh = [fresh[at] for at in sorted(kept)]
        beam.layer = fresh
        return []

    def _passed(self, before: Node, here: Node) -> list[Node]:
        """Return the boards from `here` on that the blank passes until it has a choice, or ends."""
        passed = [here]
        if self.stops is None:
            return passed
        while cast(bytes, here).index(0) not in self.stops:
            onward = [there for there in self.moves.neighbors(here) if there != before]
            if len(onward) != 1:
                break
            before, here = here, onward[0]
            passed.append(here)
        return passed


@strategies.register(needs={"jump", "goal", "slide"}, twins={"slide": TWIN}, backward=True)
def bidirectional_beam(
    view: View,
    width: Count = 1000,
    h: HeuristicName = "squared_distance",
    layers: Count = 1000,
    corridors: bool = False,
) -> Visits:
    """Bidirectional beam search on boards: two beams, towards goal and start, until they meet.

    The moves of a board are known without a visit, so all is planned beforehand: counted are the
    boards expanded and generated by both beams, and what is visited is the path. A budget of steps ends
    it after a layer. Of each layer's new boards the `width` with the least h are kept, ties older first;
    what was generated by either beam is not generated again. layers: the most layers of both together.
    corridors: the blank goes through cells with two neighbours in one step, which boards with many walls
    need. Neither complete nor optimal; where both beams have met all that they can without a cut it gives
    up with "exhausted".
    """
    counters = Counter(generated=0, expanded=0, cuts=0)
    search = Meeting((view.start, view.goals[0]), view.geometry, width, h, counters, corridors)
    for path in search.paths(layers):
        view.counters.update(counters)
        if path:
            yield from follow(view, path)
        # The budget may end it after each layer.
        yield view.here
    return search.reason
