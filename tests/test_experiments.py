"""The experiments that ship run, and `results/` holds what they give today."""

import csv
from pathlib import Path

import pytest
import yaml
from conftest import shared

import research

ROOT = Path(__file__).resolve().parents[1]
EXPERIMENTS = sorted(path for path in (ROOT / "experiments").glob("*.yaml") if path.stem != "tournament")


# The easiest of Korf's boards.
SEEDS = {"korf": [12, 79], "korf_a_star": [12, 79]}
# Its half a gigabyte takes a minute to build.
LARGE = "pattern_7_8"


def small(name, content):
    """Return the experiment with two seeds and its smallest size only."""
    instances = []
    for item in content["instances"]:
        ((name, params),) = item.items()
        if "path" in params:
            # A file from outside, which the user has put there.
            params = params | {"path": str(shared("data", "sliding", Path(params["path"]).name))}
        instances.append({name: {k: v[0] if isinstance(v, list) else v for k, v in params.items()}})
    plots = [plot if isinstance(plot, str) or "walks" not in plot else "walks" for plot in content["plots"]]
    for item in content.get("strategies", ()):
        for params in item.values() if isinstance(item, dict) else ():
            params |= {"h": [h for h in params["h"] if h != LARGE]} if LARGE in params.get("h", ()) else {}
    return content | {"seeds": SEEDS.get(name, "4..5"), "instances": instances, "plots": plots}


@pytest.mark.slow
@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_a_shipped_experiment_runs_at_small_size(path, tmp_path):
    results = research.run(small(path.stem, yaml.safe_load(path.read_text())), out=tmp_path, jobs=2)
    assert set(results.manifest["outcomes"]) <= {"solved", "gave-up", "unreachable", "out-of-budget"}
    assert (tmp_path / "tables/summary.md").read_text().startswith(f"# {results.title}")
    assert len(list((tmp_path / "figures").glob("*.svg"))) == len(results.settings["plots"])


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_a_shipped_experiment_asks_a_question_and_has_results(path):
    content = yaml.safe_load(path.read_text())
    folder = ROOT / "results" / path.stem
    assert content["question"].endswith("?")
    assert (folder / "experiment.yaml").read_text() == path.read_text()
    assert (folder / "tables/summary.md").exists() and list((folder / "figures").glob("*.svg"))


@pytest.mark.slow
def test_the_quickstarts_results_are_what_it_gives_today(tmp_path):
    research.run(ROOT / "experiments/quickstart.yaml", out=tmp_path, jobs=2)
    kept = ROOT / "results/quickstart"
    for path in [*kept.glob("tables/*"), *kept.glob("figures/*.csv")]:
        assert (tmp_path / path.relative_to(kept)).read_bytes() == path.read_bytes(), path.name


def test_korfs_results_have_the_means_of_his_paper():
    with (ROOT / "results/korf/tables/summary.csv").open(newline="") as lines:
        plain = {row["metric"]: row for row in csv.DictReader(lines) if row["strategy"] == "ida_star"}
    assert {row["solved"] for row in plain.values()} == {"100"}
    assert float(plain["moves"]["mean"]) == 53.05
    # Korf 1985: 363,028,080 nodes; the table has six digits.
    assert abs(float(plain["generated"]["mean"]) / 363_028_080 - 1) < 1e-5
