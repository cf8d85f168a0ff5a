"""A* against IDA* and plain breadth-first search."""

import pytest
from sliding_boards import EASIEST, KORF_GOAL, blank_last, board, distances_from, korf, replay

pytest.importorskip("numba")

from research.kernels.found import Limits
from research.kernels.sliding.a_star import a_star


def test_the_twenty_easiest_have_shortest_answers():
    boards, lengths, bytes_used, stored = korf(), 0, 0, 0
    for number in EASIEST:
        found = a_star(boards[number], KORF_GOAL, 4)
        assert replay(boards[number], found.moves, 4) == KORF_GOAL
        lengths += len(found.moves)
        bytes_used += found.peak_bytes
        stored += found.stored
    assert lengths == 940
    assert bytes_used / stored <= 20


@pytest.mark.parametrize("text", ["123456780", "1234=6780", "12345=780", "12345670", "=23456780"])
@pytest.mark.parametrize("h", ["manhattan", "wall_distance", "misplaced"])
def test_answers_are_shortest(text, h):
    width = {9: 3, 8: 4}[len(text)]
    goal = blank_last(board(text))
    depths = distances_from(goal, width)
    for cells, depth in list(depths.items())[:: len(depths) // 25]:
        found = a_star(cells, goal, width, h=h)
        assert replay(cells, found.moves, width) == goal
        assert len(found.moves) == depth


def test_a_distance_that_is_not_admissible_still_leads_home():
    cells = korf()[79]
    found = a_star(cells, KORF_GOAL, 4, h="manhattan+misplaced")
    assert replay(cells, found.moves, 4) == KORF_GOAL
    # Misplaced is at most Manhattan, so the sum is at most twice as much.
    assert 42 <= len(found.moves) <= 84


@pytest.mark.parametrize("weight", [(3, 2), (2, 1), (5, 1), (0, 1), (1, 0)])
def test_weights_bound_the_length(weight):
    cells = korf()[79] if weight != (0, 1) else bytes([1, 2, 0, *range(3, 16)])
    cells = cells if weight != (0, 1) else bytes([1, 0, 2, *range(3, 16)])
    found = a_star(cells, KORF_GOAL, 4, weight=weight)
    optimum = 42 if weight != (0, 1) else 1
    assert replay(cells, found.moves, 4) == KORF_GOAL
    if weight[1]:
        assert len(found.moves) <= optimum * max(weight[0] / weight[1], 1)


def test_a_space_without_the_goal_is_exhausted():
    goal = blank_last(bytes(9))
    found = a_star(board("213456780"), goal, 3)
    assert (found.end, found.stored, found.expanded) == ("exhausted", 181_440, 181_440)


def test_growing_and_slices_do_not_change_the_search(monkeypatch):
    cells = korf()[42]
    found = a_star(cells, KORF_GOAL, 4)
    monkeypatch.setattr("research.kernels.sliding.a_star.SLICE_NODES", 1000)
    monkeypatch.setattr("research.kernels.sliding.a_star.SLOTS", 1 << 20)
    again = a_star(cells, KORF_GOAL, 4)
    assert (again.moves, again.generated, again.stored) == (found.moves, found.generated, found.stored)


def test_limits_end_the_search():
    cells = korf()[1]
    found = a_star(cells, KORF_GOAL, 4, limits=Limits(nodes=1_000_000))
    assert found.end == "nodes"
    assert 1_000_000 <= found.generated < 1_000_004
    assert a_star(cells, KORF_GOAL, 4, limits=Limits(seconds=0.0)).end == "seconds"
    assert a_star(cells, KORF_GOAL, 4, limits=Limits(memory_mb=0.001)).end == "memory"
    found = a_star(cells, KORF_GOAL, 4, limits=Limits(memory_mb=10))
    assert found.end == "memory"
    assert found.peak_bytes <= 10e6


def test_weights_that_are_none_are_refused():
    with pytest.raises(ValueError, match="a weight is two numbers"):
        a_star(KORF_GOAL, KORF_GOAL, 4, weight=(0, 0))
