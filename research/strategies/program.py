"""A program in any language as a strategy: it is told what a view would show, and says where to go."""

from research.arena.bundle import Bundle
from research.arena.parameters import Command, ContestantName
from research.arena.protocols import NEEDS, PROTOCOLS, Name
from research.arena.sandbox import Limits
from research.arena.talk import Player
from research.fog import View, Visits
from research.parameters import Positive
from research.registry import strategies


@strategies.register(program=True, needs_by=("protocol", NEEDS))
def program(
    view: View,
    command: Command,
    protocol: Name = "research",
    name: ContestantName = "",
    build: str = "",
    files: str = "",
    answer_seconds: Positive = 2.0,
    start_seconds: Positive = 10.0,
    memory_mb: Positive = 1024.0,
    folder: str = ".",
) -> Visits:
    """Play as a program says, one that speaks a protocol of the arena over its standard streams."""
    bundle = Bundle(command, build, files, folder)
    player = Player(bundle, answer_seconds, start_seconds, Limits(memory_mb=memory_mb))
    return (yield from PROTOCOLS[protocol](view, player))
