"""The contest's beam against runs of the participant's program."""

from collections import Counter

import pytest
from sliding_boards import contest, replay, table

pytest.importorskip("numba")

from research.kernels.found import Limits
from research.kernels.sliding.contest_beam import contest_beam

SOLVED = {9: 57, 12: 86, 15: 111, 16: 48, 18: 61, 20: 139, 24: 70, 25: 57, 30: 53, 36: 16}


def differing(rows):
    """The rows whose run here has other counters, or an answer that does not hold."""
    boards, wrong = contest(), []
    for row in rows:
        cells, goal, width = boards[int(row["idx"]) - 1]
        found = contest_beam(cells, goal, width)
        solved = found.end == "solved"
        # The participant's count of pops has the goal's and not the start's.
        pops = found.expanded if solved else found.expanded - 1
        length = str(len(found.moves)) if solved else ""
        got = ("solved" if solved else "queue_empty", length, pops, found.generated, found.cuts)
        expected = (row["result"], row["len"], *(int(row[name]) for name in ("pops", "gens", "cuts")))
        if got != expected or (solved and replay(cells, found.moves, width) != goal):
            wrong.append((row, got))
    return wrong


def test_runs_equal_the_participants():
    assert differing(table("contest_beam_runs.csv")[::25]) == []


@pytest.mark.slow
def test_all_runs_equal_the_participants():
    assert differing(table("contest_beam_runs.csv")) == []


@pytest.mark.slow
def test_the_whole_contest_has_698_answers():
    found = [
        (number, cells, contest_beam(cells, *rest)) for number, (cells, *rest) in enumerate(contest(), 1)
    ]
    assert Counter(len(cells) for _, cells, each in found if each.moves) == SOLVED
    # The participant's own choice of boards: all of up to 16 cells, and of the first 1000 those of up to 25.
    own = [each for number, cells, each in found if len(cells) <= (25 if number <= 1000 else 16)]
    assert sum(each.end == "solved" for each in own) == 365
    early = [each for _, _, each in found if each.end == "exhausted" and each.expanded <= 5]
    assert len(early) == 1464 and {each.reason for each in early} == {"bar"}


def test_a_run_that_the_bar_ended_says_so():
    cells, goal, width = contest()[0]
    found = contest_beam(cells, goal, width)
    assert (found.end, found.reason, found.generated) == ("exhausted", "bar", 5)


def test_a_solved_board_needs_no_moves():
    _, goal, width = contest()[0]
    found = contest_beam(goal, goal, width)
    assert (found.end, found.moves, found.expanded) == ("solved", "", 0)


@pytest.mark.parametrize(
    ("limits", "end"),
    [(Limits(nodes=1000), "nodes"), (Limits(seconds=0.0), "seconds"), (Limits(memory_mb=0.01), "memory")],
)
def test_limits_end_the_search(limits, end):
    assert contest_beam(*contest()[4], limits=limits).end == end
