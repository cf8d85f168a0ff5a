"""The same experiment gives the same rows, whoever plays them in which order."""

import json
import os
import subprocess
import sys

import pytest
import yaml
from processes import HOSTILE, in_child

import research

# These start many processes, and kill them.
CONTENT = {
    "seeds": "3..6",
    "plugins": [str(HOSTILE)],
    "instances": [{"maze.kruskal": {"size": ["3x3", "5x3"]}}, {"maze.wilson": {"size": "4x4"}}],
    "strategies": [
        "random_walk",
        "breadth_first",
        {"a_star": {"h": ["manhattan", "zero"]}},
        "flood_fill",
        "raises",
    ],
    "fog": {"cost": ["walk", "jump"]},
    "metrics": ["steps", "expanded"],
}

PIPES = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """The rows of one worker, by job."""
    return run(CONTENT, tmp_path_factory.mktemp("one"), jobs=1)


def run(content, folder, jobs=2):
    """Return the rows of a run in a process of its own."""
    return by_job(in_child(lambda: research.run(content, out=folder, jobs=jobs).frame))


def by_job(frame):
    """Return all columns but the seconds, by job, in the order of the plan."""
    assert frame["job"].is_unique
    return frame.drop(columns="seconds").set_index("job")


def same(one, other):
    """Whether two frames have the same rows in the same order, to the bit."""
    return one.equals(other) and list(one.columns) == list(other.columns)


@pytest.mark.parametrize("workers", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_the_number_of_workers_changes_no_row(rows, tmp_path, workers):
    assert same(run(CONTENT, tmp_path, workers), rows)


LINES = """
import json, sys
from pathlib import Path
from research.sweep.experiment import check_experiment
from research.sweep.job import line_of
from research.sweep.plan import Plan
from research.sweep.source import parse
text = sys.stdin.read()
for job in Plan(check_experiment(parse(text, "x"), text, "x", Path.cwd())).jobs():
    print(json.dumps(json.loads(line_of(job)) | {"seconds": 0}))
"""


@pytest.mark.slow
def test_the_hash_seed_changes_no_row(rows):
    content = yaml.safe_dump(CONTENT)
    runs = []
    for seed in "01":
        env = os.environ | {"PYTHONHASHSEED": seed}
        runs.append(subprocess.Popen([sys.executable, "-c", LINES], env=env, **PIPES))
    said = [run.communicate(content, timeout=60)[0] for run in runs]
    assert said[0] == said[1] and len(said[0].splitlines()) == len(rows)
    for line in said[0].splitlines():
        row = json.loads(line)
        assert row["steps"] == rows["steps"].get(row["job"]) or rows["steps"].isna()[row["job"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    "changed",
    [
        {"strategies": ["depth_first", *CONTENT["strategies"][::-1], "sleeper"]},
        {"seeds": [7, 6, 5, 4, 3, -2]},
        {"instances": CONTENT["instances"][::-1], "fog": {"cost": ["jump", "walk"]}},
    ],
    ids=["strategies", "seeds", "instances and fogs"],
)
def test_what_else_is_in_the_experiment_changes_no_row(rows, tmp_path, changed):
    other = run(CONTENT | changed, tmp_path)
    assert set(rows.index) <= set(other.index)
    assert same(other.loc[rows.index, rows.columns].astype(rows.dtypes), rows)


def test_a_strategy_that_throws_dice_is_found_out(rows, tmp_path):
    content = CONTENT | {"strategies": ["random_walk", "throws_dice"]}
    one, other = (run(content, tmp_path / name) for name in "ab")
    assert not same(one, other)
    honest = one["label"] != "throws_dice"
    assert same(one[honest], other[honest])


@pytest.mark.slow
def test_the_global_random_numbers_are_neither_read_nor_changed(rows, tmp_path):
    content = CONTENT | {"strategies": ["seeds_the_world", "random_walk", "breadth_first"]}
    other = run(content, tmp_path)
    both = rows.index.intersection(other.index)
    assert len(both) == 36 and same(other.loc[both].astype(rows.dtypes), rows.loc[both])
