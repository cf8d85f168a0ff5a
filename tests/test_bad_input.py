"""Bad input is answered in exact lines and status 2; nothing is run, nothing is written.

The texts in `broken/` each have a file `.expected` beside them: the lines on standard error. {folder}
there is where the texts lie; {strategies} and the like are the registered names at the time.
"""

import functools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

import research
from research.cli import main
from research.domains.maze.file import maze_formats
from research.faults import BadInput
from research.instances import parse
from research.registry import REGISTRIES, metrics, strategies
from research.sweep.schema import PLOTS, Shape

BROKEN = Path(__file__).parent / "broken"
CONTEST = sorted(path.stem for path in (BROKEN / "contest").glob("*.txt"))
EXPERIMENTS = sorted(path.stem for path in (BROKEN / "experiments").glob("*.yaml"))

# Texts so far from the contest's that the format is not told without being named.
NO_FORMAT = {
    "empty": "empty.txt:1:1: found an empty file; expected a maze",
    "empty_lines": "empty_lines.txt:1:1: found an empty file; expected a maze",
    "not_a_maze": "not_a_maze.txt:1:1: found no format that is known; expected one of {formats}",
}


# Not a file among the others, since everything that looks like a module is imported by pytest.
BROKEN_PLUGIN = """from research.registry import strategies


@strategies.register()
def mine(view):
    yield view.here


STEPS_PER_MAZE = 1 / 0
"""


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A copy of the broken files; whoever writes into it is caught."""
    folder = shutil.copytree(BROKEN, tmp_path_factory.mktemp("copied") / "broken")
    (folder / "experiments" / "plugins").mkdir(exist_ok=True)
    (folder / "experiments" / "plugins" / "broken.py").write_text(BROKEN_PLUGIN)
    return folder


# The commands are put together once, not for every call: it takes longer than what is tested.
COMMANDS = functools.cache(typer.main.get_command)


@pytest.fixture
def told(monkeypatch, capsys):
    """Call the command line in a folder: its status and its lines on standard error."""

    def call(folder, *words):
        monkeypatch.chdir(folder)
        monkeypatch.setattr(sys, "argv", ["research", *words])
        monkeypatch.setattr(typer.main, "get_command", COMMANDS)
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        assert printed.out == ""
        return ended.value.code, printed.err.splitlines()

    return call


def filled_in(text, folder):
    """Put in what an expected text leaves open."""
    text = text.replace("{folder}", str(folder))
    text = text.replace("{first_instance}", parse("maze.kruskal:size=5x5,seed=1").label)
    text = text.replace("{keys}", ", ".join(Shape.model_fields)).replace("{plots}", ", ".join(PLOTS))
    measured = [name for name in metrics if metrics[name].traits["per"] == "instance"]
    text = text.replace("{instance_metrics}", ", ".join(measured))
    for kind, registry in (REGISTRIES | {"formats": maze_formats()}).items():
        text = text.replace(f"{{{kind}}}", ", ".join(registry))
    return text.splitlines()


def expected(path):
    return filled_in(path.with_suffix(".expected").read_text(encoding="utf-8"), path.parent)


def state(folder):
    """All files below a folder with size and time, but for what an import leaves."""
    found = {}
    for parent, _, names in os.walk(folder):
        for name in names if not parent.endswith("__pycache__") else ():
            facts = os.stat(os.path.join(parent, name))
            found[parent, name] = facts.st_size, facts.st_mtime_ns
    return found


@pytest.mark.parametrize("name", CONTEST)
def test_a_broken_contest_text_is_answered_line_by_line(copied, told, name):
    path, before = copied / "contest" / f"{name}.txt", state(copied)
    words = ("--strategy", "depth_first", "--svg", "picture.svg")
    assert told(path.parent, "play", f"maze.file:path={path.name},format=koth", *words) == (2, expected(path))
    assert state(copied) == before


@pytest.mark.parametrize("name", CONTEST)
def test_the_format_of_a_broken_contest_text_is_told_from_what_is_left_of_it(copied, monkeypatch, name):
    monkeypatch.chdir(copied / "contest")
    with pytest.raises(BadInput) as caught:
        research.read(f"{name}.txt")
    lines = (
        filled_in(NO_FORMAT[name], "") if name in NO_FORMAT else expected(copied / "contest" / f"{name}.txt")
    )
    assert str(caught.value).splitlines() == lines


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_broken_experiment_is_answered_line_by_line(copied, told, name):
    path, before = copied / "experiments" / f"{name}.yaml", state(copied)
    assert told(path.parent, "run", path.name) == (2, expected(path))
    assert state(copied) == before
    assert not (path.parent / "results").exists()


def test_a_plan_is_refused_with_the_same_lines(copied, told):
    path = copied / "experiments" / "many_faults.yaml"
    assert told(path.parent, "plan", path.name) == (2, expected(path))


@pytest.mark.parametrize(
    "name", ["empty", "tab", "many_faults", "alias_bomb", "broken_plugin", "nothing_to_run", "missing_file"]
)
def test_results_that_are_there_stay_even_when_all_is_to_be_made_anew(copied, told, tmp_path, name):
    (tmp_path / "tables").mkdir()
    for file in ("journal.jsonl", "manifest.json", "experiment.yaml", "tables/summary.md"):
        (tmp_path / file).write_text("made by an earlier run\n")
        os.utime(tmp_path / file, (1, 1))
    before = state(tmp_path)
    status, lines = told(
        copied / "experiments", "run", f"{name}.yaml", "--fresh", "--jobs", "2", "--out", str(tmp_path)
    )
    assert status == 2 and lines
    assert state(tmp_path) == before and len(before) == 4


def test_a_broken_maze_in_an_experiment_is_named_with_its_own_file(copied, told):
    folder = copied / "contest"
    text = "instances: [maze.file: {path: walls_with_2.txt}]\nstrategies: [depth_first]\n"
    (copied / "of_a_broken_maze.yaml").write_text(text.replace("walls", "contest/walls"))
    lines = [f"{copied}/contest/{line}" for line in expected(folder / "walls_with_2.txt")]
    assert told(copied, "run", "of_a_broken_maze.yaml", "--out", "results") == (2, lines)
    assert not (copied / "results").exists()


def test_all_broken_mazes_of_an_experiment_are_named_at_once(copied, told):
    names = ["walls_with_2", "several_faults"]
    text = f"instances: [maze.file: {{path: [{', '.join(f'contest/{name}.txt' for name in names)}]}}]\n"
    (copied / "of_broken_mazes.yaml").write_text(text + "strategies: [depth_first]\n")
    lines = [
        f"{copied}/contest/{line}" for name in names for line in expected(copied / f"contest/{name}.txt")
    ]
    assert told(copied, "run", "of_broken_mazes.yaml", "--out", "results") == (2, lines)


@pytest.mark.parametrize(("kind", "name"), [("contest", "several_faults"), ("experiments", "many_faults")])
def test_another_process_is_told_the_same(copied, kind, name):
    path = next((copied / kind).glob(f"{name}.[ty]*"))
    words = ["play", path.name, "--strategy", "a_star"] if kind == "contest" else ["run", path.name]
    done = subprocess.run(
        [sys.executable, "-m", "research", *words],
        cwd=path.parent,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == expected(path)


def test_a_plugin_that_breaks_leaves_no_strategy_behind(copied, told):
    told(copied / "experiments", "run", "broken_plugin.yaml")
    assert "mine" not in strategies


def test_a_huge_file_is_refused_before_it_is_read(told, tmp_path):
    with open(tmp_path / "huge.yaml", "wb") as file:
        file.write(b"question: ")
        file.write(b"x" * 100_000_000)
    line = "huge.yaml: found more than 1048576 bytes; expected at most 1048576"
    assert told(tmp_path, "run", "huge.yaml") == (2, [line])


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("run", "none.yaml"), "none.yaml: cannot be read: No such file or directory"),
        (("run", "."), ".: cannot be read: Is a directory"),
        (("play", "none.txt", "--strategy", "a_star"), "none.txt: cannot be read: No such file or directory"),
    ],
)
def test_a_file_that_is_not_there_is_one_line(told, tmp_path, words, line):
    assert told(tmp_path, *words) == (2, [line])


def test_every_broken_file_has_its_lines_and_every_line_its_form():
    written = {path.stem for path in BROKEN.glob("*/*.expected")}
    assert written == {*CONTEST, *EXPERIMENTS}
    place = r"[a-z_0-9]+\.(txt|yaml):[1-9][0-9]*:[1-9][0-9]*: "
    for path in BROKEN.glob("*/*.expected"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert lines and len(set(lines)) == len(lines)
        for line in lines:
            assert re.match(rf"{place}.*; expected .", line), line
            assert not re.search(r"Input should|Value error|Traceback|NoneType|dictionary|None\b", line), line


def test_faults_stand_in_the_order_of_the_file():
    for path in BROKEN.glob("*/*.expected"):
        places = [
            tuple(map(int, line.split(":")[1:3])) for line in path.read_text(encoding="utf-8").splitlines()
        ]
        assert places == sorted(places), path.name
