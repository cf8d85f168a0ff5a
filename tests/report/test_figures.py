import xml.etree.ElementTree as ElementTree

import pandas as pd
import pytest

import research
from research.report.style import csv_of, looks
from research.results import Results, load

EXPERIMENT = {
    "question": "Does <this> stay text?",
    "seeds": "1..4",
    "instances": [{"maze.kruskal": {"size": ["6x6", "9x7"]}}],
    "strategies": ["breadth_first", {"beam": {"trigger": 3, "width": 1}}, "random_walk"],
    "budget": {"steps": 400},
    "metrics": ["steps", "ratio", "dead_ends"],
    "best": "steps",
    "plots": [
        "walks",
        {"ecdf": {"metric": "ratio"}},
        {"violin": {"metric": "steps"}},
        {"curve": {"metric": "steps", "parameter": "width"}},
    ],
}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return research.run(EXPERIMENT, out=tmp_path_factory.mktemp("figures"), jobs=2)


@pytest.mark.parametrize("name", ["walks", "ecdf_ratio", "violin_steps"])
def test_a_figure_is_svg_png_and_the_numbers_behind_it(results, name):
    folder = results.folder / "figures"
    assert ElementTree.parse(folder / f"{name}.svg").getroot().tag.endswith("svg")
    assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert len(pd.read_csv(folder / f"{name}.csv")) > 10


def test_a_curve_is_called_after_metric_and_parameter(results):
    points = pd.read_csv(results.folder / "figures/curve_steps_width.csv")
    assert len(points) == 6 and points["x"].dropna().tolist() == [1, 1]
    assert (results.folder / "figures/curve_steps_width.svg").is_file()


def test_what_is_asked_to_be_best_has_its_table(results):
    table = pd.read_csv(results.folder / "tables/best.csv")
    assert set(table["instances"]) >= {"all instances"} and (table["mean"].dropna() >= 1).all()
    assert (results.folder / "tables/best.md").read_text().startswith("# steps over the best")


def test_figures_are_the_same_each_time(results, tmp_path):
    again = load(results.folder)
    again.folder = tmp_path
    for path in again.write_figures():
        for suffix in (".svg", ".csv"):
            kept = results.folder / "figures" / path.with_suffix(suffix).name
            assert path.with_suffix(suffix).read_bytes() == kept.read_bytes()


def test_the_ecdf_ends_at_the_share_that_was_solved(results):
    points = pd.read_csv(results.folder / "figures/ecdf_ratio.csv")
    solved = results.frame.assign(solved=results.frame["outcome"] == "solved")
    share = solved.groupby(["instances", "label"])["solved"].mean()
    for (panel, label), own in points.groupby(["panel", "strategy"]):
        assert own["share"].max() == pytest.approx(share[panel.removesuffix(", walk"), label])


def test_every_axis_has_a_name_and_every_panel_its_n(results):
    for kind in ("ecdf", "violin"):
        for axis in results.plot(kind, metric="steps").axes[:2]:
            assert "steps" in axis.get_xlabel() and "n = 4" in axis.get_title()


def test_drawing_leaves_the_users_settings_alone(results):
    import matplotlib

    before = dict(matplotlib.rcParams)
    results.plot("violin", metric="steps")
    with looks():
        pass
    assert dict(matplotlib.rcParams) == before


def test_a_walk_that_is_drawn_is_the_walk_that_was_counted(results):
    drawn = pd.read_csv(results.folder / "figures/walks.csv")
    first = results.frame[results.frame["instance"] == results.frame["instance"].iloc[0]].set_index("label")
    for label, own in drawn.groupby("strategy"):
        assert own["step"].max() == first.loc[label, "steps"]


@pytest.mark.parametrize(
    ("kind", "instance", "said"),
    [
        ("pie", None, "unknown plot"),
        ("curve", None, "curve \\(of a parameter\\)"),
        ("walks", "maze.kruskal:size=3", "no instance"),
    ],
)
def test_what_cannot_be_drawn_is_told(results, kind, instance, said):
    with pytest.raises(ValueError, match=said):
        results.plot(kind, instance=instance)


def test_results_are_read_back_as_they_were(results):
    again = load(results.folder)
    pd.testing.assert_frame_equal(again.frame, results.frame)
    assert csv_of(again.table()) == (results.folder / "tables/summary.csv").read_text()


def test_a_result_shows_itself_in_a_notebook(results):
    assert isinstance(results, Results) and "<table" in results._repr_html_()


def test_the_summary_names_policy_counts_and_failures(results):
    text = (results.folder / "tables/summary.md").read_text()
    assert "policy `common`" in text and "gave-up (pruned)" in text and "(n=" in text
    assert text.startswith("# Does <this> stay text?")


def test_an_experiment_without_strategies_is_a_census(tmp_path):
    content = {
        "seeds": "1..5",
        "instances": [{"maze.wilson": {"size": 8}}],
        "metrics": ["dead_ends", "loops"],
        "plots": [{"violin": {"metric": "dead_ends"}}, {"ecdf": {"metric": "dead_ends"}}],
    }
    results = research.run(content, out=tmp_path, jobs=1)
    table = results.table().set_index("metric")
    assert len(results.frame) == 5 and table.loc["loops", "max"] == 0 and table.loc["dead_ends", "n"] == 5
    assert "dead_ends" in (tmp_path / "tables/summary.md").read_text()
