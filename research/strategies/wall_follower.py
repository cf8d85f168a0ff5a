"""Wall following, the hand-on-the-wall rule (Wiener 1873): it remembers nothing but its heading."""

from typing import Literal

from research.fog import View, Visits
from research.registry import strategies


@strategies.register(needs={"headings", "walk"})
def wall_follower(
    view: View, hand: Literal["left", "right"] = "right", heading: Literal["N", "E", "S", "W"] = "N"
) -> Visits:
    """Keep one hand on the wall: its side first, then ahead, the other side, back.

    Reaches the goal of every perfect maze. Where walls stand free it may walk in a circle: a cell
    entered with the same heading twice ends the search with the reason "cycle".
    hand: the side tried first. heading: the side it faces at the start.
    """
    turns = (1, 0, -1, 2) if hand == "right" else (-1, 0, 1, 2)
    letters = view.letters
    side: str = heading
    states = set()
    while (view.here, side) not in states:
        states.add((view.here, side))
        open_sides = {view.letter(view.here, near): near for near in view.neighbors()}
        facing = letters.index(side)
        tried = (letters[(facing + turn) % len(letters)] for turn in turns)
        side = next((letter for letter in tried if letter in open_sides), "")
        if not side:
            return "walled in"
        yield open_sides[side]
    return "cycle"
