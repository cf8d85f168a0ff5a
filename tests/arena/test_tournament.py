"""Tournaments: the same twice, resumed, extended, and every score as the rule says of the transcript."""

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from programs import MOUSE, STATELESS
from rescoring import rescored
from typer.testing import CliRunner

from research.arena.sandbox import level
from research.cli import app
from research.faults import BadInput
from research.tournament import run

ROOT = Path(__file__).resolve().parents[2]
CONTENT = {
    "question": "Who wins?",
    "seeds": "1..2",
    "sizes": [5, 6],
    "architects": [
        "maze.kruskal",
        {"architect": {"name": "winding", "command": "{python} players/serpentine.py"}},
    ],
    "solvers": [
        "depth_first",
        {"program": {"name": "homing", "command": "{python} players/homing.py"}},
        {"program": {"name": "idle", "command": "{python} players/idle.py", "answer_seconds": 0.5}},
    ],
}


@pytest.fixture
def file(tmp_path):
    return written(tmp_path, CONTENT)


def written(folder, content):
    shutil.copytree(ROOT / "experiments/players", folder / "players", dirs_exist_ok=True)
    (folder / "players/idle.py").write_text("print('ready 1', flush=True)\nwhile True: input()\n")
    (folder / "players/wrong.py").write_text("print('<script>\\x1b[31m')\n")
    (folder / "cup.yaml").write_text(yaml.safe_dump(content))
    return folder / "cup.yaml"


def files_of(folder):
    patterns = ("tables/*", "figures/*.csv", "figures/*.svg", "transcripts/*.gz")
    return {
        path.relative_to(folder): path.read_bytes() for pattern in patterns for path in folder.glob(pattern)
    }


def test_a_tournament_is_the_same_twice_and_each_score_is_the_rules(file, tmp_path):
    played = run(file, out=tmp_path / "one", jobs=2)
    run(file, out=tmp_path / "two", jobs=1)
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")
    assert len(played.frame) == 24
    for row in played.frame.to_dict("records"):
        steps, par = rescored(tmp_path / "one/transcripts" / f"{row['job']}.gz")
        assert (steps, par) == (row["contest_steps"], row["contest_par"]), row["solver"]
        assert row["architect_score"] == steps / par
        assert row["solver_score"] == pytest.approx(par / steps, rel=1e-15)
    failed = played.failures()
    assert list(failed["contestant"]) == ["idle"] and failed["count"][0] == 8
    assert list(played.standings("solver")["contestant"])[-1] == "idle"
    assert set(played.standings("architect")["contestant"]) == {"winding", "maze.kruskal"}


# A contest player that talks nonsense at times: no cell, a cell that is no choice, two lines in one go.
BABBLER = """
import random
random.seed(3)
while True:
    *_, here, choices = [input() for _ in range(7)]
    said = random.choice([*choices.split(","), choices.split(",")[-1], "left", "0 99", here, ""])
    print(said, flush=True)
"""

# It follows its left hand, moves by two where it can, and turns by the way into walls.
ODD_MOUSE = MOUSE.replace('assert int(ask("mazeWidth")) == 9', 'ask("mazeWidth")').replace(
    'ask("moveForward")\n', 'ask("moveForward 2")\n'
)


def test_a_score_is_the_rules_under_every_protocol(tmp_path):
    programs = {
        "session": "while True:\n    lines = [input() for _ in range(7)]\n"
        "    print(lines[6].split(',')[-1], flush=True)\n",
        "babbler": BABBLER,
        "quits": "for _ in range(7): input()\nprint('1 1', flush=True)\n",
        "stateless": STATELESS,
        "two_lines": STATELESS + "if sum(map(int, lines[5].split())) % 2: print('and then')\n",
        "mouse": MOUSE.replace('assert int(ask("mazeWidth")) == 9', 'ask("mazeWidth")'),
        "odd_mouse": ODD_MOUSE,
    }
    protocols = {"stateless": "stateless", "two_lines": "stateless", "mouse": "mms", "odd_mouse": "mms"}
    solvers = []
    for name, source in programs.items():
        (tmp_path / f"{name}.py").write_text(source)
        entry = {"name": name, "command": f"{{python}} {name}.py", "answer_seconds": 20.0}
        solvers.append({"program": entry | {"protocol": protocols.get(name, "session")}})
    file = written(
        tmp_path, {"seeds": [1], "sizes": [3], "architects": ["maze.kruskal"]} | {"solvers": solvers}
    )
    rows = run(file, out=tmp_path / "out", jobs=2).frame.to_dict("records")
    assert len(rows) == 7
    for row in rows:
        steps, par = rescored(tmp_path / "out/transcripts" / f"{row['job']}.gz")
        assert (steps, par) == (row["contest_steps"], row["contest_par"]), row["solver"]
        assert row["architect_score"] == steps / par
    ended = {(row["solver"], row["outcome"]) for row in rows}
    assert {("mouse", "solved"), ("odd_mouse", "solved")} <= ended
    assert {("quits", "crashed"), ("two_lines", "out-of-budget")} <= ended


