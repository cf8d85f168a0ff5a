"""Make a solution shorter by solving parts of it again.

A window of so many moves slides along the solution; a bidirectional beam searches from the window's first
board to its last one, and where it finds a shorter way, that takes the window's place. With a beam that
never cuts, each window is made a shortest one. Windows on a finished plan are by Ratner and Pohl, Joint and
LPA*: Combination of Approximation and Search (1986).
"""

from __future__ import annotations

from research.kernels.found import ENDS, Found, Limits
from research.kernels.sliding.bidirectional_beam import bidirectional_beam
from research.kernels.sliding.bidirectional_tables import boards_on
from research.kernels.sliding.watch import Watch


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
    plan = Plan(*without_loops(moves, boards), width, limits)
    while plan.one_round(window, stride, beam, score):
        pass
    end = "solved" if plan.stopped is None else ENDS[plan.stopped]
    return Found(end, plan.moves, plan.generated, plan.expanded, iterations=plan.rounds)


class Plan:
    """A solution while it gets shorter."""

    def __init__(self, moves: str, boards: list[bytes], width: int, limits: Limits) -> None:
        self.moves, self.boards, self.width = moves, boards, width
        self.limits, self.watch = limits, Watch(limits)
        self.stopped: int | None = None
        self.generated = self.expanded = self.rounds = 0
        self.tried: set[tuple[bytes, bytes]] = set()

    def one_round(self, window: int, stride: int, beam: int, score: str) -> bool:
        """Try the windows from first to last, each until it stays; whether there is to be another round."""
        at, before = 0, len(self.moves)
        self.rounds += 1
        while self.stopped is None and (at == 0 or at + window < len(self.moves) + stride):
            if not self._got_shorter(at, min(at + window, len(self.moves)), beam, score):
                at += stride
            self.stopped = self.watch.over(self.generated)
        return self.stopped is None and len(self.moves) < before

    def _got_shorter(self, at: int, to: int, beam: int, score: str) -> bool:
        ends = self.boards[at], self.boards[to]
        # A shorter way saves an even number of moves, so three is the least to try.
        if to - at < 3 or ends in self.tried:
            return False
        self.tried.add(ends)
        left = None if self.limits.nodes is None else self.limits.nodes - self.generated
        found = bidirectional_beam(
            *ends, self.width, limits=Limits(nodes=left), beam=beam, score=score, layers=to - at - 2
        )
        self.generated, self.expanded = self.generated + found.generated, self.expanded + found.expanded
        if found.end != "solved":
            return False
        moves = self.moves[:at] + found.moves + self.moves[to:]
        between = boards_on(ends[0], found.moves, self.width)
        boards = self.boards[:at] + between + self.boards[to + 1 :]
        self.moves, self.boards = without_loops(moves, boards)
        return True


def without_loops(moves: str, boards: list[bytes]) -> tuple[str, list[bytes]]:
    """Return moves and boards without what lies between two visits of one board."""
    last = {board: place for place, board in enumerate(boards)}
    kept, letters, place = [boards[0]], [], last[boards[0]]
    while place < len(moves):
        letters.append(moves[place])
        kept.append(boards[place + 1])
        place = last[boards[place + 1]]
    return "".join(letters), kept
