import math

import pandas as pd
import pytest

import research
from research.analysis.expectations import expectations
from research.instances import instance_of
from research.registry import metrics
from research.report.markdown import expectations_markdown

CENSUS = {
    "seeds": "1..40",
    "instances": [
        {"maze.wilson": {"size": ["4x4", "9x9"]}},
        {"maze.binary_tree": {"size": "6x5"}},
        {"maze.kruskal": {"size": "4x4"}},
    ],
    "metrics": ["dead_ends", "n3", "loops"],
    "plots": [{"means": {"metric": "dead_ends"}}],
}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return research.run(CENSUS, out=tmp_path_factory.mktemp("census"), jobs=1)


def test_each_mean_whose_expectation_is_known_stands_beside_it(results):
    table = results.expectations().set_index(["instances", "metric"])
    assert list(table.index) == [
        ("maze.wilson:size=4x4", "dead_ends"),
        ("maze.wilson:size=4x4", "n3"),
        ("maze.wilson:size=9x9", "dead_ends"),
        ("maze.wilson:size=9x9", "n3"),
        ("maze.binary_tree:size=6x5", "dead_ends"),
    ]
    line = table.loc[("maze.wilson:size=4x4", "dead_ends")]
    assert (line["exact"], line["n"]) == ("2395/448", 40) and line["expected"] == pytest.approx(2395 / 448)
    rows = results.frame[results.frame["instances"] == "maze.wilson:size=4x4"]["dead_ends"].astype(float)
    error = rows.std() / math.sqrt(40)
    assert line["error"] == pytest.approx(error)
    assert line["z"] == pytest.approx((rows.mean() - 2395 / 448) / error)
    assert line["p"] == pytest.approx(math.erfc(abs(line["z"]) / math.sqrt(2)))
    assert (table["z"].abs() < 4).all() and (table["p_holm"] >= table["p"]).all()
    assert table.loc[("maze.binary_tree:size=6x5", "dead_ends"), "exact"] == "17/2"


def test_the_table_is_written_and_can_be_read(results):
    folder = results.folder / "tables"
    assert len(pd.read_csv(folder / "expectations.csv")) == 5
    assert (folder / "expectations.md").read_text() == expectations_markdown(results.expectations())
    assert "5.346 = 2395/448" in (folder / "expectations.md").read_text()


def test_a_false_expectation_is_seen(results, monkeypatch):
    monkeypatch.setitem(metrics["dead_ends"].traits, "expected", lambda generator, params: 9.0)
    table = results.expectations()
    wilson = table[(table["metric"] == "dead_ends") & table["instances"].str.contains("4x4")]
    assert (wilson["z"] < -4).all() and (wilson["p_holm"] < 1e-4).all()


def test_an_instance_counts_once_however_many_strategies_met_it(results, tmp_path):
    played = research.run(CENSUS | {"strategies": ["breadth_first", "greedy"]}, out=tmp_path, jobs=1)
    pd.testing.assert_frame_equal(played.expectations(), results.expectations())


@pytest.mark.parametrize("seeds", [1, [1, 2]])
def test_few_instances_have_a_mean_and_no_verdict_out_of_nothing(seeds):
    rows = [
        {"instances": "a", "instance": f"maze.wilson:size=1x4,seed={seed}", "enclosed": 2, "dead_ends": 0}
        for seed in ([seeds] if isinstance(seeds, int) else seeds)
    ]
    table = expectations(pd.DataFrame(rows), ["dead_ends", "enclosed"]).set_index("metric")
    assert table["mean"].tolist() == table["expected"].tolist() == [0, 2]
    assert table["z"].isna().all() if seeds == 1 else (table["z"] == 0).all()


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("maze.wilson", {"size": "12x9"}),
        ("maze.wilson", {"size": "1x5"}),
        ("maze.aldous_broder", {"size": "3x3"}),
        ("maze.recursive_division", {"size": "9x6"}),
        ("maze.sidewinder", {"size": "7x4", "p": 0.3}),
    ],
)
def test_all_expectations_are_met_within_four_standard_errors(name, params):
    made = [instance_of(name, params, seed) for seed in range(300)]
    mazes = [each.make() for each in made]
    for metric in (entry for entry in map(metrics.__getitem__, metrics) if "expected" in entry.traits):
        expected = metric.traits["expected"](name, made[0].params)
        if expected is None:
            continue
        found = pd.Series([metric.function(maze) for maze in mazes], dtype=float)
        assert abs(found.mean() - float(expected)) <= 4 * found.std() / math.sqrt(300) + 1e-9, metric.name


def test_the_means_are_drawn_with_their_expectations(results):
    figure = results.plot("means", metric="dead_ends")
    (axis,) = figure.axes
    names = [text.get_text() for text in axis.get_yticklabels()]
    assert names[0] == "maze.wilson:size=4x4 (n = 40)" and len(names) == 4
    assert axis.get_xlabel() == "dead_ends (cells)"
    drawn = pd.read_csv(results.folder / "figures/means_dead_ends.csv")
    assert drawn["mean"].tolist() == pytest.approx(results.table()["mean"][::3].tolist()[:4], rel=1e-5)
    assert drawn["expected"].isna().tolist() == [False, False, False, True]
