import math

import pandas as pd
import pytest

from research.analysis.frames import frame_of, values
from research.analysis.tables import comparison, failures, summary


def row(strategy, seed, steps, outcome="solved", **more):
    solver = None if steps is None else 10 / steps
    return {
        "job": f"{strategy}{seed}",
        "instance": f"m:seed={seed}",
        "instances": "m",
        "seed": seed,
        "label": strategy,
        "fog": "walk",
        "outcome": outcome,
        "reason": "",
        "steps": steps,
        "optimal": 10,
        "travelled": steps if outcome == "solved" else None,
        "ratio": steps / 10 if outcome == "solved" else None,
        "allowed": 100,
        "contest_steps": steps,
        "contest_par": 10,
        "solver_score": solver,
    } | more


@pytest.fixture
def frame():
    """Strategy b fails on seed 3."""
    rows = [row("a", s, n) for s, n in ((1, 10), (2, 20), (3, 60))]
    rows += [row("b", s, n) for s, n in ((1, 20), (2, 20))]
    return frame_of([*rows, row("b", 3, 40, "gave-up", reason="pruned")])


def line(table, strategy, metric):
    found = table[(table["strategy"] == strategy) & (table["metric"] == metric)]
    assert len(found) == 1
    return found.iloc[0]


def test_common_means_are_over_the_instances_that_all_have_solved(frame):
    table = summary(frame, ["steps"], "common")
    assert line(table, "a", "steps")[["n", "mean", "jobs", "solved"]].tolist() == [2, 15, 3, 3]
    assert line(table, "b", "steps")[["n", "mean", "failures"]].tolist() == [2, 20, "1 gave-up (pruned)"]


@pytest.mark.parametrize(
    ("policy", "a", "b"),
    [("drop", (3, 30), (2, 20)), ("budget", (3, 30), (3, 140 / 3)), ("worst", (3, 30), (3, 100 / 3))],
)
def test_the_other_policies(frame, policy, a, b):
    table = summary(frame, ["steps"], policy)
    for name, wanted in (("a", a), ("b", b)):
        assert line(table, name, "steps")[["n", "mean"]].tolist() == pytest.approx(list(wanted))


def test_a_score_that_is_defined_for_failures_is_over_all_rows(frame):
    found = line(summary(frame, ["solver_score"], "common"), "b", "solver_score")
    assert found["n"] == 3 and found["policy"] == "all rows"


def test_both_ways_of_averaging_a_ratio_stand_side_by_side(frame):
    found = line(summary(frame, ["ratio"], "drop"), "a", "ratio")
    assert found["mean"] == pytest.approx((1 + 2 + 6) / 3)
    assert found["ratio_of_means"] == pytest.approx(30 / 10)
    score = line(summary(frame, ["solver_score"], "drop"), "a", "solver_score")
    assert score["mean"] == pytest.approx((1 + 0.5 + 1 / 6) / 3) and score["ratio_of_means"] == pytest.approx(
        1 / 3
    )


def test_no_mean_stands_without_its_count(frame):
    table = summary(frame, ["steps", "ratio"], "common")
    assert table["n"].notna().all() and (table.loc[table["n"] > 0, "mean"].notna()).all()


def test_when_nothing_was_solved_in_common_there_is_no_mean(frame):
    none = frame_of([*frame.to_dict("records")[:1], row("b", 1, 9, "crashed")])
    found = line(summary(none, ["steps"], "common"), "a", "steps")
    assert found["n"] == 0 and math.isnan(found["mean"])


def test_failures_are_counted_by_kind_most_frequent_first(frame):
    rows = [row("a", s, None, "gave-up", reason="cycle") for s in range(3)] + [row("a", 9, None, "crashed")]
    assert failures(frame_of(rows)) == "3 gave-up (cycle), 1 crashed"


def test_a_comparison_is_over_pairs_that_both_solved(frame):
    table = comparison(frame, "steps", "a", "common")
    found = table.iloc[0]
    assert (found["n"], found["difference"], found["wins"], found["ties"], found["losses"]) == (2, 5, 0, 1, 1)


def test_more_is_a_win_where_more_is_better(frame):
    found = comparison(frame, "solver_score", "a", "common").iloc[0]
    assert (found["n"], found["wins"], found["ties"], found["losses"]) == (3, 1, 1, 1)


def test_a_third_strategy_changes_no_pair_of_the_others(frame):
    third = frame_of([*frame.to_dict("records"), row("c", 1, 5), row("c", 2, None, "crashed")])
    keep = ["n", "difference", "low", "high", "p", "effect"]
    one = comparison(frame, "steps", "a", "common").iloc[0][keep]
    other = comparison(third, "steps", "a", "common").iloc[0][keep]
    pd.testing.assert_series_equal(one, other, check_names=False)


def test_columns_stand_in_the_order_of_the_design_and_counts_are_whole(frame):
    assert list(frame.columns)[:4] == ["job", "instance", "seed", "fog"]
    assert str(frame["steps"].dtype) == "Int64"


def test_values_under_an_unknown_policy_are_those_of_its_own_solved_rows(frame):
    assert len(values(frame, "steps", "drop")) == 5
