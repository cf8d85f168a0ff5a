"""IDA* with every distance and with conflicts, on boards of any size, and known shortest answers."""

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

import research
from research.heuristics import estimate
from research.kernels.found import Limits
from research.kernels.sliding import tables
from research.kernels.sliding.ida_star import BELOW, ida_star
from research.kernels.sliding.stretches import Stretches


@pytest.mark.parametrize("text", ["123456780", "1234=6780", "=23456780"])
@pytest.mark.parametrize("h", ["manhattan", "misplaced", "wall_distance", *BELOW])
def test_answers_are_shortest(text, h):
    goal = blank_last(board(text))
    depths = distances_from(goal, 3)
    for cells, depth in list(depths.items())[:: len(depths) // 15]:
        found = ida_star(cells, goal, 3, h=h)
        assert (replay(cells, found.moves, 3), len(found.moves)) == (goal, depth)


@pytest.mark.parametrize(("size", "walls"), [("4x4", 0), ("4x4", 3), ("7x3", 2), ("9x2", 0), ("5x5", 5)])
def test_conflicts_are_those_of_the_plain_heuristic(size, walls):
    for seed in range(25):
        made = research.make("sliding.shuffled", seed=seed, size=size, walls=walls, moves=80)
        edges = tables.edges(made.cells, made.width)
        found = Stretches(made.goal, made.width, edges).total(made.cells)
        for whole, part in (("linear_conflict", "manhattan"), ("wall_conflict", "wall_distance")):
            values = [estimate(h, made.goal, made.slide)(made.cells) for h in (whole, part)]
            # Lines of 9 cells are too long for the compiled search, and count nothing there.
            assert found == values[0] - values[1] or (size == "9x2" and found < values[0] - values[1])


def test_slices_and_limits_do_not_change_the_search(monkeypatch):
    cells = korf()[79]
    whole = ida_star(cells, KORF_GOAL, 4, h="linear_conflict")
    monkeypatch.setattr("research.kernels.sliding.ida_star.SLICE_NODES", 1000)
    assert ida_star(cells, KORF_GOAL, 4, h="linear_conflict") == whole
    # The visit to the goal is one more.
    just = Limits(expansions=whole.expanded + 1)
    assert ida_star(cells, KORF_GOAL, 4, h="linear_conflict", limits=just) == whole


def test_limits_end_the_search():
    cells = korf()[1]
    found = ida_star(cells, KORF_GOAL, 4, limits=Limits(nodes=123_456))
    assert (found.end, found.generated, found.moves) == ("nodes", 123_456, "")
    found = ida_star(cells, KORF_GOAL, 4, limits=Limits(expansions=50_000))
    assert (found.end, found.expanded) == ("nodes", 50_000)
    assert ida_star(cells, KORF_GOAL, 4, limits=Limits(seconds=0.0)).end == "seconds"
    assert ida_star(cells, KORF_GOAL, 4, limits=Limits(memory_mb=0.0)).end == "memory"


def test_a_board_that_is_its_goal_and_one_that_cannot_move():
    assert ida_star(KORF_GOAL, KORF_GOAL, 4).generated == 1
    assert ida_star(board("0=12"), board("0=21"), 2).end == "exhausted"


def test_large_boards_with_walls():
    goal = blank_last(board("1234=6789AB=DEFGHIJKLMNO0"))
    for steps in (20, 40):
        cells = scrambled(goal, 5, steps, steps)
        found = [ida_star(cells, goal, 5, h=h) for h in ("manhattan", "wall_conflict")]
        assert len(found[0].moves) == len(found[1].moves) <= steps
        assert replay(cells, found[1].moves, 5) == goal
        assert found[1].generated <= found[0].generated


def proven():
    rows = [row for row in table("contest_best_lengths.csv") if row["proven_optimal"] == "1"]
    return {int(row["id"]): int(row["best_len"]) for row in rows}


def test_the_lengths_proven_of_some_boards_of_the_contest_come_out():
    known, boards = proven(), contest()
    assert len(known) == 701
    for number in list(known)[::35]:
        cells, goal, width = boards[number - 1]
        found = ida_star(cells, goal, width, h="wall_conflict", limits=Limits(nodes=3_000_000))
        assert found.end == "nodes" or len(found.moves) == known[number]
        assert found.end == "solved" or len(goal) > 12


@pytest.mark.slow
def test_the_lengths_proven_of_the_contest_come_out():
    known, boards = proven(), contest()
    for number in list(known)[::3]:
        cells, goal, width = boards[number - 1]
        found = ida_star(cells, goal, width, h="wall_conflict", limits=Limits(expansions=12_000_000))
        assert (found.end, len(found.moves)) == ("solved", known[number])


@pytest.mark.slow
def test_the_hardest_that_were_proven_are_proved_in_12_million_expansions():
    known, boards = proven(), contest()
    # Of 11, 13, 14, 15 and 16 free cells the board that takes most; then the longest answers.
    for number in (2440, 803, 3233, 2660, 1249, 391, 4004, 2461):
        cells, goal, width = boards[number - 1]
        found = ida_star(cells, goal, width, h="wall_conflict", limits=Limits(expansions=12_000_000))
        assert (found.end, len(found.moves)) == ("solved", known[number])
        assert found.expanded > 2_000_000 and replay(cells, found.moves, width) == goal
