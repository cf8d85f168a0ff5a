import json
import subprocess
import sys

import pytest

import research
from research import cli

EXPERIMENT = """
seeds: 1..3
instances:
  - maze.kruskal: {size: 6x6}
strategies: [breadth_first, direction_preference, wall_follower]
fog: {cost: [walk, jump]}
metrics: [steps, ratio]
plots: [walks, ecdf, violin: {metric: steps}]
"""


@pytest.fixture
def call(monkeypatch, capsys):
    """Call the command line in this process; return status, standard output and standard error."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["research", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return run


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cli")
    (folder / "small.yaml").write_text(EXPERIMENT)
    research.run(folder / "small.yaml", out=folder / "out", jobs=1)
    return folder


def test_play_draws_and_tells(call):
    status, out, _ = call("play", "maze.backtracker:size=6x4,seed=7", "--strategy", "a_star", "--ascii")
    assert status == 0 and "solved" in out and "steps 14" in out and "SEESENNEESWSES" in out and out.isascii()


def test_play_under_jump_shows_the_route_in_json(call):
    status, out, _ = call(
        "play", "maze.backtracker:size=6x4,seed=7", "--strategy", "breadth_first", "--fog", "jump", "--json"
    )
    told = json.loads(out)
    assert status == 0 and told["expanded"] == 17 and told["steps"] is None and told["letters"]


def test_play_takes_a_file_and_writes_a_picture(call, tmp_path, example):
    research.write(example, tmp_path / "maze.txt", format="koth")
    picture = tmp_path / "maze.svg"
    status, out, _ = call(
        "play", tmp_path / "maze.txt", "--strategy", "flood_fill", "--audit", "--svg", picture
    )
    assert status == 0 and "audit: honest" in out and picture.read_text().startswith("<svg")


def test_play_ends_with_one_for_a_crash(call, tmp_path):
    (tmp_path / "bad.py").write_text(
        "from research import strategies\n\n@strategies.register()\ndef bad_one(view):\n    yield 1 / 0\n"
    )
    status, out, _ = call(
        "play", "maze.kruskal:size=4", "--strategy", "bad_one", "--plugin", tmp_path / "bad.py"
    )
    assert status == 1 and "bad.py:5: ZeroDivisionError" in out
    from research.registry import strategies

    strategies.forget((tmp_path / "bad.py").resolve())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "maze.kruskel:size=4", "--strategy", "a_star"], "did you mean 'maze.kruskal'"),
        (["play", "maze.kruskal:sise=4", "--strategy", "a_star"], "did you mean 'size'"),
        (["play", "maze.kruskal:size=4", "--strategy", "a_sta"], "did you mean 'a_star'"),
        (["play", "maze.kruskal:size=4", "--strategy", "a_star:h=manhatan"], "did you mean 'manhattan'"),
        (["play", "maze.kruskal:size=4", "--strategy", "a_star", "--fog", "swim"], "cost is walk or jump"),
        (["play", "maze.kruskal:size=4", "--strategy", "a_star", "--steps", "0"], "more than 0"),
        (["play", "maze.kruskal:size=4", "--strategy", "wall_follower", "--fog", "jump"], "agent that walks"),
        (["play", "maze.kruskal:size=0", "--strategy", "a_star"], "size: found 0; expected a size of 1 to"),
        (["play", "coverage.singles:k=-1", "--strategy", "spiral"], "k: found -1; expected at least 0"),
        (["play", "nowhere.txt", "--strategy", "a_star"], "nowhere.txt: cannot be read: No such file"),
        (["play", "maze.kruskal", "--strategy", "a_star", "--plugin", "nowhere.py"], "No such file"),
        (["run", "nowhere.yaml"], "nowhere.yaml: cannot be read"),
        (["plan", "nowhere.yaml"], "nowhere.yaml: cannot be read"),
        (["report", "nowhere"], "found no manifest.json"),
        (["compare", "nowhere"], "found no manifest.json"),
        (["list", "strategeis"], "did you mean 'strategies'"),
        (["new", "strategy", "a_star"], "there is a strategy 'a_star' already"),
        (["new", "strategy", "Not-A-Name"], "expected a lower-case Python name"),
        (["rum"], "rum"),
        (["run", "x.yaml", "--jbos", "2"], "--jbos"),
        (["play"], "INSTANCE"),
    ],
)  # fmt: skip
def test_bad_words_are_answered_in_one_line_with_status_two(call, words, said):
    status, out, err = call(*words)
    assert status == 2 and said.lower() in err.lower() and len(err.strip().splitlines()) == 1 and not out


def test_run_says_where_things_are(call, results):
    status, out, err = call("run", results / "small.yaml", "--out", results / "out")
    assert status == 0 and "breadth_first" in out and "summary.md" in out and "walks.svg" in out
    assert "15 of 15 jobs are done already" in err


def test_a_quiet_run_prints_nothing(call, results):
    assert call("run", results / "small.yaml", "--out", results / "out", "--quiet") == (0, "", "")


def test_plan_tells_what_is_left_out_and_why(call, results):
    status, out, _ = call("plan", results / "small.yaml")
    assert status == 0 and "15 jobs" in out
    assert "left out: 1 x maze.kruskal, jump: wall_follower is an agent that walks" in out
    told = json.loads(call("plan", results / "small.yaml", "--json")[1])
    assert told["jobs"] == 15 and sum(group["jobs"] for group in told["groups"]) == 15


def test_compare_speaks_csv_markdown_latex_and_json(call, results):
    folder = results / "out"
    assert call("compare", folder, "--csv")[1].startswith("instances,fog,strategy,baseline")
    assert "| strategy" in call("compare", folder, "--markdown")[1]
    assert "tabular" in call("compare", folder, "--latex")[1]
    assert json.loads(call("compare", folder, "--json")[1])[0]["baseline"] == "breadth_first"
    _, out, _ = call("compare", folder, "--baseline", "wall_follower", "--metric", "ratio")
    assert out.startswith("ratio: strategy minus wall_follower")


def test_compare_names_the_strategies_when_asked_for_another(call, results):
    status, _, err = call("compare", results / "out", "--baseline", "nobody")
    assert status == 2 and "breadth_first" in err


def test_report_makes_lost_figures_anew(call, results):
    picture = results / "out/figures/walks.svg"
    before = picture.read_bytes()
    picture.unlink()
    assert call("report", results / "out")[0] == 0
    assert picture.read_bytes() == before


def test_list_shows_parameters_and_json(call):
    assert "trigger=512" in call("list", "strategies")[1]
    told = json.loads(call("list", "--json")[1])
    assert set(told) == {"strategies", "generators", "heuristics", "formats", "metrics"}
    assert json.loads(call("list", "schema")[1])["properties"]["seeds"]


def test_a_new_strategy_runs_and_its_test_passes(call, tmp_path):
    status, out, _ = call("new", "strategy", "my_search", "--folder", tmp_path)
    assert status == 0 and "my_search.py" in out
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        str(tmp_path / "test_my_search.py"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    status, _, err = call("new", "strategy", "my_search", "--folder", tmp_path)
    assert status == 2 and "not overwritten" in err


def test_the_version_is_told(call):
    assert call("--version")[:2] == (0, f"research {research.__version__}\n")


def test_space_counts_boards_and_measures_heuristics(call, tmp_path):
    status, out, _ = call("space", "2x3", "--csv")
    assert status == 0 and out.splitlines()[:4] == ["depth,boards", "0,1", "1,2", "2,3"]
    status, out, _ = call(
        "space", "12/34/50", "--heuristics", "manhattan, zero", "--figure", tmp_path / "all"
    )
    assert "boards 360, radius 21, at_radius 1" in out and "admissible" in out
    assert (tmp_path / "all.csv").read_text().startswith("depth,boards,manhattan,zero\n0,1,0,0\n1,2,1,0\n")
    assert (tmp_path / "all.svg").stat().st_size > 5_000
    told = json.loads(call("space", "12=/456/780", "--json")[1])
    assert told["goal"] == "12=/456/780" and sum(told["depths"]) == told["boards"] == 20_160


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["4x4"], "can come to 16 cells; expected at most 12"),
        (["3x4", "--heuristics", "manhattan"], "can come to 12 cells; expected at most 10"),
        (["3x3", "--goal", "blank_lost"], "did you mean 'blank_last'?"),
        (["3x3", "--heuristics", "manhatan"], "did you mean 'manhattan'?"),
        (["3x3", "--heuristics", "octile"], "heuristic octile is not defined for slide moves"),
        (["123/4=6/780", "--heuristics", "walking_distance"], "without walls"),
        (["123/45"], "rows of 2, 3 cells"),
        (["huge"], "a size: width x height"),
    ],
)
def test_space_says_what_is_wrong(call, words, said):
    status, out, err = call("space", *words)
    assert (status, out) == (2, "") and err.startswith("space: ") and said in err
