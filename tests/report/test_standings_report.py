"""The tables of a tournament in words, and its map, with names that programs chose."""

import numpy as np
import pytest

from research.analysis.frames import frame_of
from research.analysis.standings import failures, head_to_head, standings, upsets
from research.report.standings import (
    failures_markdown,
    head_to_head_markdown,
    score_map,
    standings_markdown,
    upsets_markdown,
)
from research.report.style import csv_of, looks, save

EVIL = "a|b`<script>\x1b[31m$\\frac$"


def row(architect, solver, seed, steps, fault=""):
    score = (None, None, None, None) if fault == "architect" else (steps, 100.0, steps / 100, 100 / steps)
    names = ("contest_steps", "contest_par", "architect_score", "solver_score")
    head = {"architect": architect, "solver": solver, "size": "15x15", "seed": seed, "at_fault": fault}
    said = {"outcome": "crashed" if fault else "solved", "reason": "x|y" if fault else ""}
    return head | said | {"error": "<b>\n" * 90 if fault else ""} | dict(zip(names, score))


@pytest.fixture
def frame():
    rng = np.random.default_rng(2)
    solvers = [EVIL, "fast", "slow"]
    rows = [
        row(a, s, n, float(rng.integers(100, 300) + 70 * at), "architect" if (a, n) == (EVIL, 3) else "")
        for a in ("knot", EVIL)
        for at, s in enumerate(solvers)
        for n in range(8)
    ]
    return frame_of(rows)


def pages(frame):
    for side in ("architect", "solver"):
        yield standings_markdown(standings(frame, side), side)
        yield head_to_head_markdown(*head_to_head(frame, side), side)
    yield failures_markdown(failures(frame))
    yield upsets_markdown(upsets(frame))


def test_hostile_names_break_no_page(frame):
    for page in pages(frame):
        assert "<script" not in page and "\x1b" not in page and "<b>" not in page
        table = [line for line in page.splitlines() if line.startswith("|")]
        assert len({line.replace(r"\|", "").count("|") for line in table}) == 1


def test_the_standings_name_their_methods_and_counts(frame):
    page = standings_markdown(standings(frame, "architect"), "architect")
    assert page.startswith("# Standings: architects")
    for said in (
        "95 % t interval",
        "over mazes",
        "Hunter 2004",
        "odds of e^d",
        "bootstrap",
        "counts 0",
        "| matches",
        "| failures",
    ):
        assert said in page
    assert "(#1)" in page and "(#2)" in page


def test_one_contestant_is_said_not_to_be_compared(frame):
    alone = frame[frame["solver"] == "fast"]
    assert "not compared" in standings_markdown(standings(alone, "solver"), "solver")


def test_nothing_to_tell_is_told(frame):
    assert "None" in failures_markdown(failures(frame.iloc[:0])) and "None" in upsets_markdown(
        upsets(frame.iloc[:0])
    )


def test_the_map_has_a_number_in_every_cell_and_is_the_same_each_time(frame, tmp_path):
    for name in ("one", "two"):
        with looks():
            figure, drawn = score_map(frame.sample(frac=1, random_state=len(name)), "why $\\frac$?")
            save(figure, drawn, tmp_path / name)
    assert len(drawn) == 6 and drawn["n"].sum() == 45
    assert len(figure.axes[0].texts) == 6
    for suffix in (".svg", ".csv"):
        assert (tmp_path / f"one{suffix}").read_bytes() == (tmp_path / f"two{suffix}").read_bytes()
    assert csv_of(drawn).startswith("architect,solver,n,mean,low,high")


def test_a_pair_that_never_met_has_an_empty_cell(frame):
    some = frame[(frame["architect"] == "knot") | (frame["solver"] == "fast")]
    with looks():
        figure, drawn = score_map(some, "")
    assert (drawn["n"] == 0).sum() == 2 and len(figure.axes[0].texts) == 4
