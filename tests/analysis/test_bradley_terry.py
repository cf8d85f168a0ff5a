"""Bradley-Terry strengths against a published example and an independent fit."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from research.analysis.bradley_terry import block_wins, intervals, strengths

# Agresti, Categorical Data Analysis (2nd edition, 2002), table 10.10: wins of the row's team over the
# column's, American League 1987; Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
BASEBALL = np.array(
    [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ],
    dtype=float,
)


def independent(wins):
    """Fit the same penalised likelihood by a general optimiser, one comparison at a time."""
    players = len(wins)

    def loss(logs):
        total = sum(0.5 * np.log1p(np.exp(-s)) + 0.5 * np.log1p(np.exp(s)) for s in logs)
        for i in range(players):
            for j in range(players):
                total += wins[i, j] * np.log1p(np.exp(logs[j] - logs[i]))
        return total

    found = optimize.minimize(loss, np.zeros(players), method="BFGS", options={"gtol": 1e-7}).x
    return found - found.mean()


def test_agrestis_baseball_teams_have_the_published_strengths():
    # So many games that the prior counts for nothing; table 10.11 gives them over Baltimore's.
    found = strengths(BASEBALL * 1e6)
    wanted = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]
    assert np.round(found - found[-1], 2).tolist() == wanted


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 5), st.integers(0, 10**6))
def test_an_independent_fit_finds_the_same(players, seed):
    rng = np.random.default_rng(seed)
    wins = rng.integers(0, 12, (players, players)) * (rng.random((players, players)) < 0.7) / 2.0
    np.fill_diagonal(wins, 0)
    compared = (wins + wins.T).sum(axis=1) > 0
    if compared.all():
        assert strengths(wins) == pytest.approx(independent(wins), abs=2e-4)


def test_of_two_players_one_is_as_strong_as_the_other_is_weak():
    # The slope of the penalised likelihood at (s, -s), 3 wins to 1, by hand.
    low, high = strengths(np.array([[0.0, 1], [3, 0]]))
    assert low == -high
    slope = 3 - 4 / (1 + np.exp(-2 * high)) + 0.5 - 1 / (1 + np.exp(-high))
    assert slope == pytest.approx(0, abs=1e-9)


def test_who_wins_all_of_very_many_is_finite_and_found():
    wins = np.array([[0, 1e5, 1e5], [0, 0, 5e4], [0, 5e4, 0]])
    found = strengths(wins)
    assert np.isfinite(found).all() and found[0] > 8 and found[1] == pytest.approx(found[2], abs=1e-8)
    assert strengths(wins.T) == pytest.approx(-found, abs=1e-6)


def test_the_order_of_the_players_changes_nothing():
    order = [3, 0, 6, 2, 5, 1, 4]
    assert strengths(BASEBALL[np.ix_(order, order)]) == pytest.approx(strengths(BASEBALL)[order], abs=1e-9)


def test_ties_only_make_all_equal():
    wins = block_wins(np.ones((7, 3)))
    assert wins.sum(axis=0)[0].tolist() == [0, 3.5, 3.5]
    assert strengths(wins.sum(axis=0)) == pytest.approx(np.zeros(3), abs=1e-12)


def test_the_greater_score_wins_and_a_missing_one_is_no_comparison():
    wins = block_wins(np.array([[0.5, 0.9, np.nan], [1.0, 1.0, 0.0]]))
    assert wins[0].tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]
    assert wins[1].tolist() == [[0, 0.5, 1], [0.5, 0, 1], [0, 0, 0]]


def test_who_was_never_compared_has_no_strength_and_moves_nobody():
    alone = np.zeros((3, 3))
    alone[:2, :2] = [[0, 4], [2, 0]]
    found = strengths(alone)
    assert np.isnan(found[2]) and found[:2] == pytest.approx(strengths(alone[:2, :2]))
    assert np.isnan(strengths(np.zeros((1, 1)))).all()


def test_intervals_hold_the_estimate_and_are_the_same_each_time():
    rng = np.random.default_rng(3)
    wins = block_wins(rng.normal([0, 0.3, 0.6, 2], size=(60, 4)))
    low, high = intervals(wins)
    found = strengths(wins.sum(axis=0))
    assert (low < found).all() and (found < high).all()
    assert np.array_equal(intervals(wins), (low, high))


def test_one_block_or_one_player_has_no_interval():
    for wins in (np.zeros((1, 3, 3)), np.zeros((0, 2, 2)), np.zeros((9, 1, 1))):
        assert np.isnan(intervals(wins)).all()


def test_intervals_are_finite_for_who_wins_or_loses_all():
    scores = np.random.default_rng(5).normal([50, -50, 0, 0, 1, 1, 2, 2], size=(240, 8))
    low, high = intervals(block_wins(scores))
    assert np.isfinite([low, high]).all() and low[0] > 3 and high[1] < -3
