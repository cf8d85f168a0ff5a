"""The beam of a participant in the sliding-puzzle contest of 2011, to the letter."""

from typing import cast

from research.fog import View, Visits
from research.heuristics import toward
from research.kernels.twins import Twin
from research.registry import strategies
from research.task import Node

ORDER = "LRUD"
SCORE = "contest_distance+misplaced"
# A queue longer than TRIGGER is sorted and, on boards of more than SORTED_ONLY cells, cut to WIDTH.
TRIGGER, WIDTH, SORTED_ONLY = 512, 64, 10
# On boards of fewer cells no successor is refused.
UNBARRED = 10

TWIN = Twin("research.kernels.sliding.contest_beam", "contest_beam", goal_apart=True)


@strategies.register(needs={"jump", "goal", "slide"}, twins={"slide": TWIN})
def contest_beam(view: View) -> Visits:
    """Beam search of the contest's blog: a queue that is cut, and a bar that successors must stay below.

    Boards are popped first in, first out. Of each the successors that were not generated before are
    taken, in the order L, R, U, D, if their score is strictly below the bar: that of the start, and
    after each cut that of the last board kept. Neither complete nor optimal; it gives up with "bar" if
    any successor was refused, else with "pruned" after a cut. generated counts all successors, the way
    back too.
    """
    score, cells = toward(SCORE, view), len(cast(bytes, view.start))
    bar, refused = score(view.start), False
    queue: list[Node] = [view.start]
    closed: set[Node] = set()
    first, view.counters["generated"], view.counters["cuts"] = 0, 0, 0
    while first < len(queue):
        node = queue[first]
        first += 1
        yield from view.reopen(node)
        children = view.neighbors(node, ORDER)
        view.counters["generated"] += len(children)
        for child in children:
            if child in closed:
                continue
            closed.add(child)
            if bar > score(child) or cells < UNBARRED:
                queue.append(child)
                if child != view.start:
                    view.parents[child] = node
            else:
                refused = True
        if len(queue) - first > TRIGGER:
            queue, first = sorted(queue[first:], key=score), 0
            if cells > SORTED_ONLY:
                view.counters["cuts"] += 1
                queue = queue[:WIDTH]
                bar = score(queue[-1])
    return "bar" if refused else "pruned" if view.counters["cuts"] else None
