"""What the arena costs: turns a second, and what a hostile program costs (run with -s -m benchmark)."""

import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

import research
from research.arena import sandbox

sys.path.append(str(Path(__file__).parents[1] / "arena"))
import hostile_programs

pytestmark = pytest.mark.benchmark

FOLDER = str(Path(__file__).parents[2] / "experiments")
C_PLAYER = {
    "command": "players/right_hand",
    "build": "gcc -O2 -o players/right_hand players/right_hand.c",
    "folder": FOLDER,
}
TURNS = 5_000


def bare_pipe(lines):
    """Turns a second of `cat`, told so many bytes a turn and answering them; without a deadline."""
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as echo:
        began = time.perf_counter()
        for _ in range(TURNS):
            echo.stdin.write(lines)
            left = len(lines)
            while left:
                left -= len(echo.stdout.read(left))
        seconds = time.perf_counter() - began
        echo.stdin.close()
    return TURNS / seconds


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_turns_of_a_c_player():
    maze = research.make("maze.backtracker", seed=7, size=15)
    research.play(maze, "program", protocol="session", **C_PLAYER)
    rates = []
    for seed in range(1, 6):
        maze = research.make("maze.kruskal", seed=seed, size=40)
        episode = research.play(maze, "program", protocol="session", **C_PLAYER)
        rates.append(episode.steps / episode.seconds)
    bare = bare_pipe(b"0" * 3200)
    print(
        f"\nsession, 40x40: {sorted(rates)[2]:,.0f} turns/s; bare pipe of as many bytes: {bare:,.0f} turns/s"
    )


def test_cost_of_a_stateless_turn(tmp_path):
    (tmp_path / "player.py").write_text("import sys\nprint(sys.stdin.read().split('\\n')[6].split(',')[0])\n")
    maze = research.make("maze.kruskal", seed=1, size=15)
    episode = research.play(
        maze,
        "program",
        command="{python} player.py",
        protocol="stateless",
        folder=str(tmp_path),
        budget=research.Budget(steps=100),
    )
    began = time.perf_counter()
    for _ in range(100):
        subprocess.run(
            [sys.executable, "-c", "pass"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, check=True
        )
    bare = (time.perf_counter() - began) / 100
    print(f"\nstateless: {episode.seconds * 10:.1f} ms a turn; a start of Python alone {bare * 1000:.1f} ms")


@pytest.mark.parametrize("level", ["bwrap", "rlimit"])
def test_seconds_beyond_its_limit_of_each_hostile_program(level, tmp_path, monkeypatch):
    if level == "bwrap" and sandbox.level() != "bwrap":
        pytest.skip("needs bubblewrap")
    monkeypatch.setattr(sandbox, "level", lambda: level)
    maze = research.make("maze.backtracker", seed=5, size=9)
    hostile_programs.write(tmp_path)
    beyond = {}
    for name, hostile in hostile_programs.EVERY.items():
        if level == "rlimit" and hostile.confined:
            continue
        took = [alone(maze, name, hostile.limit, tmp_path) for _ in range(3)]
        # Who has had no such limit was told by what it did, or after an answer.
        late = hostile.limit or (1.0 if name == "does_not_read" else 0.0)
        beyond[name] = statistics.median(took) - late
    worst = sorted(beyond, key=beyond.__getitem__)[-3:]
    told = ", ".join(f"{name} {beyond[name]:.2f} s" for name in reversed(worst))
    print(f"\n{level}: {len(beyond)} hostile programs, beyond their limits (median of 3) at worst {told}")


def alone(maze, name, limit, folder):
    """Return the seconds that a match against a hostile program takes, from its start to its end."""
    began = time.perf_counter()
    research.play(
        maze,
        "program",
        command=f"{{python}} {name}.py {folder} 1",
        folder=str(folder),
        answer_seconds=1.0,
        start_seconds=limit or 20.0,
        memory_mb=256.0,
    )
    return time.perf_counter() - began
