"""What the documents print is run as printed; what they quote equals the results."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import research
from research.plugins import load_plugin
from research.registry import REGISTRIES

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()


def blocks(text, language):
    return re.findall(rf"```{language}\n(.*?)```", text, re.S)


def command(line, folder):
    """Run a command line of the documents with this interpreter's `research`."""
    words = line.replace("research ", "", 1).split()
    done = subprocess.run(
        [sys.executable, "-m", "research", *words], cwd=folder, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_readmes_strategy_runs_in_its_experiment(tmp_path):
    source, _ = blocks(README, "python")
    (tmp_path / "my_strategy.py").write_text(source)
    (tmp_path / "my_experiment.yaml").write_text(blocks(README, "yaml")[0].replace("1..50", "1..4"))
    code = [line for line in source.splitlines() if line.strip() and not line.startswith(("from", "import"))]
    assert len(code) <= 10
    lines = [line for block in blocks(README, "bash") for line in block.splitlines()]
    lines = [line for line in lines if line.startswith("research ")]
    assert len(lines) == 4
    printed = [command(line, tmp_path) for line in lines]
    assert "audit: honest" in printed[0] and "40 jobs" in printed[1]
    assert "homesick:pull=0.5" in printed[2] and "wins/ties/losses" in printed[3]
    assert (tmp_path / "results/my_experiment/figures/walks.svg").stat().st_size > 10_000


def test_the_readmes_python_prints_what_it_says(tmp_path, capsys, monkeypatch):
    script = blocks(README, "python")[1].split("results = ")[0]
    exec(script, {})
    said = re.findall(r"# (.*)", script)
    assert capsys.readouterr().out.splitlines() == [text.strip() for text in said]


def test_the_readmes_results_object_is_as_shown(tmp_path):
    import yaml

    content = yaml.safe_load((ROOT / "experiments/quickstart.yaml").read_text()) | {"seeds": "1..2"}
    (tmp_path / "quickstart.yaml").write_text(yaml.safe_dump(content))
    results = research.run(tmp_path / "quickstart.yaml", out=tmp_path / "out", jobs=2)
    assert len(results.frame) == 20 and set(results.table()["metric"]) >= {"steps", "ratio"}
    assert results.plot("ecdf", metric="ratio").axes


def test_the_readme_quotes_the_table_of_the_results():
    quoted = re.search(
        r"<!-- table: results/quickstart maze.backtracker -->\n(.*?)<!-- end -->", README, re.S
    )
    summary = (ROOT / "results/quickstart/tables/summary.md").read_text()
    section = summary.split("## maze.backtracker")[1].split("## ")[0].split("\n", 2)[2].strip()
    assert quoted[1].strip() == section


@pytest.mark.parametrize("number", range(3), ids=["strategy", "world", "format"])
def test_the_examples_for_contributors_register_and_work(number, tmp_path):
    path = tmp_path / f"example_{number}.py"
    path.write_text(blocks(CONTRIBUTING, "python")[number])
    load_plugin(path)
    try:
        check_example(number, tmp_path)
    finally:
        for registry in REGISTRIES.values():
            registry.forget(path)


def test_the_program_for_contributors_plays_in_its_tournament(tmp_path):
    program, cup = blocks(CONTRIBUTING, "python")[3], blocks(CONTRIBUTING, "yaml")[0]
    (tmp_path / "first_open.py").write_text(program)
    (tmp_path / "my_cup.yaml").write_text(cup)
    lines = [line.partition("#")[0] for line in blocks(CONTRIBUTING, "bash")[-1].splitlines()]
    planned, played = (command(line, tmp_path) for line in lines)
    assert "program: first_open: '{python} first_open.py' (research)" in planned and "8 jobs" in planned
    assert "first_open" in played
    failed = (tmp_path / "results/my_cup/tables/failures.md").read_text()
    assert failed == "# Failures\n\nNone: every match was played out.\n"


def check_example(number, folder):
    maze = research.make("maze.kruskal", seed=1, size=9)
    if number == 0:
        assert research.play(maze, "last_seen").outcome is research.Outcome.SOLVED
        assert research.audit(maze, "last_seen").honest
    elif number == 1:
        ring = research.make("ring.plain", n=12)
        assert research.play(ring.task(), "breadth_first", fog=research.Fog("jump")).route == 6
        experiment = {"instances": [{"ring.plain": {"n": [5, 8]}}], "strategies": ["breadth_first", "a_star"]}
        with pytest.raises(research.BadInput, match="not defined for plain graph moves"):
            research.run({**experiment, "strategies": ["a_star"]}, out=folder / "none")
        frame = research.run(experiment, out=folder / "out", jobs=1).frame
        assert frame["outcome"].tolist() == ["solved"] * 2
    else:
        research.write(maze, folder / "maze.any", format="shouted")
        assert research.read(folder / "maze.any") == maze


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_every_link_leads_somewhere(name):
    for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / name).read_text()):
        assert target.startswith("http") or (ROOT / target).exists(), target


def test_the_architecture_names_every_part():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    for path in sorted((ROOT / "research").glob("*.py")):
        if path.stem not in ("__init__", "__main__"):
            assert path.name in text or path.stem in text, path.name
