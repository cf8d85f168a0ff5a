"""The tables of sliding kernels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sliding_boards import blank_last, board, distances_from, replay, scrambled

from research.kernels.sliding import tables
from research.kernels.sliding.stretches import Stretches

GOAL = bytes([*range(1, 16), 0])
WALLED = board("1234=678=ABCDEF0")
SMALL = board("1234=6780")


def test_the_contests_distance_differs_from_manhattan_both_ways():
    goal = bytes(range(16))
    contest, true = tables.contest_distance(goal, 4), tables.manhattan(goal, 4)
    assert (contest[4, 1], true[4, 1], contest[4, 3], true[4, 3]) == (3, 2, 1, 4)


def test_walls_make_a_tile_walk_around_them():
    goal = board("1=3450")
    assert tables.wall_distance(goal, 3)[1, 2] == 4
    assert tables.manhattan(goal, 3)[1, 2] == 2


def test_without_walls_wall_distance_is_manhattan():
    assert (tables.wall_distance(GOAL, 4) == tables.manhattan(GOAL, 4)).all()


def test_an_edges_followers_leave_out_its_reverse():
    every = tables.edges(WALLED, 4)
    rows = every.after.reshape(-1, tables.ROW)
    for edge in range(1, len(every.source)):
        for later in rows[edge][rows[edge] > 0]:
            assert every.source[later] == every.target[edge]
            assert every.target[later] != every.source[edge]


@pytest.mark.parametrize(
    "h", ["manhattan", "manhattan+misplaced", "squared", "wall_distance", "contest_distance"]
)
@given(seed=st.integers(0, 10**6))
def test_changes_along_a_walk_add_up_to_the_whole(h, seed):
    every, table = tables.edges(WALLED, 4), tables.distances(h, WALLED, 4)
    cost, change = tables.costs(table, every), tables.key_changes(every, 16)
    now, key, value = WALLED, tables.key(WALLED), tables.total(table, WALLED)
    rows = every.after.reshape(-1, tables.ROW)
    for step in range(20):
        leaving = rows[every.root(now.index(0))]
        leaving = leaving[leaving > 0]
        edge = int(leaving[(seed >> step) % len(leaving)])
        tile = now[int(every.target[edge])]
        key ^= int(change[edge * 16 + tile])
        value += int(cost[edge * 16 + tile])
        now = replay(now, every.letters[edge], 4)
    assert (key, value) == (tables.key(now), tables.total(table, now))


@pytest.mark.parametrize("h", ["manhattan", "wall_distance", "misplaced"])
def test_admissible_distances_never_exceed_the_true_one(h):
    table = tables.distances(h, SMALL, 3)
    assert all(tables.total(table, now) <= depth for now, depth in distances_from(SMALL, 3).items())


def test_packed_boards_have_one_zero():
    for cells in (GOAL, WALLED, SMALL, scrambled(WALLED, 4, 50, 1)):
        nibbles = [tables.packed(cells) >> 4 * at & 15 for at in range(16)]
        assert nibbles.count(0) == 1
        assert nibbles[cells.index(0)] == 0


def test_linear_conflict_of_a_swap():
    pytest.importorskip("numba")
    cells = bytes([2, 1, 4, 3, *range(5, 16), 0])
    assert tables.total(tables.manhattan(GOAL, 4), cells) == 4
    assert Stretches(GOAL, 4, tables.edges(cells, 4)).total(cells) == 4


def test_linear_conflict_counts_tiles_that_leave_not_pairs():
    pytest.importorskip("numba")
    goal, cells = blank_last(bytes(9)), board("087654321")
    conflicts = Stretches(goal, 3, tables.edges(cells, 3)).total(cells)
    assert tables.total(tables.manhattan(goal, 3), cells) + conflicts <= 28


@pytest.mark.parametrize(
    ("cells", "goal", "width", "says"),
    [
        (b"\1\2\3\0", b"\1\2\3\0", 3, "no rows of 3"),
        (b"\1\1\3\0", b"\1\1\3\0", 2, "different tiles"),
        (b"\1\2\4\0", b"\1\2\4\0", 2, "from 1 to 3"),
        (b"\1\2\3\0", b"\1\2\0\xff", 2, "not those of the board"),
        (b"\1\2\0\xff", b"\1\2\xff\0", 2, "cell 2 is a wall"),
    ],
)
def test_what_is_no_board_is_refused(cells, goal, width, says):
    with pytest.raises(ValueError, match=says):
        tables.checked(cells, goal, width)
