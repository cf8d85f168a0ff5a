"""Make a solution shorter by solving parts of it again.

A window of so many moves slides along the solution; a bidirectional beam searches from the window's first
board to its last one, and where it finds a shorter way, that takes the window's place. With a beam that
never cuts, each window is made a shortest one. Windows on a finished plan are by Ratner and Pohl, Joint and
LPA*: Combination of Approximation and Search (1986).
"""

from __future__ import annotations

from typing import Any

from research.kernels.found import ENDS, Found, Limits
from research.kernels.sliding.bidirectional_beam import bidirectional_beam
from research.kernels.sliding.bidirectional_tables import boards_on, letters_of
from research.kernels.sliding.watch import Watch
from research.strategies.shortening import shortened


def shorten(
    cells: bytes,
    goal: bytes,
    width: int,
    *,
    moves: str,
    limits: Limits = Limits(),
    window: int = 20,
    stride: int = 5,
    beam: int = 10_000,
    score: str = "wall2",
) -> Found:
    """Return a solution that is no longer than `moves`, by solving windows again until none gets shorter.

    moves: the solution, U D L R; ValueError where it does not lead from `cells` to `goal`.
    window: moves that are solved again at once, from 2. stride: moves between the windows' beginnings,
    from 1. beam, score: as in `bidirectional_beam`. Boards that are met twice are cut out first. The end is
    "solved", or "nodes" or "seconds" where a limit came first; `moves` is a solution all the same.
    """
    if window < 2 or stride < 1:
        raise ValueError(f"window is at least 2 and stride 1, found {window} and {stride}")
    boards = boards_on(cells, moves, width)
    if boards[-1] != goal:
        raise ValueError("the moves do not lead to the goal")
    stretches = Stretches(width, limits, beam, score)
    path = shortened(list(boards), stretches.solve, window, stride)
    end = "solved" if stretches.stopped is None else ENDS[stretches.stopped]
    return Found(end, letters_of(path, width), stretches.generated, stretches.expanded)


class Stretches:
    """Solves stretches of a path again, as long as the limits last."""

    def __init__(self, width: int, limits: Limits, beam: int, score: str) -> None:
        self.width, self.beam, self.score = width, beam, score
        self.limits, self.watch = limits, Watch(limits)
        self.stopped: int | None = None
        self.generated = self.expanded = 0

    def solve(self, start: Any, goal: Any, steps: int) -> list[Any]:
        """Return a path of fewer than so many moves, [] where none was found or a limit came first."""
        if self.stopped is not None:
            return []
        left = None if self.limits.nodes is None else self.limits.nodes - self.generated
        # A shorter way saves an even number of moves.
        how: dict[str, Any] = {"beam": self.beam, "score": self.score, "layers": steps - 2}
        found = bidirectional_beam(start, goal, self.width, limits=Limits(nodes=left), **how)
        self.generated, self.expanded = self.generated + found.generated, self.expanded + found.expanded
        self.stopped = self.watch.over(self.generated)
        return list(boards_on(start, found.moves, self.width)) if found.end == "solved" else []
