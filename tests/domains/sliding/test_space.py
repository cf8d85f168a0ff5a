"""Whole spaces: the committed counts, and what heuristics are worth on them."""

import csv
from pathlib import Path

import pytest
from conftest import shared

from research.domains.sliding import space
from research.domains.sliding.formats import parse_board

KEPT = Path(__file__).resolve().parents[3] / "results" / "spaces"
# The boards of the expected file with their numbers and the largest depth.
WHOLE = {
    "2x2": (12, 6),
    "2x3": (360, 21),
    "3x3": (181_440, 31),
    "2x4": (20_160, 36),
    "2x5": (1_814_400, 55),
    "3x4": (239_500_800, 53),
    "2x6": (239_500_800, 80),
}
TEXTS = {"2x3": "12/34/50", "3x3": "123/456/780", "2x4": "12/34/56/70", "2x5": "12/34/56/78/90"}


def kept(shape):
    with (KEPT / f"{shape}.csv").open() as lines:
        return [int(row["boards"]) for row in csv.DictReader(lines)]


@pytest.mark.parametrize("shape", WHOLE)
def test_the_committed_counts_are_the_published_ones(shape):
    with shared("vectors", "sliding_depths.csv").open() as lines:
        rows = [
            row for row in csv.DictReader(lines) if row["board"] == shape and row["goal_blank"] != "first"
        ]
    counts = [int(row["states"]) for row in sorted(rows, key=lambda row: int(row["depth"]))]
    assert kept(shape) == counts
    assert (sum(counts), len(counts) - 1) == WHOLE[shape]


@pytest.mark.parametrize("shape", ["2x3", "3x3", "2x4", pytest.param("2x5", marks=pytest.mark.slow)])
@pytest.mark.parametrize("compiled", [True, False])
def test_the_committed_counts_come_out_again(shape, compiled, monkeypatch):
    if compiled:
        pytest.importorskip("numba")
    monkeypatch.setattr(space, "AVAILABLE", compiled)
    told = []
    assert space.depths(parse_board(TEXTS[shape]), told.append) == told == kept(shape)


def test_a_space_is_that_of_the_goal_whatever_the_board():
    assert space.depths(parse_board("120/4=6/783")) == space.depths(parse_board("123/4=6/780"))
    assert sum(space.depths(parse_board("123/4=6/780"))) == 56


def test_cells_that_are_shut_off_do_not_count():
    board = parse_board("12=4/567=/9AB=/D==0")
    assert space.region(board) == 1 and space.depths(board) == [1] and space.at_most(board) == 1


def test_what_is_too_large_is_refused():
    with pytest.raises(ValueError, match="can come to 16 cells; expected at most 12"):
        space.depths(parse_board("1234/5678/9ABC/DEF0"))
    with pytest.raises(ValueError, match="can come to 12 cells; expected at most 10"):
        space.accuracies(parse_board("123/456/789/AB0"), ["manhattan"])


def test_accuracy_is_measured_on_every_board():
    board = parse_board("12/34/50")
    manhattan, summed, zero = space.accuracies(board, ["manhattan", "manhattan+misplaced", "zero"])
    assert (manhattan.boards, manhattan.means[:3]) == (360, [0, 1, 2])
    assert manhattan.optimal == sum(depth * count for depth, count in enumerate(kept("2x3")))
    assert manhattan.admissible and manhattan.consistent and zero.admissible and zero.consistent
    assert not summed.admissible and not summed.consistent
    assert (zero.exact, zero.total, zero.shortfall, len(zero.means)) == (1, 0, 21, 22)
    assert 0 < manhattan.exact < 360 and manhattan.shortfall < 21


def test_the_mean_of_manhattan_over_the_8_puzzle_is_14():
    # Each cell is equally likely: a tile at home in a corner is 18/9 away on average, at an edge 15/9,
    # in the centre 12/9; there are three, four and one of them.
    board = parse_board("123/456/780")
    (found,) = space.accuracies(board, ["manhattan"])
    assert (found.total / found.boards, round(found.optimal / found.boards, 4)) == (14.0, 21.9724)
    assert (found.exact, found.shortfall) == (2351, 18)
