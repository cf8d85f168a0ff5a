"""The protocol of the micromouse simulator mms (mackorone/mms), so that its mice run without its window.

A mouse begins at the start, heading north, and writes commands; row 0 is on top here, as everywhere in
this project, and a mouse counts its own cells. It asks for the walls about it, turns, which costs
nothing, and moves, a step a cell. What it draws is read and forgotten. Its run ends with its first
step into a goal.
"""

from __future__ import annotations

from research.arena.talk import Player, Talk, opened
from research.domains.compass import SIDES, Cell, next_to
from research.episode import Forfeit, Outcome
from research.faults import quoted
from research.fog import View, Visits

WALLS = {"wallFront": 0, "wallRight": 1, "wallBack": 2, "wallLeft": 3}
TURNS = {"turnRight": 1, "turnLeft": 3, "turnRight90": 1, "turnLeft90": 3}
DRAWINGS = (
    "setWall",
    "clearWall",
    "setColor",
    "clearColor",
    "clearAllColor",
    "setText",
    "clearText",
    "clearAllText",
)
# So many commands without a step: it turns on the spot for ever.
MOST_COMMANDS = 100_000


def mouse(view: View, player: Player) -> Visits:
    """Let a mouse drive: every command is answered as the simulator would."""
    heading, idle = 0, 0
    turns = steps = 0
    with opened(player) as talk:
        while True:
            line = talk.answer()
            command, *given = line.split() or [""]
            idle += 1
            if idle > MOST_COMMANDS:
                raise Forfeit(Outcome.ILLEGAL, f"{MOST_COMMANDS} commands without a step", quoted(line))
            if command in DRAWINGS:
                continue
            if command in TURNS:
                heading, turns = (heading + TURNS[command]) % 4, turns + 1
                view.counters["turns"] = turns
                talk.tell("ack\n")
            elif command == "moveForward":
                walked = 0
                for _ in range(_count(line, given)):
                    there = _ahead(view, heading)
                    if there not in view.edges[view.here]:
                        break
                    yield there
                    walked, idle = walked + 1, 0
                steps += walked
                talk.tell("ack\n" if walked == _count(line, given) else "crash\n")
            else:
                _tell(talk, view, line, command, heading, {"total-distance": steps, "total-turns": turns})


def _tell(talk: Talk, view: View, line: str, command: str, heading: int, counted: dict[str, int]) -> None:
    """Answer a question. Forfeit: it is none of the simulator's."""
    geometry = view.geometry
    if command in WALLS:
        there = _ahead(view, (heading + WALLS[command]) % 4)
        talk.tell("false\n" if there in view.edges[view.here] else "true\n")
    elif command in ("mazeWidth", "mazeHeight"):
        talk.tell(f"{geometry.cols if command == 'mazeWidth' else geometry.rows}\n")  # type: ignore[union-attr]
    elif command == "wasReset":
        talk.tell("false\n")
    elif command == "ackReset":
        talk.tell("ack\n")
    elif command == "getStat":
        talk.tell(f"{counted.get(line.split()[-1], -1)}\n")
    else:
        raise Forfeit(Outcome.ILLEGAL, "an unknown command", quoted(line))


def _ahead(view: View, heading: int) -> Cell:
    return next_to(view.here, SIDES[heading])  # type: ignore[arg-type]


def _count(line: str, given: list[str]) -> int:
    """Return how many cells a move goes: 1 where it does not say."""
    if not given:
        return 1
    if len(given) == 1 and given[0].isdecimal() and 1 <= len(given[0]) <= 4 and int(given[0]) > 0:
        return int(given[0])
    raise Forfeit(Outcome.ILLEGAL, "an unknown command", quoted(line))
