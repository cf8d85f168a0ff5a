"""Tournaments: the same twice, resumed, extended, and every score as the rule says of the transcript."""

import gzip
import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

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


def ways(walls, size, cell):
    """The cells one step away, by the contest's text alone."""
    south, east = walls
    row, col = cell
    if row and south[(row - 1) * size + col] == "0":
        yield row - 1, col
    if row < size - 1 and south[row * size + col] == "0":
        yield row + 1, col
    if col and east[row * (size - 1) + col - 1] == "0":
        yield row, col - 1
    if col < size - 1 and east[row * (size - 1) + col] == "0":
        yield row, col + 1


def way_length(walls, size, visited, here, there):
    """Steps from here to there through visited cells."""
    queue, seen = [(here, 0)], {here}
    for cell, distance in queue:
        if cell == there:
            return distance
        for near in ways(walls, size, cell) if cell in visited else ():
            if near not in seen:
                seen.add(near)
                queue.append((near, distance + 1))
    raise AssertionError(f"no way from {here} to {there}")


def rescored(path):
    """Return steps and par of a match by its transcript, with no code of the project's."""
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    size, start, end, *walls = json.loads(lines[0])["text"].splitlines()
    size, start, end = int(size), tuple(map(int, start.split())), tuple(map(int, end.split()))
    par = max(abs(start[0] - end[0]) + abs(start[1] - end[1]), sum(line.count("1") for line in walls))
    here, steps, visited = start, 0, {start}
    for line in lines[1:]:
        if line.startswith((". ", "< go ")):
            there = tuple(map(int, line.split()[-1].split(",")))
            steps += way_length(walls, size, visited, here, there)
            here = there
            visited.add(here)
    return (steps if here == end else size**3), par


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
