"""This project's own protocol, `research`: any world, any fog, a line a turn. PROTOCOL.md describes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from research.arena.talk import Player, Talk, opened
from research.arena.transcript import text_of
from research.episode import Forfeit, Outcome
from research.faults import quoted
from research.fog import View, Visits
from research.task import Node

VERSION = 1
# So many parents before one answer: it does nothing else for ever.
MOST_PARENTS = 1_000_000


def native(view: View, player: Player) -> Visits:
    """Let a program say where to go next; it may name any node that a strategy of ours may yield."""
    node_of = reader_of(view.start)
    with opened(player) as talk:
        greet(talk)
        talk.tell(introduction(view))
        while True:
            verb, rest = _answer(view, talk, node_of)
            if verb == "go":
                yield _node(node_of, rest, f"{verb} {rest}")
            elif verb == "give-up":
                return rest or "gave up"
            elif verb == "unreachable" and not rest:
                return Outcome.UNREACHABLE
            else:
                line = f"{verb} {rest}".strip()
                raise Forfeit(
                    Outcome.ILLEGAL,
                    "an unknown answer",
                    f"{quoted(line)}; expected go, parent, give-up or unreachable",
                )


def _answer(view: View, talk: Talk, node_of: Callable[[str], Any]) -> tuple[str, str]:
    """Return the word and the rest of the answer to a question, and note the parents said before it."""
    line = talk.ask(news(view))
    for _ in range(MOST_PARENTS):
        verb, _, rest = line.partition(" ")
        if verb != "parent":
            return verb, rest
        child, _, parent = rest.partition(" ")
        view.parents[_node(node_of, child, line)] = _node(node_of, parent, line)
        line = talk.answer()
    raise Forfeit(Outcome.ILLEGAL, f"{MOST_PARENTS} parents without a step", quoted(line))


def greet(talk: Talk) -> None:
    """Exchange versions."""
    said = talk.ask(f"hello research {VERSION}\n")
    if said != f"ready {VERSION}":
        raise Forfeit(Outcome.ILLEGAL, "no such version", f"{quoted(said)}; expected 'ready {VERSION}'")


def introduction(view: View) -> str:
    """Return the lines that say what is to be done; a board's size where everybody knows it."""
    geometry = view.geometry
    kind, cost = geometry.kind if geometry else "graph", "walk" if view.walking else "jump"
    lines = [f"task {kind} {cost}"]
    if hasattr(geometry, "rows"):
        lines.append(f"board {geometry.rows} {geometry.cols}")  # type: ignore[union-attr]
    elif hasattr(geometry, "width"):
        lines.append(f"board {geometry.height} {geometry.width}")  # type: ignore[union-attr]
    goals = " ".join(map(text_of, view.goals)) or "?"
    return "\n".join([*lines, f"random {view.rng.key}", f"goal {goals}", ""])


def news(view: View) -> str:
    """Return what the last visit showed: `also` for each node charted from afar, then `see`, the question."""
    here = view.here
    afar = [f"also {_edges(view, node)}" for node in view.news.edges if node != here]
    return "\n".join([*afar, f"see {_edges(view, here)}", ""])


def _edges(view: View, node: Node) -> str:
    parts = [text_of(node)]
    for there, cost in view.edges[node].items():
        parts.append(text_of(there) if cost == 1 else f"{text_of(there)}={cost!r}")
    return " ".join(parts)


def reader_of(start: Node) -> Callable[[str], Any]:
    """Return what reads the nodes of the world that `start` is a node of; the inverse of `text_of`."""
    kind: Callable[[list[int]], Any] = bytes if isinstance(start, bytes) else tuple

    def read(text: str) -> Any:
        return kind([int(part) for part in text.split(",")])

    return read


def _node(node_of: Callable[[str], Any], text: str, line: str) -> Any:
    try:
        return node_of(text)
    except ValueError:
        said = f"{quoted(line)}; expected a node such as it was told"
        raise Forfeit(Outcome.ILLEGAL, "an unknown answer", said) from None
