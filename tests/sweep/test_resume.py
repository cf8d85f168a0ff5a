"""A run that is killed, interrupted or out of room, and the same command after it."""

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

import pytest
import yaml
from processes import HOSTILE, in_child, nobody_left, started

import research
from research.results import load

CONTENT = {
    "seeds": "1..20",
    "plugins": [str(HOSTILE)],
    "instances": [{"maze.kruskal": {"size": "4x4"}}],
    "strategies": ["sleeper", "breadth_first", "random_walk", "raises"],
    "metrics": ["steps", "ratio"],
    "compare": {"metric": "steps", "baseline": "random_walk"},
}


def written(folder, **changed):
    """Write the experiment and return its file."""
    file = folder / "experiment.yaml"
    file.write_text(yaml.safe_dump(CONTENT | changed))
    return file


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The folder of a run that nobody disturbed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    finish(written(folder), folder / "out")
    return folder / "out"


def finish(file, out):
    """Run in a process of its own."""
    in_child(lambda: research.run(file, out=out, jobs=2) and None)


def command(file, out, *words, **options):
    """Start the command line in a session of its own."""
    line = [sys.executable, "-m", "research", "run", str(file), "--out", str(out), "--jobs", "2", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(line, stdout=pipe, stderr=pipe, text=True, start_new_session=True, **options)


def status(process):
    """Return the exit status of a command, and what it said on standard error."""
    _, errors = process.communicate(timeout=120)
    return process.returncode, errors


def rows_in(out):
    """Return the rows of a journal, without a last line that was cut."""
    journal = out / "journal.jsonl"
    lines = journal.read_bytes().split(b"\n")[:-1] if journal.exists() else []
    return [json.loads(line) for line in lines]


def assert_same(out, undisturbed, jobs):
    """Fail if a run that was disturbed left anything else than one that was not."""
    rows = rows_in(out)
    assert len(rows) == len({row["job"] for row in rows}) == jobs, "a job that was done was played again"
    tables = sorted(path.name for path in (undisturbed / "tables").glob("*.csv"))
    assert tables == sorted(path.name for path in (out / "tables").glob("*.csv")) and len(tables) == 2
    for name in tables:
        assert (out / "tables" / name).read_bytes() == (undisturbed / "tables" / name).read_bytes()
    frames = [load(folder).frame.drop(columns="seconds") for folder in (out, undisturbed)]
    assert frames[0].equals(frames[1]) and list(frames[0].dtypes) == list(frames[1].dtypes)


def test_killed_three_times_a_run_ends_as_if_it_had_not_been(tmp_path, undisturbed):
    file, out, moments = written(tmp_path), tmp_path / "out", random.Random(3)
    counts = [0]
    for _ in range(3):
        with nobody_left():
            driver = started(lambda: research.run(file, out=out, jobs=2))
            while len(rows_in(out)) == counts[-1] and driver.is_alive():
                time.sleep(0.001)
            time.sleep(moments.uniform(0, 0.1))
            driver.kill()
            driver.join()
        counts.append(len(rows_in(out)))
    finish(file, out)
    assert counts == sorted(set(counts))
    assert_same(out, undisturbed, 80)


@pytest.mark.slow
def test_killed_at_twenty_moments_the_command_ends_as_if_it_had_not_been(tmp_path):
    strategies = [*CONTENT["strategies"], "exits"]
    file, moments = written(tmp_path, seeds="1..60", strategies=strategies), random.Random(20)
    began = time.monotonic()
    assert status(command(file, tmp_path / "undisturbed", "--quiet"))[0] == 1
    whole, kills = time.monotonic() - began, 0
    while kills < 20:
        with nobody_left() as writer:
            # Mostly while jobs are played, now and then at the start or while tables are written.
            run = command(file, tmp_path / "out", "--quiet", pass_fds=[writer])
            try:
                run.wait(moments.uniform(0.2, 1.0) * whole * (0.5 if kills % 2 else 1))
            except subprocess.TimeoutExpired:
                run.kill()
                kills += 1
            else:
                for name in ("journal.jsonl", "rows.parquet")[: moments.randint(1, 2)]:
                    (tmp_path / "out" / name).unlink(missing_ok=True)
            run.communicate()
    assert status(command(file, tmp_path / "out", "--quiet"))[0] == 1
    assert_same(tmp_path / "out", tmp_path / "undisturbed", 300)


def test_what_is_left_of_a_kill_during_the_last_step_does_not_matter(tmp_path, undisturbed):
    file, out = written(tmp_path), tmp_path / "out"
    shutil.copytree(undisturbed, out)
    for name in (".rows.partial.parquet", "tables/.summary.partial.csv", ".manifest.partial.json"):
        (out / name).write_bytes(b"half")
    for name in ("rows.parquet", "tables/summary.csv", "manifest.json"):
        (out / name).unlink()
    finish(file, out)
    assert_same(out, undisturbed, 80)
    assert not list(out.rglob("*.partial.*"))


def test_interrupted_a_run_stops_cleanly_and_says_how_to_go_on(tmp_path, undisturbed):
    file = written(tmp_path, seeds="1..1000")
    outs = [tmp_path / "group", tmp_path / "driver"]
    with nobody_left() as writer:
        # Where pytest runs in the background, its shell may have made it ignore the interrupt.
        ready = {"pass_fds": [writer], "preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
        runs = [command(file, out, **ready) for out in outs]
        for run, out, signalled in zip(runs, outs, (os.killpg, os.kill), strict=True):
            while len(rows_in(out)) < 40 and run.poll() is None:
                time.sleep(0.02)
            signalled(run.pid, signal.SIGINT)
        ended = [status(run) for run in runs]
    for (code, errors), out in zip(ended, outs, strict=True):
        assert code == 130 and "Traceback" not in errors
        assert errors.splitlines()[-1] == "stopped; what is done is kept: the same command goes on from there"
        assert 40 <= len(rows_in(out)) < 4000 and not (out / "rows.parquet").exists()
    ours, jobs = {row["job"] for row in rows_in(outs[0])}, {row["job"] for row in rows_in(undisturbed)}
    finish(written(tmp_path), outs[0])
    assert len(rows_in(outs[0])) == len(ours | jobs)
    frames = [load(out).frame.drop(columns="seconds") for out in (outs[0], undisturbed)]
    assert frames[0].equals(frames[1])


def test_a_second_run_in_the_folder_is_refused_with_status_2(tmp_path, undisturbed):
    file, out = written(tmp_path, seeds="1..1000"), tmp_path / "out"
    with nobody_left():
        first = started(lambda: research.run(file, out=out, jobs=2))
        while len(rows_in(out)) < 1 and first.is_alive():
            time.sleep(0.01)
        code, errors = status(command(file, out, "--fresh"))
        assert rows_in(out) and first.is_alive()
        first.kill()
        first.join()
    said = f"is in use by another run (process {first.pid}); wait for it or take another --out"
    assert (code, errors) == (2, f"{out}: {said}\n")
    finish(written(tmp_path), out)
    frames = [load(folder).frame.drop(columns="seconds") for folder in (out, undisturbed)]
    assert frames[0].equals(frames[1])


def test_out_of_room_the_command_says_so_in_one_line_and_can_go_on(tmp_path, undisturbed):
    file, out = written(tmp_path), tmp_path / "out"

    def little_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    with nobody_left() as writer:
        ended = status(command(file, out, "--quiet", preexec_fn=little_room, pass_fds=[writer]))
    said = "the journal cannot be written: File too large; what is there stays good"
    assert ended == (2, f"{out}: {said}\n")
    assert 0 < len(rows_in(out)) < 80 and (out / "journal.jsonl").read_bytes().endswith(b"\n")
    finish(file, out)
    assert_same(out, undisturbed, 80)
