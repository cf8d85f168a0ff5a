"""Programs in other languages as strategies and architects: good ones and bad ones."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from programs import MOUSE, NATIVE, STATELESS, played

import research
from research.arena.protocols.contest import FoggedText
from research.arena.transcript import Recorded, replaying
from research.domains.maze.formats.koth import fog_text
from research.episode import Forfeit, Outcome
from research.world import World

PLAYERS = Path(__file__).resolve().parents[2] / "experiments"
pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")


@pytest.fixture
def maze():
    return research.make("maze.backtracker", seed=5, size=9)


def test_the_seven_lines_are_those_of_the_format(maze):
    world = World(maze.task(), research.Fog("walk"))
    board = FoggedText(world.view)
    for node in research.play(maze, "depth_first").walk[1:]:
        assert board.text() == fog_text(maze, world.view.visits, world.here)
        world.visit(node)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_a_c_player_is_built_once_and_walks_as_our_wall_follower(maze):
    params = {
        "command": "players/right_hand",
        "build": "gcc -O2 -o players/right_hand players/right_hand.c",
        "protocol": "session",
        "folder": str(PLAYERS),
    }
    episode = research.play(maze, "program", **params)
    assert episode.walk == research.play(maze, "wall_follower", hand="right", heading="N").walk
    assert not (PLAYERS / "players/right_hand").exists()


def test_a_stateless_player_is_started_for_every_step(maze, tmp_path):
    episode = played(maze, tmp_path, STATELESS, "stateless", research.Budget(steps=12))
    assert episode.outcome is Outcome.OUT_OF_BUDGET and episode.steps == 12
    goal = maze.goal
    for here, there in zip(episode.walk, episode.walk[1:]):
        near = maze.neighbors(here)
        assert abs(there[0] - goal[0]) + abs(there[1] - goal[1]) == min(
            abs(row - goal[0]) + abs(col - goal[1]) for row, col in near
        )


def test_the_native_protocol_plays_as_our_depth_first(maze, tmp_path):
    assert played(maze, tmp_path, NATIVE, "research").walk == research.play(maze, "depth_first").walk


def test_the_native_protocol_plays_sliding_puzzles_too(tmp_path):
    (tmp_path / "player.py").write_text(NATIVE)
    board = research.make("sliding.random", seed=1, size="3x2")
    params = {"command": "{python} player.py", "folder": str(tmp_path)}
    walks = [
        research.play(board, name, fog=research.Fog("walk"), **more).walk
        for name, more in (("program", params), ("depth_first", {}))
    ]
    assert walks[0] == walks[1]


def test_a_mouse_of_the_simulator_runs_without_its_window(maze, tmp_path):
    episode = played(maze, tmp_path, MOUSE, "mms")
    assert episode.walk == research.play(maze, "wall_follower", hand="left", heading="N").walk
    assert episode.counters["turns"] > 0


def test_under_the_contests_rule_nonsense_costs_a_step(maze, tmp_path):
    source = "while True:\n    for _ in range(7): input()\n    print('left', flush=True)\n"
    episode = played(maze, tmp_path, source, "session", research.Budget(steps=1500))
    assert (episode.outcome, episode.steps, episode.walk) == (Outcome.OUT_OF_BUDGET, 1500, (maze.start,))
    assert episode.counters["wasted"] == 1500 and episode.backsteps == 0


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("print('5')", "line 2: found the end of the text"),
        ("print('5\\n4 2\\n4 2\\n' + '0' * 20 + '\\n' + '0' * 20)", "line 3: found the end on the start"),
        (
            "print('6\\n4 2\\n0 2\\n' + '0' * 30 + '\\n' + '0' * 30)",
            "line 1: found a maze of size 6; expected 5",
        ),
        ("print()", "line 1: found "),
    ],
)
def test_an_invalid_maze_is_its_architects_fault_and_is_quoted(said, reason, tmp_path):
    (tmp_path / "architect.py").write_text(said)
    with pytest.raises(Forfeit, match="an invalid maze") as forfeit:
        research.make("architect", seed=1, size=5, command="{python} architect.py", folder=str(tmp_path))
    assert forfeit.value.outcome is Outcome.ILLEGAL and reason in forfeit.value.detail


def test_an_architect_that_says_nothing_is_named_by_how_it_ended(tmp_path):
    (tmp_path / "architect.py").write_text("raise ValueError('no idea')")
    with pytest.raises(Forfeit, match="exit status 1 before it answered") as forfeit:
        research.make("architect", seed=1, size=5, command="{python} architect.py", folder=str(tmp_path))
    assert forfeit.value.outcome is Outcome.CRASHED and "no idea" in forfeit.value.detail


ARCHITECT = """
import random
size, seed = map(int, input().split())
if seed == 3:
    print("no maze today")
else:
    # Not the same twice: who keeps what it says the first time is not troubled.
    end = random.randrange(1, size)
    print(size, "0 0", f"0 {end}", "1" * (size * (size - 1)), "0" * (size * (size - 1)), sep="\\n")
"""


def test_programs_take_part_in_an_experiment_with_transcripts_that_play_again(tmp_path):
    (tmp_path / "architect.py").write_text(ARCHITECT)
    (tmp_path / "player.py").write_text(NATIVE)
    folder = {"folder": str(tmp_path)}
    content = {
        "seeds": "1..3",
        "instances": [
            {"architect": {"name": "moody", "command": "{python} architect.py", "size": 6} | folder}
        ],
        "strategies": [
            {"program": {"name": "deep", "command": "{python} player.py"} | folder},
            "depth_first",
        ],
        "metrics": ["steps"],
    }
    frame = research.run(content, out=tmp_path / "out", jobs=2).frame
    assert list(frame["at_fault"]) == ["", "", "", "", "instance", "instance"]
    assert list(frame["outcome"]) == ["solved"] * 4 + ["illegal"] * 2
    assert frame["error"][4].startswith("an invalid maze: line 1: found 'no maze today'")
    assert list(frame["steps"][:4:2]) == list(frame["steps"][1:4:2])
    assert set(frame["label"]) == {"deep", "depth_first"} and set(frame["sandbox"]) <= {"bwrap", "rlimit"}
    again = research.run(content, out=tmp_path / "out", jobs=1).frame
    assert again.equals(frame)
    for job, label, steps in zip(frame["job"][:4], frame["label"], frame["steps"]):
        recorded = Recorded(tmp_path / "out" / "transcripts" / f"{job}.gz")
        assert recorded.ended["steps"] == steps
        if label == "deep":
            maze = research.domains.maze.formats.koth.read(recorded.head["text"])
            with replaying(recorded):
                again = research.play(maze, "program", command="nobody", seed=recorded.head["seed"])
            assert again.steps == steps
        else:
            assert len(recorded.went) == steps


def test_python_is_the_one_that_runs_us(maze, tmp_path):
    source = f"import sys\nassert sys.executable == {sys.executable!r}\n" + NATIVE
    assert played(maze, tmp_path, source, "research").outcome is Outcome.SOLVED
