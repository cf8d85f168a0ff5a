"""The beam search of a participant of the contest of 2011, exactly as it was.

A queue, first in first out, which is sorted and cut whenever it gets long; its best score of old is the
bar that newcomers must be under.
"""

from __future__ import annotations

from research.kernels.found import Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.queue_beam import LONGEST, Rules, search

ORDER = "LRUD"
LONG, KEPT = 512, 64
# Boards of fewer cells than OPEN have no bar, those of at most WHOLE are sorted but not cut.
OPEN, WHOLE = 10, 10


def contest_beam(cells: bytes, goal: bytes, width: int, *, limits: Limits = Limits()) -> Found:
    """Search as the participant did: neither complete nor optimal, 698 of the contest's 5000 boards.

    The queue holds boards with their scores, contest_distance (the blank's too) + misplaced. Pop one and
    test it; for L R U D, put each successor that was not generated before into the queue if its score is
    strictly below the bar, or if the board has fewer than 10 cells. The bar is the start's score at first.
    A queue of more than 512 is sorted by score (stable) and, on boards of more than 10 cells, cut to 64;
    the bar is then the last one's score. Cells count walls.

    generated counts all legal successors (no root, old ones and the parent too), expanded the boards
    popped but the goal, stored the boards that were ever in the queue. "exhausted" has the reason "bar"
    if any successor was refused by it.
    """
    tables.checked(cells, goal, width)
    table = tables.distances("contest_distance+misplaced", goal, width)
    kept = KEPT if len(cells) > WHOLE else LONGEST
    rules = Rules(LONG, kept, barred=len(cells) >= OPEN, legal=True)
    return search(cells, goal, tables.edges(cells, width, ORDER), table, rules, limits)
