"""The two beams that meet: what they find is a way, and a shortest one where nothing was cut."""

from random import Random

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
from research.kernels.sliding import tables
from research.kernels.sliding.bidirectional_beam import bidirectional_beam
from research.kernels.sliding.bidirectional_tables import FAR, ordering, steps_between, walls_of

WIDE = 50_000
WALLED = board("12345=6789AB=D0F")


def depths_and_moves(goal, width, boards):
    """The true depth of each board and the length of what a beam that never cuts finds, -1: nothing."""
    depths = distances_from(goal, width)
    for cells in boards:
        found = bidirectional_beam(cells, goal, width, beam=WIDE)
        if found.end == "solved":
            assert replay(cells, found.moves, width) == goal
        yield depths.get(cells, -1), len(found.moves) if found.end == "solved" else -1


def test_every_board_of_2x3_gets_a_shortest_way_and_the_unreachable_ones_none():
    goal = board("123450")
    reachable = sorted(distances_from(goal, 3))
    swapped = [bytes({1: 2, 2: 1}.get(tile, tile) for tile in cells) for cells in reachable]
    assert all(true == got for true, got in depths_and_moves(goal, 3, [*reachable[::5], *swapped[::20]]))


def test_the_farthest_boards_of_3x3_get_31_moves():
    goal = board("123456780")
    for cells in (board("867254301"), board("647850321")):
        found = bidirectional_beam(cells, goal, 3, beam=WIDE)
        assert (len(found.moves), found.cuts) == (31, 0)