def test_a_contestant_that_comes_later_plays_its_own_matches_only(file, tmp_path):
    run(file, out=tmp_path / "out", jobs=2)
    before = (tmp_path / "out/journal.jsonl").read_text().splitlines()
    file = written(tmp_path, CONTENT | {"solvers": [*CONTENT["solvers"], "wall_follower"]})
    played = run(file, out=tmp_path / "out", jobs=2)
    after = (tmp_path / "out/journal.jsonl").read_text().splitlines()
    assert after[: len(before)] == before and len(after) == len(before) + 8 == len(played.frame)


def test_an_invalid_maze_loses_and_is_quoted_harmlessly(tmp_path):
    wrong = {"architect": {"name": "wrong", "command": "{python} players/wrong.py"}}
    file = written(tmp_path, CONTENT | {"architects": ["maze.kruskal", wrong], "solvers": ["depth_first"]})
    played = run(file, out=tmp_path / "out")
    table = played.standings("architect").set_index("contestant")
    assert table["mean"]["wrong"] == 0 and table["failures"]["wrong"] == 4
    assert played.standings("solver")["matches"][0] == 4
    text = (tmp_path / "out/tables/failures.md").read_text()
    assert "an invalid maze" in text and "<script>" not in text and "\x1b" not in text
    told = CliRunner().invoke(app, ["tournament", str(file), "--out", str(tmp_path / "out")])
    assert told.exit_code == 1 and "\x1b[31m" not in told.output


@pytest.mark.slow
def test_a_killed_tournament_goes_on_where_it_was(file, tmp_path):
    run(file, out=tmp_path / "whole")
    out = str(tmp_path / "out")
    line = [sys.executable, "-m", "research", "tournament", str(file), "--out", out, "--quiet"]
    for seconds in (1.0, 2.0, 3.0):
        process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        process.wait()
    # The workers of one that was killed let go of the folder when they have noticed.
    time.sleep(1.0)
    assert subprocess.run(line, check=False, capture_output=True).returncode == 1
    assert files_of(tmp_path / "out") == files_of(tmp_path / "whole")


def test_a_plan_tells_of_programs_and_starts_none(tmp_path, monkeypatch):
    monkeypatch.setenv("RESEARCH_CACHE", str(tmp_path / "cache"))
    built = {"program": {"name": "built", "command": "mine", "build": "cp /bin/true mine"}}
    file = written(tmp_path, CONTENT | {"solvers": [*CONTENT["solvers"], built]})
    told = CliRunner().invoke(app, ["plan", str(file)])
    assert told.exit_code == 0, told.output
    lines = told.output.splitlines()
    assert "program: winding: '{python} players/serpentine.py' (architect)" in lines
    assert "program: homing: '{python} players/homing.py' (research)" in lines
    assert "program: built: 'mine' (research), to be built by 'cp /bin/true mine'" in lines
    assert f"sandbox: {level()}" in lines and lines[-1] == "32 jobs"
    assert len([line for line in lines if line.startswith("program: ")]) == 4
    found = json.loads(CliRunner().invoke(app, ["plan", str(file), "--json"]).output)
    assert [each["built"] for each in found["programs"]] == [True, True, True, False]
    assert not (tmp_path / "cache/fog-research/programs").exists() and not (tmp_path / "results").exists()


def test_a_transcript_is_replayed_by_command(file, tmp_path):
    frame = run(file, out=tmp_path / "out").frame
    for job in frame["job"][:3]:
        path = tmp_path / "out/transcripts" / f"{job}.gz"
        told = CliRunner().invoke(app, ["replay-transcript", str(path)])
        assert told.exit_code == 0 and "as recorded" in told.output, told.output
    bad = tmp_path / "bad.gz"
    bad.write_text("nothing")
    assert "found no transcript" in str(CliRunner().invoke(app, ["replay-transcript", str(bad)]).exception)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"architects": ["sliding.random"]}, "which makes no mazes"),
        ({"solvers": ["depth_frist"]}, "did you mean 'depth_first'?"),
        ({"solvers": ["depth_first", {"program": {"command": "no_such_thing"}}]}, "found no program"),
        ({"sizes": []}, "sizes"),
        ({"solver": []}, "found the key 'solver'"),
    ],
)
def test_a_faulty_file_is_told_and_nothing_is_played(changed, said, tmp_path):
    with pytest.raises(BadInput, match=".") as fault:
        run(written(tmp_path, CONTENT | changed), out=tmp_path / "out")
    assert said in str(fault.value) and not (tmp_path / "out").exists()


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("gcc") and shutil.which("node")), reason="needs gcc and node")
def test_the_shipped_tournament_plays_at_small_size(tmp_path):
    content = yaml.safe_load((ROOT / "experiments/tournament.yaml").read_text())
    file = written(tmp_path, content | {"seeds": [4], "sizes": [6]})
    frame = run(file, out=tmp_path / "out", jobs=2).frame
    assert len(frame) == 64 and set(frame["outcome"]) == {"solved"}
    steps = frame.set_index(["architect", "solver"])["steps"]
    assert steps["maze.kruskal", "right_hand_c"] > 0
