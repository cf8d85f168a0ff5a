"""A tournament bears its hostile contestants: each costs its own matches and is named by its kind."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import hostile_programs
import pandas as pd
import pytest
import yaml

from research.arena import sandbox

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")
HONEST = {
    "architects": [
        "maze.kruskal",
        {"architect": {"name": "winding", "command": "{python} players/serpentine.py"}},
    ],
    "solvers": [
        "depth_first",
        {"program": {"name": "homing", "command": "{python} players/homing.py"}},
    ],
}
# One that tries what it must not, is denied, and then plays on as if it had not.
DENIED = """
import contextlib, pathlib, socket, sys
with contextlib.suppress(OSError):
    socket.create_connection(("127.0.0.1", int(sys.argv[2])), 1)
with contextlib.suppress(OSError):
    pathlib.Path(sys.argv[1], "left_behind").write_text("x")
exec(pathlib.Path("players/homing.py").read_text())
"""


def entry(kind, name, out, port):
    limit = hostile_programs.KINDS[name].limit or 20.0
    times = (
        {"answer_seconds": limit} if kind == "architect" else {"start_seconds": limit, "answer_seconds": 1.0}
    )
    command = f"{{python}} hostile/{name}.py {out} {port}"
    return {kind: {"name": name, "command": command, "memory_mb": 256.0} | times}


def cup(folder, out, port, names):
    """Write a tournament of honest contestants and of the hostile ones named."""
    shutil.copytree(ROOT / "experiments/players", folder / "players", dirs_exist_ok=True)
    (folder / "hostile").mkdir(exist_ok=True)
    if names:
        hostile_programs.write(folder / "hostile", *names)
    (folder / "denied.py").write_text(DENIED)
    denied = {
        "name": "denied",
        "command": f"{{python}} denied.py {out} {port}",
        "files": "players/homing.py",
    }
    content = {"seeds": [1], "sizes": [5]} | {
        "architects": [*HONEST["architects"], *(entry("architect", name, out, port) for name in names)],
        "solvers": [
            *HONEST["solvers"],
            *([{"program": denied}] if names else []),
            *(entry("program", name, out, port) for name in names),
        ],
    }
    (folder / "cup.yaml").write_text(yaml.safe_dump(content))
    return folder / "cup.yaml"


def told(file, out, scratch, level):
    """Play a tournament by command; return what it has said and its rows."""
    scratch.mkdir(exist_ok=True)
    environ = os.environ | {"TMPDIR": str(scratch)}
    if level == "rlimit":
        environ["PATH"] = str(scratch)
    line = [sys.executable, "-m", "research", "tournament", str(file), "--out", str(out), "--jobs", "2"]
    done = subprocess.run(line, env=environ, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode in (0, 1), done.stderr
    journal = (out / "journal.jsonl").read_text().splitlines()
    return done, {row["job"]: row | {"seconds": None} for row in map(json.loads, journal)}


def running(mark):
    """Return the command lines of all processes that have `mark` in theirs."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes()
        except OSError:
            continue
        if mark.encode() in line and int(path.parent.name) != os.getpid():
            found.append(line)
    return found


FEW = ["exits", "twice", "paints", "writes_outside"]
CASES = [
    pytest.param("bwrap", FEW, id="few"),
    pytest.param("bwrap", [*hostile_programs.KINDS], id="all", marks=pytest.mark.slow),
    pytest.param("rlimit", [*hostile_programs.KINDS], id="all-rlimit", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("level", "names"), CASES)
def test_hostile_contestants_are_named_and_cost_nobody_else_anything(level, names, tmp_path):
    if level == "bwrap" and sandbox.level() != "bwrap":
        pytest.skip("needs bubblewrap")
    if level == "rlimit":
        names = [name for name in names if not hostile_programs.KINDS[name].confined]
    scratch, alone, out = (tmp_path / name for name in ("scratch", "alone", "out"))
    with hostile_programs.Unreachable() as nobody:
        # What the honest ones do without the others; the small part of the test leaves that to the whole.
        _, wanted = ({}, {}) if names == FEW else told(cup(tmp_path, "", 0, []), alone, scratch, level)
        done, rows = told(cup(tmp_path, out, nobody.port, names), out, scratch, level)
        assert done.returncode == 1
        assert level == "rlimit" or not nobody.called()

    assert len(wanted) == (0 if names == FEW else 4) and wanted == {job: rows[job] for job in wanted}
    # Who is denied what it tries, and goes on, has not failed.
    assert level == "rlimit" or {row["at_fault"] for row in rows.values() if row["label"] == "denied"} == {
        "",
        "instance",
    }

    check_failures(pd.read_csv(out / "tables/failures.csv"), names, done.stdout, level)
    check_harmless(out, done)
    assert ("no bubblewrap" in done.stderr) == (level == "rlimit")

    time.sleep(0.2)
    assert not running(str(tmp_path)) and not list(scratch.iterdir())
    assert not [*out.rglob("*.partial"), *tmp_path.rglob("*.tmp"), *Path("/dev/shm").glob("left_behind")]
    if level == "bwrap":
        assert not list(tmp_path.rglob("left_behind"))


def check_failures(failed, names, shown, level):
    """Every hostile contestant has its kind in the table, on the screen, and how it came to that."""
    assert sorted(failed["contestant"].unique()) == sorted(names)
    lines = [line.split() for line in shown.splitlines()]
    for side in ("solver", "architect"):
        for name in names:
            own = failed[(failed["contestant"] == name) & (failed["side"] == side)]
            outcome, said = hostile_programs.KINDS[name].end_of(side, level)
            assert list(own["kind"]) == [outcome.value], (side, name, own)
            assert said in f"{own['reason'].iloc[0]} {own['error'].iloc[0]}", (side, name, own)
            assert any(line[:3] == [name, side, outcome.value] for line in lines), (side, name, shown)
            if side == "solver":
                assert own["count"].iloc[0] == 2


def check_harmless(out, done):
    """No byte that a screen obeys, and no markup, has come through."""
    texts = {"stdout": done.stdout, "stderr": done.stderr}
    for pattern in ("tables/*", "figures/*.svg", "figures/*.csv", "manifest.json"):
        texts |= {str(path.relative_to(out)): path.read_text() for path in out.glob(pattern)}
    assert len(texts) > 10
    for name, text in texts.items():
        assert all(c.isprintable() or c == "\n" for c in text), name
        assert "<script" not in text or not name.endswith((".md", ".svg")), name
