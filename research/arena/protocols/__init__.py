"""The protocols that programs speak, a file each, and the function that plays by each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal

from research.arena.protocols.contest import session, stateless
from research.arena.protocols.mouse import mouse
from research.arena.protocols.native import native
from research.arena.talk import Player
from research.fog import View, Visits

Name = Literal["research", "session", "stateless", "mms"]

PROTOCOLS: Mapping[str, Callable[[View, Player], Visits]] = MappingProxyType(
    {"research": native, "session": session, "stateless": stateless, "mms": mouse}
)
# What each needs of a world, beside what `research` can tell of any.
NEEDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "research": frozenset(),
        "session": frozenset({"goal", "walk", "headings", "outline"}),
        "stateless": frozenset({"goal", "walk", "headings", "outline"}),
        "mms": frozenset({"walk", "headings", "outline"}),
    }
)
