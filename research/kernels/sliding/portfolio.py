"""The portfolio of compiled searches on one board."""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from typing import Any, Protocol

from research.kernels.found import Found, Limits
from research.kernels.sliding.shorten import shorten


class CompiledStage(Protocol):
    """A search that is tried: its own limit of expansions, and its call."""

    steps: int | None

    def search(self, cells: bytes, goal: bytes, width: int, limits: Limits) -> Found:
        """Search; "solved" within the limit of expansions only, the goal's visit being one of them.

        "exhausted" without a reason: all boards that can be reached were seen.
        """


def portfolio(
    cells: bytes,
    goal: bytes,
    width: int,
    *,
    limits: Limits = Limits(),
    stages: list[CompiledStage],
    window: int = 0,
    stride: int = 5,
    beam: int = 10_000,
    score: str = "wall2",
) -> Found:
    """Search by the stages in turn, and make the first answer shorter: see the strategy of that name.

    limits: of all stages together; memory_mb of each. generated, expanded and cuts are those of all.
    """
    counts, started, whole = Counter[str](), perf_counter(), False
    for place, stage in enumerate(stages):
        if place and _is_over(limits, counts, 1):
            # The start is visited again.
            counts["expanded"] += 1
            return _told(counts, "nodes")
        found = stage.search(cells, goal, width, _left(limits, stage.steps, counts, started))
        _add(counts, found)
        whole = whole or (found.end, found.reason) == ("exhausted", "")
        if found.end == "solved":
            shorter = _answer(cells, goal, width, found.moves, counts, window, stride, beam, score)
            return _told(counts, "nodes") if window and _is_over(limits, counts) else shorter
        if found.end in ("seconds", "memory") or _is_over(limits, counts):
            return _told(counts, found.end if found.end != "exhausted" else "nodes")
    return _told(counts, "exhausted", reason="" if whole else "no stage has arrived")


def _told(counts: Counter[str], end: str, moves: str = "", reason: str = "") -> Found:
    return Found(end, moves, counts["generated"], counts["expanded"], cuts=counts["cuts"], reason=reason)


def _left(limits: Limits, steps: int | None, counts: Counter[str], started: float) -> Limits:
    """Return what is left of the limits, within a stage's own."""
    nodes = None if limits.nodes is None else limits.nodes - counts["generated"]
    left = None if limits.expansions is None else limits.expansions - counts["expanded"]
    seconds = None if limits.seconds is None else max(0.0, limits.seconds - (perf_counter() - started))
    most = min((most for most in (left, steps) if most is not None), default=None)
    return Limits(nodes, seconds, limits.memory_mb, most)


def _is_over(limits: Limits, counts: Counter[str], more: int = 0) -> bool:
    """Whether nothing is left of the limits when so many more are expanded."""
    return (limits.nodes is not None and counts["generated"] >= limits.nodes) or (
        limits.expansions is not None and counts["expanded"] + more >= limits.expansions
    )


def _add(counts: Counter[str], found: Found) -> None:
    counts.update(generated=found.generated, expanded=found.expanded, cuts=found.cuts)


def _answer(
    cells: bytes, goal: bytes, width: int, moves: str, counts: Counter[str], window: int, *how: Any
) -> Found:
    if window:
        stride, beam, score = how
        shorter = shorten(
            cells, goal, width, moves=moves, window=window, stride=stride, beam=beam, score=score
        )
        counts.update(generated=shorter.generated, expanded=shorter.expanded)
        moves = shorter.moves
    return _told(counts, "solved", moves)
