"""Standings, head to head, failures and upsets of a small tournament, counted by hand."""

import numpy as np
import pandas as pd
import pytest

from research.analysis.frames import frame_of
from research.analysis.standings import FAILURES, STANDINGS, UPSETS, failures, head_to_head, standings, upsets
from research.analysis.statistics import mean_interval

NAN = float("nan")


def match(architect, solver, seed, steps, par=100, outcome="solved", at_fault="", reason="", error=""):
    forfeit = at_fault == "architect"
    steps, par = (NAN, NAN) if forfeit else (float(steps), float(par))
    return {
        "architect": architect,
        "solver": solver,
        "size": "15x15",
        "seed": seed,
        "outcome": outcome,
        "reason": reason,
        "error": error,
        "at_fault": at_fault,
        "contest_steps": steps,
        "contest_par": par,
        "architect_score": steps / par,
        "solver_score": par / steps,
    }


def tournament():
    """Two architects, two solvers, two seeds; `late` forfeits its second maze, `slow` fails once."""
    rows = [match("knot", "fast", 1, 200), match("knot", "slow", 1, 400)]
    rows += [match("knot", "fast", 2, 100, par=50), match("knot", "slow", 2, 100, par=50)]
    rows += [match("late", "fast", 1, 125)]
    rows += [
        match("late", "slow", 1, 3375, outcome="crashed", at_fault="solver", reason="KeyError", error="boom")
    ]
    return rows + [
        match("late", name, 2, 0, outcome="illegal", at_fault="architect", reason="invalid", error="no end")
        for name in ("fast", "slow")
    ]


@pytest.fixture
def frame():
    return frame_of(tournament())


def random_frame(seed=0, architects="abc", solvers="uvwx", seeds=12):
    rng = np.random.default_rng(seed)
    rows = []
    for a in architects:
        for at, s in enumerate(solvers):
            for n in range(seeds):
                fault = "architect" if (ord(a) + n) % 9 == 0 else ""
                rows.append(match(a, s, n, int(rng.integers(100, 400)) + 60 * at, at_fault=fault))
    return frame_of(rows)


def test_an_architects_interval_is_over_its_mazes_however_many_solvers_walk_them(frame):
    again = frame.assign(solver=frame["solver"] + "_again")
    once, twice = (
        standings(rows, "architect").set_index("contestant") for rows in (frame, pd.concat([frame, again]))
    )
    for bound in ("mean", "low", "high"):
        assert twice[bound].to_dict() == pytest.approx(once[bound].to_dict(), nan_ok=True)


def test_a_solvers_mean_is_over_the_mazes_it_had(frame):
    table = standings(frame, "solver").set_index("contestant")
    assert list(table.reset_index().columns) == STANDINGS
    fast, slow = table.loc["fast"], table.loc["slow"]
    scores = np.array([0.5, 0.5, 0.8])
    assert fast["mean"] == pytest.approx(0.6) and (fast["matches"], fast["failures"]) == (3, 0)
    assert (fast["low"], fast["high"]) == pytest.approx(mean_interval(scores))
    assert slow["mean"] == pytest.approx((0.25 + 0.5 + 100 / 3375) / 3) and slow["failures"] == 1
    assert fast["ratio_of_means"] == pytest.approx(250 / 425)
    assert fast[["wins", "ties", "losses"]].tolist() == [2, 1, 0]
    assert slow[["wins", "ties", "losses"]].tolist() == [0, 1, 2]
    assert fast["strength"] == pytest.approx(-slow["strength"]) and fast["strength"] > 0


def test_a_forfeit_counts_nothing_for_an_architect_and_loses(frame):
    table = standings(frame, "architect").set_index("contestant")
    knot, late = table.loc["knot"], table.loc["late"]
    assert late[["matches", "failures"]].tolist() == [4, 2]
    assert late["mean"] == pytest.approx((1.25 + 33.75) / 4)
    # Mean steps with nothing for forfeits, over the mean of the pars that are known.
    assert late["ratio_of_means"] == pytest.approx((125 + 3375) / 4 / 100)
    assert knot["ratio_of_means"] == pytest.approx(800 / 300)
    assert knot[["wins", "ties", "losses"]].tolist() == [3, 0, 1]


def test_forfeits_tie_with_each_other_and_an_architect_of_forfeits_has_nothing():
    rows = [match(a, "s", n, 0, at_fault="architect", outcome="illegal") for a in "ab" for n in (1, 2)]
    table = standings(frame_of(rows), "architect")
    assert table[["mean", "ratio_of_means", "rank", "ties"]].to_numpy().tolist() == [[0, 0, 1, 2]] * 2
    solver = standings(frame_of(rows), "solver").iloc[0]
    assert solver["matches"] == 0 and pd.isna(solver["mean"]) and pd.isna(solver["rank"])


