"""A program in any language as an architect of mazes: told a size and a seed, it prints a maze."""

from research.arena import kept
from research.arena.bundle import Bundle
from research.arena.parameters import Command, ContestantName
from research.arena.sandbox import Limits
from research.arena.talk import Player, opened
from research.domains.maze.formats import koth
from research.domains.maze.grid import OFFERS, Maze
from research.episode import Forfeit, Outcome
from research.faults import BadInput, Fault
from research.parameters import Positive, Size
from research.registry import generators


@generators.register("architect", offers=OFFERS, program=True)
def architect(
    seed: int,
    command: Command,
    size: Size = 15,  # type: ignore[assignment]
    name: ContestantName = "",
    build: str = "",
    files: str = "",
    answer_seconds: Positive = 10.0,
    memory_mb: Positive = 1024.0,
    folder: str = ".",
) -> Maze:
    """A maze that a program makes: it reads a line `size seed` and prints the contest's five lines.

    `{size}` and `{seed}` in the command stand for the same. Where a run keeps transcripts it makes each
    maze once, so that all meet the same one. Forfeit: the program fails, or its maze is not valid;
    ValueError: the size is not square.
    """
    if size.width != size.height:
        raise ValueError(f"found the size {size}; expected a square: an architect is told one number")
    bundle = Bundle(command, build, files, folder)
    limits = Limits(memory_mb=memory_mb, line_bytes=max(2**16, size.width**2))
    player = Player(bundle, answer_seconds, answer_seconds, limits)
    said = kept.once((bundle.digest, command, str(size), str(seed)), lambda: _said(player, size.width, seed))
    return read(said, size.width)


def _said(player: Player, size: int, seed: int) -> str:
    with opened(player, size=size, seed=seed) as talk:
        talk.tell(f"{size} {seed}\n")
        return talk.everything(4 * player.limits.line_bytes)


def read(text: str, size: int) -> Maze:
    """Return the maze of the size asked for in an architect's text; Forfeit quotes what is wrong."""
    try:
        maze: Maze = koth.read(text)
        if maze.rows != size:
            raise BadInput([Fault(f"found a maze of size {maze.rows}; expected {size}", 1, 1)])
    except BadInput as error:
        first = error.faults[0]
        place = f"line {first.line}: " if first.line else ""
        raise Forfeit(Outcome.ILLEGAL, "an invalid maze", f"{place}{first.message}") from None
    return maze
