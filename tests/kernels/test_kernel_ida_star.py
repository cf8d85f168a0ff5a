"""IDA* against Korf's paper and plain breadth-first search."""

import pytest
from sliding_boards import (
    EASIEST,
    KORF_GOAL,
    blank_last,
    board,
    distances_from,
    korf,
    replay,
    scrambled,
    table,
)

pytest.importorskip("numba")

from research.kernels.found import Limits
from research.kernels.sliding.ida_star import ida_star

CHEAP = 20_000_000


def check(row):
    cells = korf()[int(row["id"])]
    found = ida_star(cells, KORF_GOAL, 4)
    assert (found.generated, len(found.moves)) == (int(row["ida_md_generated_ULRD"]), int(row["optimal"]))
    assert found.expanded == int(row["ida_md_expanded_ULRD"])
    assert replay(cells, found.moves, 4) == KORF_GOAL


def test_node_counts_equal_korfs_where_they_are_small():
    rows = [row for row in table("korf_15.csv") if int(row["ida_md_generated_ULRD"]) < CHEAP]
    assert len(rows) >= 9
    for row in rows:
        check(row)


@pytest.mark.slow
def test_node_counts_equal_korfs():
    for row in table("korf_15.csv"):
        check(row)


def test_the_twenty_easiest_add_up():
    boards = korf()
    found = [ida_star(boards[number], KORF_GOAL, 4) for number in EASIEST]
    assert sum(each.generated for each in found) == 46_968_238
    assert sum(len(each.moves) for each in found) == 940


def test_linear_conflict_finds_the_same_lengths_with_fewer_nodes():
    boards = korf()
    found = [ida_star(boards[number], KORF_GOAL, 4, h="linear_conflict") for number in EASIEST]
    assert sum(len(each.moves) for each in found) == 940
    assert sum(each.generated for each in found) < 46_968_238 / 4


@pytest.mark.parametrize(
    "text", ["123456780", "1234=6780", "12345=780", "1=34567890AB", "12345670", "=23456780"]
)
@pytest.mark.parametrize("h", ["manhattan", "wall_distance", "misplaced", "linear_conflict"])
def test_answers_are_shortest(text, h):
    width = {9: 3, 8: 4, 12: 4}[len(text)]
    goal = blank_last(board(text))
    if len(text) == 12:
        boards = {scrambled(goal, width, steps, steps): None for steps in (10, 20, 30)}
    else:
        depths = distances_from(goal, width)
        boards = dict(list(depths.items())[:: len(depths) // 15])
    for cells, depth in boards.items():
        found = ida_star(cells, goal, width, h=h)
        assert replay(cells, found.moves, width) == goal
        assert depth is None or len(found.moves) == depth


def test_the_order_of_moves_changes_the_search_not_the_length():
    cells = korf()[79]
    found = [ida_star(cells, KORF_GOAL, 4, order=order) for order in ("ULRD", "DRLU")]
    assert len(found[0].moves) == len(found[1].moves) == 42
    assert found[0].generated != found[1].generated


def test_limits_end_the_search():
    cells = korf()[1]
    found = ida_star(cells, KORF_GOAL, 4, limits=Limits(nodes=1_234_567))
    assert (found.end, found.generated, found.moves) == ("nodes", 1_234_567, "")
    assert ida_star(cells, KORF_GOAL, 4, limits=Limits(seconds=0.0)).end == "seconds"
    assert ida_star(cells, KORF_GOAL, 4, limits=Limits(memory_mb=0.0)).end == "memory"


def test_slices_do_not_change_the_search(monkeypatch):
    whole = ida_star(korf()[79], KORF_GOAL, 4)
    monkeypatch.setattr("research.kernels.sliding.ida_star.SLICE_NODES", 1000)
    assert ida_star(korf()[79], KORF_GOAL, 4) == whole


def test_a_board_that_is_its_goal_and_one_that_cannot_move():
    assert ida_star(KORF_GOAL, KORF_GOAL, 4).generated == 1
    shut = board("0=12")
    assert ida_star(bytes([255, 0, 255, 3]), bytes([255, 3, 255, 0]), 2).moves == "D"
    assert ida_star(shut, board("0=21"), 2).end == "exhausted"


def test_larger_boards_are_solved_within_limits():
    goal = bytes(range(20))
    for seed in range(3):
        found = ida_star(scrambled(goal, 5, 40, seed), goal, 5)
        assert replay(scrambled(goal, 5, 40, seed), found.moves, 5) == goal and len(found.moves) <= 40
    assert ida_star(goal, goal, 5).generated == 1
    hard = korf("korf_24.txt")[1]
    for limits, end in ((Limits(nodes=12_345), "nodes"), (Limits(memory_mb=0.0), "memory")):
        assert ida_star(hard, bytes(range(25)), 5, limits=limits).end == end
