"""Beam search with a trigger: a queue, first in first out, which is cut when more than so many are open."""

from __future__ import annotations

from research.kernels.found import Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.bidirectional_tables import edges_of, ordering, walls_of
from research.kernels.sliding.queue_beam import Rules, search


def trigger_beam(
    cells: bytes,
    goal: bytes,
    width: int,
    *,
    limits: Limits = Limits(),
    trigger: int = 512,
    beam_width: int = 64,
    h: str = "manhattan+misplaced",
) -> Found:
    """Beam search with a trigger: answers of any length, of any size of board; not complete, not optimal.

    When more than `trigger` boards are open they are sorted by h, of equal ones the older first, and the
    first `beam_width` are kept. No board is generated twice. h: see `bidirectional_tables.ordering`.

    generated counts children before those are left out that are not new, without the parent's move, the
    goal's too, and the root; expanded the boards popped but the goal, stored those that were ever open.
    "exhausted" has the reason "pruned" where boards were cut.
    """
    tables.checked(cells, goal, width)
    if beam_width < 1 or trigger < 1:
        raise ValueError(f"width and trigger of a beam are at least 1, found {beam_width} and {trigger}")
    board = edges_of(walls_of(cells), width)
    return search(cells, goal, board, ordering(h, goal, width), Rules(trigger, beam_width), limits)
