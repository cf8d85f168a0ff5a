"""Layered beam search on Korf's boards and the contest's."""

import pytest
from sliding_boards import KORF_GOAL, contest, korf, replay, scrambled

pytest.importorskip("numba")

from research.kernels.found import Limits
from research.kernels.sliding.beam import beam

ENOUGH = Limits(nodes=20_000_000, memory_mb=1000)


# How the specification's numbers were made, found by trying all orders of moves with all ways of breaking
# ties: right, left, down, up; those kept stay in the order in which they were generated; 400 layers at most.
SPECIFIED = {"order": "RLDU", "standing": "age", "layers": 400}


def lengths(width, h="manhattan", **rules):
    """The lengths of the answers to Korf's boards, each of which holds."""
    found = [
        (cells, beam(cells, KORF_GOAL, 4, beam_width=width, h=h, limits=ENOUGH, **rules))
        for cells in korf().values()
    ]
    solved = [(cells, each.moves) for cells, each in found if each.end == "solved"]
    assert all(replay(cells, moves, 4) == KORF_GOAL for cells, moves in solved)
    return [len(moves) for _, moves in solved]


@pytest.mark.parametrize(
    ("width", "solved", "mean"),
    [
        (10, 88, 185.8),
        (30, 100, 116.2),
        (100, 100, 78.65),
        pytest.param(300, 100, 65.47, marks=pytest.mark.slow),
        pytest.param(1000, 100, 59.11, marks=pytest.mark.slow),
        pytest.param(3000, 100, 56.69, marks=pytest.mark.slow),
        pytest.param(10000, 100, 54.97, marks=pytest.mark.slow),
    ],
)
def test_mean_lengths_are_the_specifications(width, solved, mean):
    found = lengths(width, **SPECIFIED)
    digits = 1 if mean > 100 else 2
    assert (len(found), round(sum(found) / len(found), digits)) == (solved, mean)


@pytest.mark.parametrize("width", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_misplaced_tiles_make_answers_longer_from_width_100_up(width):
    # 79.19 against 78.65 at 100, 62.25 against 59.11 at 1000.
    assert sum(lengths(width, "manhattan+misplaced", **SPECIFIED)) > sum(lengths(width, **SPECIFIED))


def test_without_a_limit_on_layers_ten_wide_is_enough_for_all_of_korfs_boards():
    # The means hang on ties: 224.5 by these, 237.4 with blank order U L R D and layers sorted by h.
    assert len(lengths(10, **SPECIFIED | {"layers": None})) == 100


def test_a_run_that_layers_ended_says_so():
    found = beam(korf()[1], KORF_GOAL, 4, beam_width=10, layers=5)
    assert (found.end, found.reason, found.iterations) == ("exhausted", "layers", 5)


@pytest.mark.parametrize("h", ["manhattan", "wall_distance", "wall2", "contest_distance+misplaced"])
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
    with pytest.raises(ValueError, match="1 layer long"):
        beam(KORF_GOAL, KORF_GOAL, 4, layers=0)
