import pandas as pd
import pytest

import research
from research.analysis.coverage import regret, sensitivity

EXPERIMENT = {
    "question": "Does it add up?",
    "seeds": "0..3",
    "instances": [{"coverage.singles": {"size": "5x5"}}],
    "strategies": ["spiral", "warnsdorff", "depth_first", "best_of_k"],
    "fog": {"cost": "walk", "sight": [1, 1000]},
    "metrics": [
        "steps",
        "excess",
        "again",
        "once",
        "score",
        "event",
        "conversion",
        "optimal",
        "optimal_score",
    ],
    "plots": ["regret", "walks"],
}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return research.run(EXPERIMENT, out=tmp_path_factory.mktemp("run"), jobs=1)


def test_all_three_scores_and_their_optima_stand_in_every_row(results):
    frame = results.frame
    assert len(frame) == 4 * (3 + 4) and (frame["outcome"] == "solved").all()
    for name in ("score", "event", "conversion"):
        assert (frame[name] <= frame[f"optimal_{name}"]).all()
    twice = frame["cells"] - frame["once"]
    assert (frame["score"] == frame["cells"] - 1.5 * twice).all()
    assert (frame["event"] == frame["cells"] - 0.5 * frame["again"]).all()
    assert (frame["conversion"] == frame["cells"] - 0.5 * twice).all()
    assert (frame["excess"] == frame["steps"] - frame["optimal"]).all()
    assert (frame["optimal_at_least"] == frame["optimal"]).all()


def test_the_parts_of_the_regret_add_up(results):
    split = regret(results.frame)
    assert len(split) == 7 and (split["n"] == 4).all()
    total = split["fog_cost"] + split["short_sight"] + split["board"]
    assert total.to_numpy() == pytest.approx(split["again"].to_numpy())
    whole = split[split["fog"] == "walk,sight=1000"]
    assert (whole["fog_cost"] == 0).all() and (split["short_sight"] >= 0).all()
    rows = results.frame.set_index(["fog", "label", "seed"])["steps"].astype(float)
    fog_cost = rows["walk"]["warnsdorff"].mean() - rows["walk,sight=1000"]["warnsdorff"].mean()
    found = split[(split["fog"] == "walk") & (split["strategy"] == "warnsdorff")]
    assert found["fog_cost"].tolist() == pytest.approx([fog_cost])


def test_the_tables_and_figures_are_written(results):
    for name in ("regret", "sensitivity"):
        assert (results.folder / "tables" / f"{name}.csv").exists()
        assert (results.folder / "tables" / f"{name}.md").read_text().startswith("# ")
    assert {path.name for path in (results.folder / "figures").glob("*.svg")} == {"regret.svg", "walks.svg"}


def test_ranks_turn_where_the_scores_disagree():
    rows = []
    for seed, found in enumerate([{"a": (5, 9, 9), "b": (6, 8, 9)}, {"a": (5, 5, 5), "b": (4, 4, 4)}]):
        for label, (score, event, conversion) in found.items():
            values = {"score": score, "event": event, "conversion": conversion}
            rows.append(
                {"instances": "i", "fog": "walk", "instance": f"i{seed}", "seed": seed, "label": label}
                | values
            )
    table = sensitivity(pd.DataFrame(rows)).set_index("strategy")
    assert table["turned"].tolist() == [1, 1] and table["n"].tolist() == [2, 2]
    assert table.loc["a", ["rank_score", "rank_event", "rank_conversion"]].tolist() == [1, 1, 1]
    assert table.loc["b", ["rank_score", "rank_event", "rank_conversion"]].tolist() == [1, 2, 2]


def test_rows_of_other_worlds_have_neither_table():
    place = {"instances": ["m"], "fog": ["walk"], "instance": ["m"], "seed": [1], "label": ["spiral"]}
    frame = pd.DataFrame(place | {"outcome": ["solved"], "steps": [3]})
    assert regret(frame).empty and sensitivity(frame).empty
    with_none = frame.assign(cells=None, optimal=3, again=None, score=None, event=None, conversion=None)
    assert regret(with_none).empty and sensitivity(with_none).empty
