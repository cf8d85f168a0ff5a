"""Answers to hand in: of each board the shortest that was found, as many as shared totals allow."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pandas as pd

from research.analysis.frames import solved
from research.domains.sliding.assignment import choose


@dataclass(frozen=True)
class HandedIn:
    """Of each board (its number, from 1) the answer, those that go beyond the totals left out.

    found: the shortest answer of every board that was solved. chosen: the boards whose answers are
    handed in. totals: how many of each letter they may use together, empty for no limit.
    """

    boards: int
    found: dict[int, str]
    chosen: list[int]
    totals: dict[str, int]

    @property
    def used(self) -> Counter[str]:
        """The letters of the answers handed in."""
        return sum((Counter(self.found[number]) for number in self.chosen), Counter())

    def text(self) -> str:
        """Return the file to hand in: a line a board, empty where there is no answer."""
        chosen = set(self.chosen)
        lines = (self.found[at] if at in chosen else "" for at in range(1, self.boards + 1))
        return "".join(f"{line}\n" for line in lines)

    def table(self) -> pd.DataFrame:
        """Return one line: boards, solved, handed in, and of each letter how many are used and allowed."""
        line: dict[str, object] = {
            "boards": self.boards,
            "solved": len(self.found),
            "handed_in": len(self.chosen),
        }
        for letter in self.totals or sorted(self.used):
            line |= {letter: self.used[letter]}
            line |= {f"{letter}_allowed": self.totals[letter]} if self.totals else {}
        return pd.DataFrame([line])


def handed_in(frame: pd.DataFrame, totals: dict[str, int]) -> HandedIn:
    """Return the answers in the rows of an experiment on a file of boards, whose seeds number them.

    ValueError: the rows hold no answers, or those of several files.
    """
    if "letters" not in frame:
        raise ValueError("there are no answers among the rows: they come from sliding puzzles")
    if frame["params"].nunique() != 1:
        raise ValueError("there are boards of several files; expected those of one")
    found: dict[int, str] = {}
    for number, rows in frame[solved(frame)].groupby("seed", sort=True):
        found[int(str(number))] = min(rows["letters"], key=lambda answer: (len(answer), answer))
    numbers = list(found)
    chosen = [numbers[at] for at in choose([found[at] for at in numbers], totals)] if totals else numbers
    return HandedIn(int(frame["seed"].max()), found, sorted(chosen), totals)