def test_the_two_orders_can_be_opposite_and_the_table_shows_it():
    rows = [match("a", "quick", 1, 50), match("a", "quick", 2, 2000, par=1000)]
    rows += [match("a", "even", 1, 100), match("a", "even", 2, 1250, par=1000)]
    table = standings(frame_of(rows), "solver").set_index("contestant")
    assert table["rank"].to_dict() == {"quick": 1, "even": 2}
    assert table["rank_by_ratio"].to_dict() == {"quick": 2, "even": 1}


def test_identical_contestants_share_every_rank():
    rows = [match("a", s, n, 100 + 37 * n) for s in ("one", "two") for n in range(9)]
    rows += [match("a", "bad", n, 900) for n in range(9)]
    table = standings(frame_of(rows), "solver")
    assert table["contestant"].tolist() == ["one", "two", "bad"]
    for rank in ("rank", "rank_by_ratio", "rank_by_strength"):
        assert table[rank].tolist() == [1, 1, 3]


def test_one_contestant_alone_has_a_mean_and_no_strength():
    table = standings(frame_of([match("a", "only", n, 100 + n) for n in range(3)]), "solver")
    line = table.iloc[0]
    assert line["rank"] == 1 and line["wins"] + line["ties"] + line["losses"] == 0
    assert pd.isna(line[["strength", "strength_low", "strength_high", "rank_by_strength"]]).all()


@pytest.mark.parametrize("side", ["architect", "solver"])
def test_the_order_of_the_rows_changes_nothing(side):
    frame = random_frame()
    turned = frame.sample(frac=1, random_state=4)
    for table in (
        lambda rows: standings(rows, side),
        lambda rows: head_to_head(rows, side)[0],
        failures,
        upsets,
    ):
        assert table(frame).to_csv() == table(turned).to_csv() == table(frame).to_csv()


def test_a_contestant_that_came_later_and_a_match_without_a_score_are_no_obstacle():
    frame = random_frame()
    frame.loc[::5, ["contest_steps", "contest_par", "architect_score", "solver_score"]] = NAN
    frame = frame[(frame["solver"] != "x") | (frame["seed"] < 2)]
    frame.loc[frame.index[3], "at_fault"] = None
    for side in ("architect", "solver"):
        table = standings(frame, side)
        assert table["mean"].notna().all() and table["strength"].sum() == pytest.approx(0)
    assert len(upsets(frame)) > 0


def test_no_rows_give_empty_tables():
    frame = random_frame().iloc[:0]
    for side in ("architect", "solver"):
        assert standings(frame, side).empty and head_to_head(frame, side)[0].empty
    assert list(failures(frame).columns) == FAILURES and list(upsets(frame).columns) == UPSETS


def test_who_beats_whom_counts_a_tie_as_half(frame):
    won, met = head_to_head(frame, "solver")
    assert won.index.tolist() == won.columns.tolist() == ["fast", "slow"]
    assert won.to_numpy().tolist() == [[0, 2.5], [0.5, 0]]
    assert met.to_numpy().tolist() == [[0, 3], [3, 0]]


def test_failures_are_counted_with_their_first_example(frame):
    table = failures(frame)
    assert table.columns.tolist() == FAILURES
    assert table.to_numpy().tolist() == [
        ["late", "architect", "illegal", 2, "invalid", "no end", "fast", "15x15", 2],
        ["slow", "solver", "crashed", 1, "KeyError", "boom", "late", "15x15", 1],
    ]


def duel(results):
    """Return matches of `strong` and `weak` with these steps on mazes 0, 1, ..."""
    return frame_of(
        [match("a", s, n, x) for n, pair in enumerate(results) for s, x in zip(("strong", "weak"), pair)]
    )


def test_an_upset_is_a_win_of_the_weaker_and_one_is_told_of_each_pair():
    table = upsets(duel([(100, 200)] * 5 + [(200, 190), (300, 100)]))
    assert len(table) == 1
    first = table.iloc[0]
    assert first[UPSETS[:7]].tolist() == ["a", "15x15", 6, "weak", "strong", 100, 300]
    strength = standings(duel([(100, 200)] * 5 + [(200, 190), (300, 100)]), "solver")["strength"]
    gap = strength.max() - strength.min()
    assert first["probability"] == pytest.approx(1 / (1 + np.exp(gap)))
    assert first["surprise"] == pytest.approx(gap * np.log(3))


def test_a_match_that_was_not_solved_is_no_upset():
    frame = duel([(100, 200)] * 5 + [(300, 100)])
    frame.loc[frame["contest_steps"] == 300, ["outcome", "at_fault"]] = ["timed-out", "solver"]
    assert upsets(frame).empty


def test_no_maze_and_no_pair_has_two_upsets():
    table = upsets(random_frame(seeds=40), count=50)
    assert 1 < len(table) <= 6
    assert not table.duplicated(["architect", "size", "seed"]).any()
    assert not table.duplicated(["winner", "loser"]).any()
    assert (table["probability"] < 0.5).all() and table["surprise"].is_monotonic_decreasing
