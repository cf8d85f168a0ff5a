import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from research.analysis.statistics import (
    grouped_interval,
    holm,
    mean_interval,
    paired,
    rank_biserial,
    rate_interval,
)


def test_a_rate_of_none_in_a_hundred_has_its_exact_interval():
    low, high = rate_interval(0, 100)
    assert low == 0 and high == pytest.approx(0.0362, abs=5e-5)
    assert rate_interval(0, 300)[1] == pytest.approx(0.01222, abs=5e-5)


def test_the_interval_over_groups_is_that_of_their_means_and_of_single_values_students():
    values = np.array([1.0, 2.0, 4.0, 4.5, 9.0, 7.0])
    assert grouped_interval(values, range(6)) == pytest.approx(mean_interval(values))
    means = np.array([1.5, 4.25, 8.0])
    assert grouped_interval(values, list("aabbcc")) == pytest.approx(mean_interval(means))
    # To say everything twice tells no more.
    twice = grouped_interval(np.repeat(values, 2), np.repeat(range(6), 2))
    assert twice == pytest.approx(mean_interval(values))
    assert all(np.isnan(grouped_interval(values, list("aaaaaa"))))


def test_the_mean_interval_is_students():
    values = np.array([1.0, 2.0, 4.0, 8.0])
    wanted = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean_interval(values) == pytest.approx(tuple(wanted))
    assert all(np.isnan(mean_interval(values[:1])))


def test_equal_columns_differ_by_nothing():
    same = paired(np.arange(5.0), np.arange(5.0))
    assert (same.difference, same.p, same.effect, same.equal, same.interval) == (0, 1.0, 0.0, 5, "exact")


def test_a_constant_difference_needs_no_bootstrap():
    shifted = paired(np.arange(30.0) + 2, np.arange(30.0))
    assert (shifted.low, shifted.difference, shifted.high) == (2, 2, 2)
    assert shifted.effect == 1 and shifted.greater == 30 and shifted.p < 1e-5


def test_the_bootstrap_is_the_same_each_time_and_holds_the_mean():
    rng = np.random.default_rng(1)
    a, b = rng.exponential(3, 40), rng.exponential(2, 40)
    one, other = paired(a, b), paired(a, b)
    assert one == other and one.low < one.difference < one.high and one.interval == "BCa"


def test_wilcoxon_splits_the_zeros():
    differences = np.array([0.0, 0, 0, 1, 2, -1, 3, 5, 8, -2, 4, 6])
    found = paired(differences, np.zeros(12))
    assert found.p == stats.wilcoxon(differences, zero_method="zsplit").pvalue


@pytest.mark.parametrize(
    ("differences", "effect"), [([1, 2, 3], 1.0), ([-1, -2, -3], -1.0), ([1, -1], 0.0), ([0, 0, 5], 3 / 6)]
)
def test_the_effect_is_the_rank_biserial_correlation(differences, effect):
    assert rank_biserial(np.array(differences, float)) == pytest.approx(effect)


def test_holm_adjusts_step_by_step():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == [] and holm([0.9, 0.8]) == [1.0, 1.0]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_keeps_the_order_and_never_lowers(p_values):
    adjusted = holm(p_values)
    assert all(a >= p for a, p in zip(adjusted, p_values)) and max(adjusted) <= 1
    order = np.argsort(p_values, kind="stable")
    assert list(np.array(adjusted)[order]) == sorted(adjusted)


def test_nothing_to_compare_is_an_error():
    with pytest.raises(ValueError, match="no pair"):
        paired(np.array([]), np.array([]))
