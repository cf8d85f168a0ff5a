"""Depth-first iterative deepening (Korf 1985) on boards: IDA* with h = 0."""

from __future__ import annotations

from research.kernels.found import Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.ida_star import ida_star


def iterative_deepening(
    cells: bytes, goal: bytes, width: int, *, limits: Limits = Limits(), order: str = tables.BLANK_ORDER
) -> Found:
    """Iterative deepening: a shortest answer; never ends by itself on a board without one.

    order and counts as in `ida_star`: iterations is the depth plus 1.
    """
    return ida_star(cells, goal, width, limits=limits, h="zero", order=order)
