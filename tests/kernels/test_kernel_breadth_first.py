"""Breadth-first search against published counts of boards by depth."""

import pytest
from sliding_boards import KORF_GOAL, blank_last, board, distances_from, korf, replay, table

pytest.importorskip("numba")

from research.kernels.found import Limits
from research.kernels.sliding.breadth_first import breadth_first, depths

SMALL = ["2x2", "2x3", "3x3", "2x4"]


def published(shape):
    """The counts of a shape by its goal."""
    counts = {}
    for row in table("sliding_depths.csv"):
        if row["board"] == shape:
            counts.setdefault(row["goal_blank"], []).append((int(row["depth"]), int(row["states"])))
    return {blank: [states for _, states in sorted(rows)] for blank, rows in counts.items()}


def counted(shape, blank, max_depth=None):
    """The counts of a shape as they come out here."""
    rows, cols = map(int, shape.split("x"))
    first = bytes(range(rows * cols))
    goal = first if blank == "first" else blank_last(first)
    return depths(goal, cols, max_depth=max_depth, limits=Limits(memory_mb=2000))[1]


@pytest.mark.parametrize("shape", SMALL)
def test_boards_by_depth(shape):
    for blank, counts in published(shape).items():
        assert counted(shape, blank) == counts


@pytest.mark.slow
def test_boards_of_two_rows_of_five_by_depth():
    for blank, counts in published("2x5").items():
        assert counted("2x5", blank) == counts


@pytest.mark.slow
def test_boards_of_the_15_puzzle_down_to_depth_22():
    for blank, counts in published("4x4").items():
        assert counted("4x4", blank, len(counts) - 1) == counts


def test_the_15_puzzle_down_to_depth_12():
    assert counted("4x4", "last", 12) == [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808]


def test_boards_with_a_wall_have_their_own_depths():
    goal = board("1234=6780")
    found, counts = depths(goal, 3)
    expected = list(distances_from(goal, 3).values())
    assert counts == [expected.count(depth) for depth in range(max(expected) + 1)]
    assert (found.end, found.stored) == ("exhausted", len(expected))


@pytest.mark.parametrize("text", ["123456780", "1234=6780", "=23456780"])
def test_answers_are_shortest(text):
    goal = blank_last(board(text))
    reached = distances_from(goal, 3)
    for cells, depth in list(reached.items())[:: len(reached) // 20]:
        found = breadth_first(cells, goal, 3)
        assert replay(cells, found.moves, 3) == goal
        assert len(found.moves) == depth


def test_known_boards():
    goal = board("123456780")
    assert len(breadth_first(board("102754863"), goal, 3).moves) == 11
    assert len(breadth_first(board("134802756"), goal, 3).moves) == 16
    assert len(breadth_first(board("867254301"), goal, 3).moves) == 31
    assert breadth_first(board("134802765"), goal, 3).end == "exhausted"


def test_a_shut_in_board_is_exhausted_at_once():
    # Even, and still not to be reached: the ring around the wall only turns.
    found = breadth_first(board("2134=6870"), board("1234=6780"), 3)
    assert (found.end, found.stored) == ("exhausted", 56)


def test_limits_end_the_search():
    cells = korf()[1]
    assert breadth_first(cells, KORF_GOAL, 4, limits=Limits(nodes=100_000)).end == "nodes"
    assert breadth_first(cells, KORF_GOAL, 4, limits=Limits(seconds=0.0)).end == "seconds"
    found = breadth_first(cells, KORF_GOAL, 4, limits=Limits(memory_mb=10))
    assert found.end == "memory"
    assert found.peak_bytes <= 10e6
