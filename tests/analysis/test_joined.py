"""Results of several runs as one: what two of them have in common is told apart."""

import research
from research.results import joined, load

BASE = {"seeds": "1..6", "instances": [{"maze.kruskal": {"size": "9x9"}}], "metrics": ["steps"]}


def run(folder, strategies, steps):
    content = BASE | {"strategies": strategies, "budget": {"steps": steps}}
    return research.run(content, out=folder, jobs=1)


def test_a_strategy_that_two_runs_played_differently_counts_in_each(tmp_path):
    one = run(tmp_path / "one", ["breadth_first", "greedy"], 100_000)
    run(tmp_path / "two", ["a_star", "greedy"], 200_000)
    both = joined([tmp_path / "one", tmp_path / "two"])
    assert set(both.frame["label"]) == {"breadth_first", "a_star", "greedy [one]", "greedy [two]"}
    compared = both.compare("steps", "greedy [one]").set_index("strategy")
    alone = one.compare("steps", "greedy").set_index("strategy")
    assert compared.loc["breadth_first", "n"] == alone.loc["breadth_first", "n"] == 6
    assert compared.loc["breadth_first", "difference"] == alone.loc["breadth_first", "difference"]
    assert compared.loc["greedy [two]", ["wins", "ties", "losses"]].tolist() == [0, 6, 0]


def test_the_same_jobs_of_two_runs_count_once(tmp_path):
    run(tmp_path / "one", ["breadth_first", "greedy"], 100_000)
    run(tmp_path / "two", ["a_star", "greedy"], 100_000)
    both = joined([tmp_path / "one", tmp_path / "two"])
    assert both.frame["label"].value_counts().to_dict() == {"breadth_first": 6, "greedy": 6, "a_star": 6}


def test_results_with_a_strategy_of_ones_own_are_reported_in_another_process(tmp_path):
    import subprocess
    import sys

    (tmp_path / "mine.py").write_text(
        "from research import strategies\n\n\n@strategies.register()\ndef of_mine_alone(view):\n"
        '    """Go on."""\n    while view.moves():\n        yield view.moves()[-1]\n'
    )
    text = (
        "plugins: [mine.py]\nseeds: 1..2\ninstances: [maze.kruskal: {size: 5x5}]\n"
        "strategies: [of_mine_alone]\nplots: [walks]\n"
    )
    (tmp_path / "own.yaml").write_text(text)
    for words in (["run", "own.yaml", "--quiet"], ["report", "results/own"]):
        command = [sys.executable, "-m", "research", *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), words


def test_tables_and_figures_that_are_no_longer_asked_for_go(tmp_path):
    asked = {
        "claims": ["solved == 1"],
        "compare": {"metric": "steps", "baseline": "greedy"},
        "plots": ["walks"],
    }
    content = BASE | {"strategies": ["breadth_first", "greedy"]}
    research.run(content | asked, out=tmp_path, jobs=1)
    (tmp_path / "tables" / "notes.md").write_text("mine")
    research.run(content, out=tmp_path, jobs=1)
    assert sorted(path.name for path in (tmp_path / "tables").iterdir()) == [
        "notes.md",
        "summary.csv",
        "summary.md",
    ]
    assert not list((tmp_path / "figures").glob("walks*"))
    assert load(tmp_path).settings["claims"] == []
