"""Boards by depth by rank: against the search with a closed set, and at every limit."""

import pytest
from sliding_boards import blank_last, board

pytest.importorskip("numba")

from research.kernels.found import Limits
from research.kernels.sliding import breadth_first, ranks

# Jumps of every kind: both readings, walls inside and at the edge, a ring, a row, cells that are shut off.
SHAPES = [
    ("123456780", 3),
    ("12345670", 4),
    ("12345670", 2),
    ("1234=6780", 3),
    ("=23456780", 3),
    ("=234567=9AB0", 4),
    ("=234567=9AB0", 3),
    ("12=4=6780", 3),
    ("1234==780", 3),
    ("10", 2),
]


@pytest.mark.parametrize(("text", "width"), SHAPES)
def test_counts_are_those_of_the_search_with_a_closed_set(text, width):
    goal = blank_last(board(text))
    found, counts = ranks.depths(goal, width)
    other, expected = breadth_first.depths(goal, width)
    assert counts == expected
    assert (found.end, found.stored) == ("exhausted", other.stored)


def test_layers_are_told_as_they_are_complete():
    told = []
    _, counts = ranks.depths(bytes([1, 2, 3, 4, 5, 0]), 3, told=told.append)
    assert told == counts and sum(told) == 360


def test_slices_do_not_change_the_counts(monkeypatch):
    goal = blank_last(board("123456780"))
    whole = ranks.depths(goal, 3)
    monkeypatch.setattr(ranks, "SLICE_RANKS", 100)
    assert ranks.depths(goal, 3) == whole


def test_limits_end_the_count():
    goal = blank_last(board("123456780"))
    found, counts = ranks.depths(goal, 3, limits=Limits(nodes=1000))
    assert found.end == "nodes" and counts == [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396]
    assert ranks.depths(goal, 3, limits=Limits(seconds=0.0))[0].end == "seconds"
    found, counts = ranks.depths(goal, 3, limits=Limits(memory_mb=0.1))
    assert (found.end, counts) == ("memory", [])


def test_more_than_12_cells_are_refused_but_walls_and_what_they_shut_off_do_not_count():
    with pytest.raises(ValueError, match="can come to 13 cells; expected at most 12"):
        ranks.ways_of(blank_last(board("=2=45678=ABCDEF0")), 4)
    assert ranks.ways_of(blank_last(board("=2=4567=9ABCDEF0")), 4).cells == 12
