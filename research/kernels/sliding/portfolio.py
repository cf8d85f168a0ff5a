"""The portfolio of compiled searches on one board."""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from typing import Any, Protocol

from research.kernels.found import Found, Limits, nodes_of
from research.kernels.sliding.shorten import shorten


class CompiledStage(Protocol):
    """A search that is tried: its own limit of expansions, and its call."""

    steps: int | None

    def search(self, cells: bytes, goal: bytes, width: int, limits: Limits) -> Found:
        """Search, and count the goal's visit among the expansions."""


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
    counts, started = Counter[str](), perf_counter()
    for stage in stages:
        found = stage.search(cells, goal, width, _left(limits, stage.steps, counts, started))
        _add(counts, found)
        if found.end == "solved" and (stage.steps is None or found.expanded <= stage.steps):
            return _answer(cells, goal, width, found.moves, counts, window, stride, beam, score)
        if found.end in ("seconds", "memory") or _is_over(limits, counts):
            return _told(counts, found.end if found.end != "exhausted" else "nodes")
    return _told(counts, "exhausted", reason="no stage has arrived")


def _told(counts: Counter[str], end: str, moves: str = "", reason: str = "") -> Found:
    return Found(end, moves, counts["generated"], counts["expanded"], cuts=counts["cuts"], reason=reason)


def _left(limits: Limits, steps: int | None, counts: Counter[str], started: float) -> Limits:
    """Return what is left of the limits, within a stage's own."""
    left = None if limits.nodes is None else limits.nodes - counts["generated"]
    nodes = [most for most in (left, nodes_of(steps)) if most is not None]
    seconds = None if limits.seconds is None else max(0.0, limits.seconds - (perf_counter() - started))
    return Limits(min(nodes, default=None), seconds, limits.memory_mb, steps)


def _is_over(limits: Limits, counts: Counter[str]) -> bool:
    return limits.nodes is not None and counts["generated"] >= limits.nodes


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
