"""A hostile program costs its own matches, in time, and leaves nothing."""

import fcntl
import os
import signal
import subprocess
import sys
import time

import hostile_programs
import pytest
from programs import NATIVE, played

import research
from research.arena import sandbox
from research.arena.processes import family, marked
from research.episode import Outcome

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")

# It tries a sandbox in the sandbox, whose file systems would be its own.
NESTED = """
import ctypes, os
CLONE_NEWUSER, CLONE_NEWNS = 0x10000000, 0x20000
if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWUSER | CLONE_NEWNS):
    raise OSError(ctypes.get_errno(), "no further sandbox")
"""

# A match without a sandbox in a process of its own.
ONE_MATCH = """
import sys
import research
from research.arena import sandbox
sandbox.level = lambda: "rlimit"
maze = research.make("maze.backtracker", seed=5, size=9)
research.play(maze, "program", command="{python} player.py", folder=sys.argv[1])
"""


@pytest.fixture
def maze():
    return research.make("maze.backtracker", seed=5, size=9)


@pytest.fixture
def nobody():
    with hostile_programs.Unreachable() as listening:
        yield listening


@pytest.mark.parametrize("level", ["bwrap", pytest.param("rlimit", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", hostile_programs.EVERY)
def test_a_hostile_program_loses_its_own_match_in_time_and_leaves_nothing(
    name, level, maze, tmp_path, monkeypatch, nobody
):
    hostile = hostile_programs.EVERY[name]
    if level == "rlimit" and hostile.confined:
        pytest.skip("without a sandbox nothing prevents it")
    if level == "bwrap" and sandbox.level() != "bwrap":
        pytest.skip("needs bubblewrap")
    monkeypatch.setattr(sandbox, "level", lambda: level)
    scratch, secret = tmp_path / "scratch", tmp_path / "results"
    scratch.mkdir()
    secret.mkdir()
    (secret / "maze.txt").write_text(str(maze))
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    before, began = set(family(os.getpid())), time.monotonic()
    times = {"answer_seconds": 1.0, "start_seconds": hostile.limit or 20.0}
    arguments = f"{secret} {nobody.port}"
    episode = played(
        maze, tmp_path, hostile.source, "research", arguments=arguments, memory_mb=256.0, **times
    )
    assert time.monotonic() - began < 30
    outcome, said = hostile.end_of("solver", level)
    assert (episode.outcome, episode.steps) == (outcome, 0), episode
    assert said in f"{episode.reason} {episode.error}", episode
    assert set(family(os.getpid())) <= before and not list(scratch.iterdir())
    assert not nobody.called() and [path.name for path in secret.iterdir()] == ["maze.txt"]
    assert "\x1b" not in episode.reason


@pytest.mark.skipif(sandbox.level() != "bwrap", reason="needs bubblewrap")
@pytest.mark.parametrize("deed", ["open('/x', 'w')", "open('/dev/x', 'w')", NESTED])
def test_nothing_under_the_sandbox_is_without_bounds(deed, maze, tmp_path):
    episode = played(maze, tmp_path, deed, "research")
    assert episode.outcome is Outcome.CRASHED and "[Errno " in episode.error, episode


def test_what_a_killed_run_has_left_is_cleared_and_no_more(maze, tmp_path, monkeypatch):
    monkeypatch.setattr(sandbox, "level", lambda: "rlimit")
    place = tmp_path / "scratch"
    for name in ("research-arena-left/deep", "research-arena-held", "other"):
        (place / name).mkdir(parents=True)
    (place / "research-arena-left/deep/file").write_text("x")
    (place / "research-arena-file").write_text("x")
    (place / "research-arena-link").symlink_to(place / "other")
    environ = {"TMPDIR": str(place / "research-arena-left")}
    stray = subprocess.Popen(["sleep", "60"], env=environ, start_new_session=True)
    held = os.open(place / "research-arena-held", os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    monkeypatch.setattr("tempfile.tempdir", str(place))
    assert played(maze, tmp_path, NATIVE, "research").outcome is Outcome.SOLVED
    os.close(held)
    assert stray.wait(10) == -signal.SIGKILL
    left = {path.name for path in place.iterdir()}
    assert left == {"research-arena-held", "research-arena-file", "research-arena-link", "other"}


def test_a_run_that_is_killed_leaves_a_folder_that_the_next_one_clears(maze, tmp_path, monkeypatch):
    (tmp_path / "player.py").write_text("import time\ntime.sleep(60)\n")
    place = tmp_path / "scratch"
    place.mkdir()
    run = subprocess.Popen(
        [sys.executable, "-c", ONE_MATCH, str(tmp_path)], env=os.environ | {"TMPDIR": str(place)}
    )
    while not list(place.glob("research-arena-*")):
        time.sleep(0.02)
    run.kill()
    run.wait()
    assert list(place.glob("research-arena-*"))
    monkeypatch.setattr(sandbox, "level", lambda: "rlimit")
    monkeypatch.setattr("tempfile.tempdir", str(place))
    assert played(maze, tmp_path, NATIVE, "research").outcome is Outcome.SOLVED
    assert not list(place.iterdir()) and not marked(str(place).encode())


@pytest.mark.skipif(sandbox.level() != "bwrap", reason="needs bubblewrap")
@pytest.mark.parametrize(
    "deed",
    [
        "import socket; socket.create_connection(('127.0.0.1', 80), 1)",
        "import socket; socket.create_connection(('192.0.2.1', 80), 1)",
        "open({secret!r}).read()",
        "open('left_behind', 'w')",
        "open('/usr/left_behind', 'w')",
        "import os; os.kill({parent}, 0)",
    ],
)
def test_nobody_gets_out_of_the_sandbox(deed, maze, tmp_path):
    secret = tmp_path / "maze.txt"
    secret.write_text(str(maze))
    done = deed.format(secret=str(secret), parent=os.getpid())
    folder = tmp_path / "program"
    folder.mkdir()
    episode = played(maze, folder, f"{done}\nprint('it did', flush=True)\ninput()", "research")
    assert episode.outcome is Outcome.CRASHED and "Error" in episode.error, episode


def test_run_and_play_say_once_and_loudly_that_there_is_no_sandbox(tmp_path):
    (tmp_path / "player.py").write_text(NATIVE)
    (tmp_path / "cup.yaml").write_text(
        "instances: [{maze.kruskal: {size: 5}}]\nmetrics: [steps]\nseeds: 1..6\n"
        "strategies: [depth_first, program: {command: '{python} player.py'}]\n"
    )
    played_by = "program:command={python} player.py"
    lines = {
        "run": ["run", "cup.yaml", "--jobs", "2"],
        "play": ["play", "maze.kruskal:size=5", "--strategy", played_by],
        "neither": ["play", "maze.kruskal:size=5", "--strategy", "depth_first"],
    }
    for name, line in lines.items():
        environ = os.environ | {"PATH": str(tmp_path)}
        command = [sys.executable, "-m", "research", *line]
        done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stderr.count("WARNING: found no bubblewrap") == (name != "neither"), done.stderr
