"""Which answers to hand in where all of them together would use more of L R U D than there is.

Each answer counts one, whatever its length, so this is a knapsack with four limits. `shortest_first` is the
baseline of the contest; `choose` solves the knapsack as an integer program (HiGHS in scipy).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LETTERS = "LRUD"


@dataclass(frozen=True, slots=True)
class Choice:
    """Places of the answers to hand in, ascending, and what is known of how many there can be.

    most   no choice hands in more than this many
    """

    places: tuple[int, ...]
    most: int

    @property
    def is_optimal(self) -> bool:
        """Whether it is proven that no more answers fit."""
        return len(self.places) == self.most


def choose(answers: Sequence[str], totals: Mapping[str, int]) -> list[int]:
    """Return the places of as many answers as fit the totals together, ascending; "" is no answer."""
    return list(best_choice(answers, totals).places)


def best_choice(answers: Sequence[str], totals: Mapping[str, int], seconds: float = 10.0) -> Choice:
    """Return the largest choice that was found in `seconds`, with a bound on what is possible.

    answers: moves in the letters L R U D; "" is none. totals: how often each letter may be used by all
    that are handed in. The choice is never smaller than `shortest_first`'s.
    """
    offered = [place for place, answer in enumerate(answers) if answer]
    if not _exceeding(answers, offered, totals):
        return Choice(tuple(offered), len(offered))
    simple = tuple(shortest_first(answers, totals))
    exact, most = _by_integer_program(answers, offered, totals, seconds)
    return Choice(max(exact, simple, key=len), most)


def shortest_first(answers: Sequence[str], totals: Mapping[str, int]) -> list[int]:
    """Return the places of the shortest answers, each that still fits, ascending; equal ones: the first."""
    left, chosen = Counter(dict(totals)), []
    for place in sorted(range(len(answers)), key=lambda place: len(answers[place])):
        use = Counter(answers[place])
        if answers[place] and all(use[letter] <= left[letter] for letter in use):
            left.subtract(use)
            chosen.append(place)
    return sorted(chosen)


def used(answers: Sequence[str], places: Sequence[int]) -> dict[str, int]:
    """Return how often the answers at these places use each letter."""
    count = Counter("".join(answers[place] for place in places))
    return {letter: count[letter] for letter in LETTERS}


def _exceeding(answers: Sequence[str], places: Sequence[int], totals: Mapping[str, int]) -> list[str]:
    """Return the letters of which these answers use more than there is."""
    return [letter for letter, count in used(answers, places).items() if count > totals[letter]]


def _by_integer_program(
    answers: Sequence[str], offered: Sequence[int], totals: Mapping[str, int], seconds: float
) -> tuple[tuple[int, ...], int]:
    """Return the choice of an integer program, empty where it found none in time, and its bound."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp

    uses = np.array([[answers[place].count(letter) for place in offered] for letter in LETTERS])
    answer = milp(
        -np.ones(len(offered)),
        integrality=np.ones(len(offered)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(uses, ub=[totals[letter] for letter in LETTERS]),
        options={"time_limit": seconds},
    )
    bound = answer.mip_dual_bound
    most = len(offered) if bound is None or not np.isfinite(bound) else int(np.floor(1e-6 - bound))
    if answer.x is None:
        return (), most
    chosen = tuple(place for place, taken in zip(offered, answer.x, strict=True) if taken > 0.5)
    return (() if _exceeding(answers, chosen, totals) else chosen), most
