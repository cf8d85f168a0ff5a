"""A strategy of ours as a guest: it plays a match of which somebody else is the referee.

The guest has a World of its own over the part of the graph that it was told of, and so its strategy
sees the same View, and makes the same walk, as it would at home. What it is told comes from a host, one
for each protocol.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from research.arena.serving.lines import Lines, Over
from research.episode import Outcome
from research.fog import WHOLE_MAP, Fog
from research.heuristics import prepare
from research.lazy import LazyGraph
from research.needs import offers_of, unfit, unmet
from research.registry import Entry
from research.rng import Stream
from research.task import Cover, Geometry, Node, Reach, Task
from research.world import World

Told = dict[Node, dict[Node, float]]

# Stands for the nodes that are to be visited where nobody says which: it is never reached.
UNKNOWN = Cover(frozenset({"unknown"}))


@dataclass(frozen=True, slots=True)
class Terms:
    """What a host may need of whoever starts the program.

    seed: of the strategy's random numbers, where the protocol has none. memory: the file that a program
    without memory keeps its match in.
    """

    lines: Lines
    seed: int = 0
    memory: Path | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """What is known before the first step; told: the start's neighbours, and what else can be seen."""

    geometry: Geometry | None
    start: Node
    goals: tuple[Node, ...]
    walking: bool
    key: int
    told: Told


class Host(Protocol):
    """The referee of a match, by one of the protocols. Each raises Over where the match has ended."""

    def begin(self) -> Match:
        """Greet, and return what is known before the first step."""

    def going(self, node: Node, parents: Mapping[Node, Node | None]) -> None:
        """Say where the strategy goes next; parents: those that it has changed."""

    def entered(self, node: Node) -> Told:
        """Return what the entry into a node on the way shows, the node itself first."""

    def end(self, outcome: Outcome, reason: str) -> None:
        """Say that the search has ended by itself."""


def serve(host: Host, entry: Entry, bound: dict[str, Any]) -> None:
    """Let a strategy with (bound) parameters play until the match is over or it ends by itself.

    BadInput: the referee says something that its protocol does not have.
    """
    with suppress(Over):
        match = host.begin()
        world = _Guest(match, host)
        why = unmet(entry, bound, offers_of(world.task), world.fog) or unfit(entry, bound, world.task)
        if why:
            host.end(Outcome.GAVE_UP, f"cannot play here: {why}")
            return
        if "h" in bound and match.geometry is not None:
            prepare(bound["h"], match.geometry.kind)
        host.end(*_played(world, entry.function(world.view, **bound)))


def _played(world: _Guest, run: Iterator[Node]) -> tuple[Outcome, str]:
    """Carry out what the strategy yields, and say how it ended where it stops by itself."""
    while True:
        try:
            node = next(run)
        except StopIteration as stop:
            if stop.value is Outcome.UNREACHABLE or not (stop.value or world.chart.frontier):
                return Outcome.UNREACHABLE, ""
            return Outcome.GAVE_UP, stop.value or ""
        world.visit(node)


class _Guest(World):
    """The referee at home of a match that is played elsewhere: it reveals what it is told."""

    def __init__(self, match: Match, host: Host) -> None:
        self._host = host
        self._shown = match.told
        graph = LazyGraph(lambda node: self._shown[node])
        objective = Reach(match.goals[0], match.goals[1:]) if match.goals else UNKNOWN
        task = Task(graph, match.start, objective, "a match", match.geometry)
        # With a sight above 1 a world looks about at each entry; this one asks.
        sight = WHOLE_MAP if all(map(match.told.__contains__, chain(*match.told.values()))) else 2
        super().__init__(task, Fog("walk" if match.walking else "jump", sight=sight))
        self.view.rng = Stream(match.key)
        self._parents = _Noted(self.view.parents)
        self.view.parents = self._parents  # type: ignore[assignment]

    def visit(self, node: Node) -> None:
        """Take the agent to `node`, as the host allows."""
        self._host.going(node, self._parents.changed)
        super().visit(node)
        self._parents.changed.clear()

    def _in_sight(self, node: Node) -> list[Node]:
        if self.chart.visits:
            self._shown = self._host.entered(node)
        return [near for near in self._shown if near not in self.chart.edges]


class _Noted(UserDict[Node, Node | None]):
    """The parents of a view; `changed` has those that are no longer what they were."""

    def __init__(self, parents: Mapping[Node, Node | None]) -> None:
        self.changed: dict[Node, Node | None] = {}
        super().__init__(parents)
        self.changed.clear()

    def __setitem__(self, node: Node, parent: Node | None) -> None:
        if self.data.get(node, self) != parent:
            self.changed[node] = parent
            self.data[node] = parent
