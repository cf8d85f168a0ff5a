import networkx as nx
import pytest

import research
from research.domains.coverage import generators as coverage_generators
from research.domains.coverage.generators import GenerationError, by_formula

FLEET = sorted([1] * 4 + [2] * 3 + [3] * 2 + [4])


@pytest.mark.parametrize("seed", range(20))
def test_a_fleet_takes_twenty_cells_and_leaves_the_others_in_one_piece(seed):
    board = research.make("coverage.fleet", seed=seed)
    assert len(board.barriers) == 20 and len(board.free) == 80
    assert nx.is_connected(board.to_networkx())
    assert board == research.make("coverage.fleet", seed=seed, size="10x10")


@pytest.mark.parametrize(("size", "low", "high"), [(4, 1, 1), (5, 0.40, 0.66), (6, 0.12, 0.31), (8, 0, 0)])
def test_the_fleet_dead_ends_as_often_as_was_measured(size, low, high):
    # An independent program: always for n <= 4, on 53 %, 21 % and 2 % of seeds at n = 5, 6, 7, never at
    # n >= 8; the limits are four standard errors of 60 seeds apart.
    failed = 0
    for seed in range(60):
        try:
            research.make("coverage.fleet", seed=seed, size=size)
        except GenerationError as error:
            failed += 1
            assert "found no place for the piece of" in str(error) and "cells are taken" in str(error)
    assert low <= failed / 60 <= high


def test_pieces_of_any_length_can_be_asked_for():
    board = research.make("coverage.fleet", seed=1, size=(7, 3), pieces="1x5+2x1")
    assert len(board.barriers) == 7
    with pytest.raises(ValueError, match="expected pieces as number x length, such as 4x1"):
        research.make("coverage.fleet", pieces="4x")
    with pytest.raises(GenerationError, match="the piece of 9, 1 of 21"):
        research.make("coverage.fleet", size=(7, 3), pieces="9999x9")


@pytest.mark.parametrize("pieces", ["9999x1", "9999x2", "9999x9", "9999x29"])
def test_no_board_is_filled_for_ever(pieces, monkeypatch):
    monkeypatch.setattr(coverage_generators, "LOOKS", 5_000)
    with pytest.raises(
        GenerationError, match=r"within 5000 looks at cells: \d+ of 900 cells are taken; expected"
    ):
        research.make("coverage.fleet", size=30, pieces=pieces)
    assert len(research.make("coverage.fleet", seed=3).free) == 80


@pytest.mark.parametrize(("n", "k"), [(1, 1), (6, 5), (8, 8), (10, 11)])
def test_singles_are_as_many_as_the_formula_says(n, k):
    assert by_formula(n) == k
    board = research.make("coverage.singles", seed=2, size=n)
    assert len(board.barriers) == min(k, n * n - 1)


@pytest.mark.parametrize("seed", range(10))
def test_as_many_barriers_as_leave_one_cell_free_can_be_asked_for_and_no_more(seed):
    board = research.make("coverage.singles", seed=seed, size=4, k=15)
    assert len(board.free) == 1 and board.start in board.free
    with pytest.raises(ValueError, match="found 16 barriers on a board of 4x4; expected at most 15"):
        research.make("coverage.singles", seed=seed, size=4, k=16)


def test_a_board_of_one_cell_or_one_row_is_made_or_refused_in_one_line():
    assert str(research.make("coverage.singles", size=1)) == "S"
    assert str(research.make("coverage.singles", size=(1, 4), k=0)).count(".") == 3
    assert len(research.make("coverage.singles", seed=3, size=(9, 1), k=4).free) == 5
    with pytest.raises(ValueError, match="found a board of 10000x10000; expected 1 to 250000 cells"):
        research.make("coverage.fleet", size=10_000)


def test_a_start_is_drawn_among_all_free_cells():
    starts = {research.make("coverage.singles", seed=seed, size=2, k=1).start for seed in range(60)}
    assert starts == {(0, 0), (0, 1), (1, 0), (1, 1)}


@pytest.mark.parametrize(("n", "share"), [(6, 0.252), (10, 0.436)])
def test_the_notebook_draws_a_barrier_twice_as_often_as_chance_has_it(n, share):
    # 1 - the product of (1 - i / n^2) over i < k; four standard errors of 500 boards are 0.09 at most.
    made = [research.make("coverage.notebook", seed=seed, size=n) for seed in range(500)]
    assert abs(sum(board.facts["duplicates"] > 0 for board in made) / 500 - share) < 0.09
    # Isolated zones on about 8 % of boards at n 6 to 10.
    assert 0.03 < sum(board.facts["isolated"] > 0 for board in made) / 500 < 0.14


def test_the_notebooks_board_is_no_game():
    board = research.make("coverage.notebook", seed=1)
    episode = research.play(board.task(), "depth_first")
    assert episode.outcome is research.Outcome.UNREACHABLE and "cannot end" in episode.reason
    assert board.drawing().count("S") == 1
