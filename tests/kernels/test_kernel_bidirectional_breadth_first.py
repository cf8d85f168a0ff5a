"""Bidirectional breadth-first search on packed boards: shortest answers, walls, limits."""

import pytest
from sliding_boards import (
    KORF_GOAL,
    blank_last,
    board,
    contest,
    distances_from,
    korf,
    replay,
    scrambled,
    table,
)

pytest.importorskip("numba")

from research.kernels.found import Limits
from research.kernels.sliding.bidirectional_breadth_first import bidirectional_breadth_first
from research.kernels.sliding.free_cells import packed_free


@pytest.mark.parametrize("text", ["123456780", "1234=6780", "=23456780"])
def test_answers_are_shortest(text):
    goal = blank_last(board(text))
    reached = distances_from(goal, 3)
    for cells, depth in list(reached.items())[:: len(reached) // 40 + 1]:
        found = bidirectional_breadth_first(cells, goal, 3)
        assert (replay(cells, found.moves, 3), len(found.moves)) == (goal, depth)


def test_cells_without_walls_are_packed_in_their_order():
    cells = board("1=230=")
    start, end, edges = packed_free(cells, board("1=203="), 3, "ULRD")
    assert (start, end) == (0x0321, 0x3021)
    assert edges.source.max() == edges.target.max() == 3


def test_large_boards_with_many_walls_are_searched_and_others_refused():
    goal = blank_last(board("=====6789==CDEFGHIJ==MNO0"))
    assert sum(tile != 255 for tile in goal) == 16
    cells = scrambled(goal, 5, 60, 1)
    found = bidirectional_breadth_first(cells, goal, 5)
    assert replay(cells, found.moves, 5) == goal and 0 < len(found.moves) <= 60
    open_goal = blank_last(bytes(range(20)))
    with pytest.raises(ValueError, match="at most 16 cells beside walls, this has 20"):
        bidirectional_breadth_first(open_goal, open_goal, 5)


def test_boards_of_the_contest_that_are_mostly_walls():
    rows = {int(row["id"]): row for row in table("contest_best_lengths.csv")}
    for number, (cells, goal, width) in list(enumerate(contest(), 1))[::50]:
        free = sum(tile != 255 for tile in cells)
        if free > 12:
            continue
        found = bidirectional_breadth_first(cells, goal, width, limits=Limits(nodes=3_000_000))
        best = int(rows[number]["best_len"])
        assert replay(cells, found.moves, width) == goal
        assert len(found.moves) == best if rows[number]["proven_optimal"] == "1" else len(found.moves) <= best


def test_slices_do_not_change_the_search(monkeypatch):
    cells = scrambled(KORF_GOAL, 4, 30, 5)
    whole = bidirectional_breadth_first(cells, KORF_GOAL, 4)
    monkeypatch.setattr("research.kernels.sliding.bidirectional_breadth_first.SLICE_NODES", 100)
    assert bidirectional_breadth_first(cells, KORF_GOAL, 4) == whole


def test_a_board_that_is_its_goal_and_one_that_cannot_be_solved():
    assert bidirectional_breadth_first(KORF_GOAL, KORF_GOAL, 4).moves == ""
    found = bidirectional_breadth_first(board("2134=6870"), board("1234=6780"), 3)
    assert (found.end, found.moves) == ("exhausted", "")


def test_limits_end_the_search():
    cells = korf()[1]
    assert bidirectional_breadth_first(cells, KORF_GOAL, 4, limits=Limits(nodes=100_000)).end == "nodes"
    assert bidirectional_breadth_first(cells, KORF_GOAL, 4, limits=Limits(seconds=0.0)).end == "seconds"
    found = bidirectional_breadth_first(cells, KORF_GOAL, 4, limits=Limits(memory_mb=10))
    assert found.end == "memory" and found.peak_bytes <= 10e6
