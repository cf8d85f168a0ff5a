"""A whole space of sliding puzzles for somebody who looks on: boards by depth, accuracy of heuristics."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any, cast, get_args

import pandas as pd

from research.domains.sliding import space
from research.domains.sliding.board import Board, GoalName
from research.domains.sliding.formats import parse_board
from research.domains.sliding.symbols import goal_cells, rows_of
from research.faults import BadInput, Fault
from research.heuristics import parts_of
from research.parameters import one_of, parse_size
from research.report.style import PALETTE, looks, save

BOARDS, OPTIMAL = PALETTE[5], PALETTE[7]
LINES = (PALETTE[0], PALETTE[1], PALETTE[2], PALETTE[3], PALETTE[4], PALETTE[6])


class Space:
    """All boards from which a goal can be reached.

    named: a size such as 3x4, or a board of one line such as 12=/456/780, which gives size and walls.
    goal: "blank_last" or "blank_first". heuristics: what is measured. BadInput says what is wrong with them.
    """

    def __init__(self, named: str, goal: str, heuristics: list[str]) -> None:
        self.heuristics = heuristics
        try:
            _check_names(goal, heuristics)
            self.board = _board(named, cast(GoalName, goal))
            self.size = space.at_most(self.board)
            space.checked(self.board, space.MOST_LOOKED_AT if heuristics else space.MOST_CELLS)
        except ValueError as error:
            raise BadInput([Fault(str(error))], "space") from None
        self.accuracies: list[space.Accuracy] = []
        self.counts: list[int] = []

    def measure(self, told: Any) -> None:
        """Count the boards, and measure the heuristics; `told` gets the numbers of boards done."""
        if not self.heuristics:
            self.counts = space.depths(self.board, told)
            return

        def layer(boards: int) -> None:
            self.counts.append(boards)
            told(boards)

        try:
            self.accuracies = space.accuracies(self.board, self.heuristics, layer)
        except ValueError as error:
            raise BadInput([Fault(str(error))], "space") from None

    def frame(self) -> pd.DataFrame:
        """Return a line for each depth: depth, boards, and the mean of each heuristic there."""
        table = pd.DataFrame({"depth": range(len(self.counts)), "boards": self.counts})
        for accuracy in self.accuracies:
            table[accuracy.name] = accuracy.means
        return table

    def summary(self) -> dict[str, Any]:
        """Return boards, radius (the largest depth), boards at it, and the mean depth."""
        boards = sum(self.counts)
        total = sum(depth * count for depth, count in enumerate(self.counts))
        return {
            "goal": "/".join(rows_of(self.board.goal, self.board.width)),
            "boards": boards,
            "radius": len(self.counts) - 1,
            "at_radius": self.counts[-1],
            "mean": round(total / boards, 4),
        }

    def accuracy(self) -> pd.DataFrame:
        """Return a line for each heuristic, in the words of `space.Accuracy`; means over all boards."""
        lines = [
            {
                "heuristic": each.name,
                "mean": each.total / each.boards,
                "mean_optimal": each.optimal / each.boards,
                "exact_share": each.exact / each.boards,
                "largest_shortfall": each.shortfall,
                "admissible": each.admissible,
                "consistent": each.consistent,
            }
            for each in self.accuracies
        ]
        return pd.DataFrame(lines)

    def facts(self) -> dict[str, Any]:
        """Return all of it as plain values."""
        measured = [asdict(each) for each in self.accuracies]
        return self.summary() | {"depths": self.counts, "heuristics": measured}

    def draw(self, path: Path) -> None:
        """Write `path`.svg, .png and .csv: bars of boards by depth, and above them each heuristic's mean."""
        from matplotlib.figure import Figure

        table, summary = self.frame(), self.summary()
        with looks():
            figure = Figure(figsize=(6.4, 3.6 if not self.accuracies else 6.4))
            axes = figure.subplots(2 if self.accuracies else 1, squeeze=False, sharex=True).ravel().tolist()
            axes[-1].bar(table["depth"], table["boards"], width=0.9, color=BOARDS)
            axes[-1].set(xlabel="depth (moves from the goal)", ylabel="boards")
            if self.accuracies:
                _curves(axes[0], table)
            name = f"{self.board.width}x{self.board.height}"
            figure.suptitle(f"{name}: {summary['boards']:,} boards, mean depth {summary['mean']:.4f}")
            save(figure, table, path)


def checked_picture(path: Path) -> Path:
    """Return the path of a picture; BadInput for one of another kind than are drawn."""
    if not path.name or path.suffix not in ("", ".svg", ".png", ".csv"):
        said = f"found {path}; expected a name ending in .svg or .png, as both are drawn"
        raise BadInput([Fault(said)], "--figure")
    return path


def _curves(axis: Any, table: pd.DataFrame) -> None:
    axis.plot(table["depth"], table["depth"], color=OPTIMAL, linewidth=1, linestyle=":", label="optimal")
    for at, name in enumerate(table.columns[2:]):
        axis.plot(table["depth"], table[name], color=LINES[at % len(LINES)], label=name)
    axis.set(ylabel="mean value")
    axis.legend(frameon=False)


def _check_names(goal: str, heuristics: list[str]) -> None:
    """Raise ValueError for a goal or a heuristic that is not known for sliding puzzles."""
    if goal not in get_args(GoalName):
        raise ValueError(f"found the goal {goal!r}; expected {one_of('goal', goal, get_args(GoalName))}")
    for name in heuristics:
        for part in parts_of(name):
            if "slide" not in part.traits["defined"]:
                raise ValueError(f"heuristic {part.name} is not defined for slide moves")


def _board(named: str, goal: GoalName) -> Board:
    """Return a board whose goal is that of the space."""
    if "/" in named:
        return parse_board(named, goal)
    size = parse_size(named)
    cells = goal_cells(size.width * size.height, frozenset(), goal)
    return Board(size.width, size.height, cells, goal)
