"""The guest's side of this project's own protocol, `research`; PROTOCOL.md describes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from research.arena.protocols.native import VERSION, reader_of
from research.arena.serving.guest import Match, Terms, Told
from research.arena.transcript import text_of
from research.domains.compass import FourNeighbours, Unbounded
from research.domains.sliding.slide import WALL, Slide
from research.episode import Outcome
from research.task import Geometry, Node


class Native:
    """A referee that speaks `research`."""

    def __init__(self, terms: Terms) -> None:
        self._lines = terms.lines
        self._jumping = False
        self._shown: Told = {}
        self._node: Callable[[str], Any] = reader_of(())

    def begin(self) -> Match:
        """Exchange versions, then read what is to be done."""
        self._expect(f"hello research {VERSION}", re.escape(f"hello research {VERSION}"))
        self._lines.say(f"ready {VERSION}")
        kind, cost = self._expect("task KIND walk|jump", "task (grid4|slide|graph) (walk|jump)").groups()
        line = self._lines.hear()
        board = re.fullmatch(r"board (\d+) (\d+)", line)
        size = (int(board[1]), int(board[2])) if board else None
        key = self._matched(
            self._lines.hear() if board else line, "random, a space and a number", r"random (\d+)"
        )
        goals = self._expect("goal NODE ... or goal ?", r"goal (.*)")[1].split(" ")
        self._jumping = cost == "jump"
        self._node = reader_of(b"" if kind == "slide" else ())
        told = self._news()
        start = next(iter(told))
        known = tuple(map(self._node, goals)) if goals != ["?"] else ()
        return Match(_geometry(kind, size, start), start, known, cost == "walk", int(key[1]), told)

    def going(self, node: Node, parents: Mapping[Node, Node | None]) -> None:
        """Go there; under jump the referee is told the parents, from which it reads the route."""
        for child, parent in parents.items() if self._jumping else ():
            if parent is not None:
                self._lines.say(f"parent {text_of(child)} {text_of(parent)}")
        self._lines.say(f"go {text_of(node)}")
        self._shown = self._news()

    def entered(self, node: Node) -> Told:
        """Return what was shown at the end of the way."""
        return self._shown if node == next(iter(self._shown)) else {}

    def end(self, outcome: Outcome, reason: str) -> None:
        """Say which end it is."""
        ended = "unreachable" if outcome is Outcome.UNREACHABLE else f"give-up {reason}".strip()
        self._lines.say(ended)

    def _news(self) -> Told:
        """Return the nodes of the lines up to the next `see`, that one first."""
        afar: Told = {}
        while True:
            line = self._lines.hear()
            verb, *nodes = line.split(" ")
            if verb not in ("also", "see") or not nodes:
                raise self._lines.misunderstood(line, "see NODE NEIGHBOUR ..., or also before it")
            try:
                told = {self._node(nodes[0]): dict(map(self._edge, nodes[1:]))}
            except ValueError:
                raise self._lines.misunderstood(line, "nodes, numbers with commas between") from None
            if verb == "see":
                return told | afar
            afar |= told

    def _edge(self, text: str) -> tuple[Node, float]:
        name, costly, cost = text.partition("=")
        return self._node(name), float(cost) if costly else 1

    def _expect(self, what: str, pattern: str) -> re.Match[str]:
        return self._matched(self._lines.hear(), what, pattern)

    def _matched(self, line: str, what: str, pattern: str) -> re.Match[str]:
        found = re.fullmatch(pattern, line)
        if found is None:
            raise self._lines.misunderstood(line, what)
        return found


def _geometry(kind: str, size: tuple[int, int] | None, start: Any) -> Geometry | None:
    """Return what everybody knows of such a world."""
    if kind == "slide" and size:
        return Slide(size[1], size[0], frozenset(place for place, tile in enumerate(start) if tile == WALL))
    if kind == "grid4":
        return FourNeighbours(*size) if size else Unbounded()
    return None
