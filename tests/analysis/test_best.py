"""Values over the best that any strategy of the run has found."""

import json

import pytest

from research.analysis.best import against, best_table, over_best
from research.analysis.frames import frame_of
from research.report.curve import curve
from research.report.markdown import best_markdown
from research.report.style import looks


def row(seed, width, moves, outcome="solved", reason="", **more):
    params = {"form": "layers"} | ({} if width is None else {"width": width})
    shown = "beam:form=layers" + ("" if width in (None, 64) else f",width={width}")
    return {
        "job": f"{width}/{seed}",
        "instance": f"b:seed={seed}",
        "instances": "b",
        "seed": seed,
        "label": shown if width else "contest_beam",
        "strategy_params": json.dumps(params),
        "fog": "jump",
        "outcome": outcome,
        "reason": reason,
        "moves": moves,
    } | more


@pytest.fixture
def frame():
    """Three boards: the first has the answers 40, 20 and 30, the second 10, the third none."""
    rows = [row(1, 8, 40), row(1, 64, 20), row(1, None, 30)]
    rows += [row(2, 8, None, "gave-up", "pruned"), row(2, 64, 10), row(2, None, None, "gave-up", "bar")]
    rows += [row(3, width, None, "gave-up", "layers") for width in (8, 64, None)]
    return frame_of(rows)


def test_a_value_is_over_the_best_of_all_strategies_on_the_same_instance(frame):
    assert over_best(frame, "moves")["over"].tolist() == [2.0, 1.0, 1.5, 1.0]


def test_nothing_over_nothing_is_the_best():
    rows = frame_of([row(1, 8, 0), row(1, 64, 0)])
    assert over_best(rows, "moves")["over"].tolist() == [1.0, 1.0]


def test_where_more_is_better_the_best_is_the_most():
    rows = frame_of([row(1, 8, 3, solver_score=2.0), row(1, 64, 3, solver_score=4.0)])
    assert over_best(rows, "solver_score")["over"].tolist() == [0.5, 1.0]


def test_the_table_counts_what_is_solved_best_and_why_the_rest_failed(frame):
    table = best_table(frame, "moves").set_index("strategy")
    narrow, wide = table.loc["beam:form=layers,width=8"], table.loc["beam:form=layers"]
    assert narrow[["jobs", "solved", "best", "mean"]].tolist() == [3, 1, 0, 2.0]
    assert narrow["failures"] == "1 gave-up (layers), 1 gave-up (pruned)"
    assert wide[["jobs", "solved", "best", "mean", "max"]].tolist() == [3, 2, 2, 1.0, 1.0]
    text = best_markdown(best_table(frame, "moves"))
    assert text.startswith("# moves over the best") and "1 gave-up (bar)" in text


def test_a_curve_has_a_line_for_each_strategy_without_the_parameter(frame):
    points = against(frame, "moves", "width")
    assert points["strategy"].tolist() == ["beam:form=layers", "beam:form=layers", "contest_beam"]
    assert points["x"].tolist()[:2] == [8, 64] and points["x"].isna()[2]
    assert points["share"].tolist() == pytest.approx([1 / 3, 2 / 3, 1 / 3])
    assert points["mean"].tolist() == [2.0, 1.0, 1.5]


def test_a_curve_is_drawn_with_a_line_across_for_what_has_no_such_parameter(frame):
    with looks():
        figure, points = curve(frame, "moves", "width", "why?")
    share, over = figure.axes
    assert (share.get_xlabel(), share.get_ylabel(), over.get_ylabel()) == (
        "width",
        "share solved",
        "moves / best of all",
    )
    assert [list(line.get_xdata()) for line in share.get_lines()] == [[8, 64], [0, 1]]
    assert len(points) == 3
