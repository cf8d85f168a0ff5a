"""Our own strategies and architects as programs for others: the other side of each protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from research.arena.serving.contest import Session, Stateless
from research.arena.serving.guest import Host, Terms, serve
from research.arena.serving.lines import Lines
from research.arena.serving.mouse import Simulator
from research.arena.serving.native import Native
from research.instances import parse_params
from research.parameters import bind
from research.registry import strategies

__all__ = ["HOSTS", "Host", "Lines", "Terms", "play_for"]

HOSTS: Mapping[str, Callable[[Terms], Host]] = MappingProxyType(
    {"research": Native, "session": Session, "stateless": Stateless, "mms": Simulator}
)


def play_for(protocol: str, strategy: str, terms: Terms) -> None:
    """Let a strategy, `name:param=value,...`, play a match by a protocol; ValueError: there is none such."""
    name, _, rest = strategy.partition(":")
    entry = strategies[name]
    serve(HOSTS[protocol](terms), entry, bind(entry, parse_params(rest)))