def test_walls_are_walked_around_on_a_shortest_way():
    goal = blank_last(board("12=4567=0"))
    boards = sorted(distances_from(goal, 3))
    assert all(true == got for true, got in depths_and_moves(goal, 3, boards[:: len(boards) // 50 + 1]))


def test_the_goal_itself_needs_no_moves():
    found = bidirectional_beam(KORF_GOAL, KORF_GOAL, 4)
    assert (found.end, found.moves) == ("solved", "")


def test_a_beam_of_one_ends_and_says_that_it_was_cut():
    found = bidirectional_beam(korf()[1], KORF_GOAL, 4, beam=1, layers=10_000)
    assert (found.end, found.reason) == ("exhausted", "pruned")


def test_a_narrow_beam_finds_ways_on_korfs_boards():
    for number in (1, 12, 79):
        found = bidirectional_beam(korf()[number], KORF_GOAL, 4, beam=1000)
        assert replay(korf()[number], found.moves, 4) == KORF_GOAL
        assert found.cuts > 0


def test_every_direction_of_the_first_move_is_found():
    middle = board("123405678")
    for way in "ULRD":
        cells = replay(middle, way, 3)
        back = {"U": "D", "D": "U", "L": "R", "R": "L"}[way]
        assert bidirectional_beam(cells, middle, 3).moves == back
        assert bidirectional_beam(middle, cells, 3).moves == way
        for then in set(tables.neighbours(cells, 3)[cells.index(0)]) - {back}:
            assert bidirectional_beam(middle, replay(cells, then, 3), 3).moves == way + then
            assert len(bidirectional_beam(replay(cells, then, 3), middle, 3).moves) == 2


def test_a_blank_that_goes_through_corridors_at_once_finds_what_can_be_reached():
    goal = blank_last(board("12=4567=9AB0"))
    depths = distances_from(goal, 4)
    for cells in sorted(depths)[:: len(depths) // 40 + 1]:
        found = bidirectional_beam(cells, goal, 4, beam=WIDE, corridors=True)
        assert replay(cells, found.moves, 4) == goal
        assert len(found.moves) >= depths[cells]


def test_a_ring_without_a_junction_can_be_turned_through_its_corridor():
    goal = board("1234=6780")
    cells = replay(goal, "UULLDDRRUULL", 3)
    found = bidirectional_beam(cells, goal, 3, corridors=True)
    assert replay(cells, found.moves, 3) == goal
    assert found.generated < 20


def test_a_corridor_that_ends_where_it_begins_is_gone_through():
    # The junction in the middle has the ring on the right and a way to the left.
    goal = blank_last(board("1==456=890"))
    boards = distances_from(goal, 5)
    for cells in boards:
        found = bidirectional_beam(cells, goal, 5, corridors=True)
        assert replay(cells, found.moves, 5) == goal


def test_a_board_with_a_ring_that_no_blank_comes_to_is_searched():
    goal = board("12=45=78=AB=====FGH0")
    assert bidirectional_beam(replay(goal, "LL", 4), goal, 4, corridors=True).moves == "RR"


def test_wide_beams_through_corridors_solve_what_nobody_had_solved():
    for number, score in ((4373, "wall3"), (1260, "wall")):
        cells, goal, width = contest()[number - 1]
        found = bidirectional_beam(cells, goal, width, beam=3000, score=score, layers=600, corridors=True)
        assert replay(cells, found.moves, width) == goal


@pytest.mark.parametrize(
    "score", ["wall", "wall2", "wall3", "squared", "wall+misplaced", "2*wall2+manhattan"]
)
def test_every_score_solves_boards_of_the_contest(score):
    for cells, goal, width in contest()[2:40:9]:
        found = bidirectional_beam(cells, goal, width, beam=2000, score=score)
        assert replay(cells, found.moves, width) == goal


def test_no_answer_is_shorter_than_a_proven_shortest_one():
    rows = [row for row in table("contest_best_lengths.csv") if row["proven_optimal"] == "1"][::60]
    for row in rows:
        cells, goal, width = contest()[int(row["id"]) - 1]
        found = bidirectional_beam(cells, goal, width, beam=1000)
        assert found.end != "solved" or len(found.moves) >= int(row["best_len"])


def test_boards_of_more_than_36_cells_are_solved():
    goal = bytes([*range(1, 64), 0])
    cells = scrambled(goal, 8, 60, seed=3)
    assert replay(cells, bidirectional_beam(cells, goal, 8, beam=500).moves, 8) == goal


def test_the_same_search_gives_the_same_answer_and_the_same_counts():
    cells, goal, width = contest()[0]
    assert bidirectional_beam(cells, goal, width) == bidirectional_beam(cells, goal, width)


def test_limits_end_the_search_and_are_named():
    cells, goal, width = contest()[140]
    assert bidirectional_beam(cells, goal, width, limits=Limits(nodes=2000)).end == "nodes"
    assert bidirectional_beam(cells, goal, width, limits=Limits(seconds=0)).end == "seconds"
    assert bidirectional_beam(cells, goal, width, limits=Limits(memory_mb=0.01)).end == "memory"
    few = bidirectional_beam(cells, goal, width, beam=100, layers=10)
    assert (few.end, few.reason) == ("exhausted", "layers")


def test_layers_are_those_of_both_beams_together():
    goal = board("123450")
    cells = next(each for each, depth in distances_from(goal, 3).items() if depth == 12)
    assert bidirectional_beam(cells, goal, 3, beam=WIDE, layers=12).end == "solved"
    assert bidirectional_beam(cells, goal, 3, beam=WIDE, layers=11).reason == "layers"


def test_a_number_below_one_is_refused():
    for wrong in ({"beam": 0}, {"layers": 0}):
        with pytest.raises(ValueError, match=r"beam|layers"):
            bidirectional_beam(korf()[1], KORF_GOAL, 4, **wrong)


def test_an_unknown_score_is_refused():
    with pytest.raises(ValueError, match="swimming"):
        bidirectional_beam(korf()[1], KORF_GOAL, 4, score="swimming")


def test_wall_scores_are_powers_of_the_distance_around_walls():
    goal = blank_last(WALLED)
    distance = tables.wall_distance(goal, 4)
    tiles = [tile for tile in goal if tile not in (0, tables.WALL)]
    free = [cell for cell, tile in enumerate(goal) if tile != tables.WALL]
    for power in (1, 2, 3):
        got = ordering(f"wall{power}", goal, 4)
        assert (got[tiles][:, free] == distance[tiles][:, free] ** power).all()
    assert (
        ordering("2*wall+misplaced", goal, 4) == 2 * ordering("wall", goal, 4) + tables.misplaced(goal, 4)
    ).all()


def test_cells_that_walls_part_are_far_from_each_other():
    assert steps_between(walls_of(board("1=0")), 3)[0, 2] == FAR


def test_random_boards_with_walls_are_solved_by_what_is_replayed():
    rng = Random(11)
    goal = blank_last(WALLED)
    for _ in range(5):
        cells = scrambled(goal, 4, rng.randrange(5, 80), seed=rng.random())
        found = bidirectional_beam(cells, goal, 4, beam=300)
        assert found.end == "solved"
        assert replay(cells, found.moves, 4) == goal
