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
from research.cli import main
from research.results import load

# These start many processes, and kill them.
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


def command(file, out, *words, before=lambda: None):
    """Start the command line in a forked process, in a session of its own; its errors go to a file."""

    def work():
        sys.stderr = open(errors_of(out, words), "w", buffering=1)  # noqa: SIM115
        sys.argv = ["research", "run", str(file), "--out", str(out), "--jobs", "2", *words]
        # Where pytest runs in the background, its shell may have made it ignore the interrupt.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        before()
        main()

    return started(work)


def errors_of(out, words=()):
    return out.with_name("-".join([out.name, *words, "errors"]))


def status(process):
    """Return the exit status of a process, when it has ended."""
    process.join(60)
    return process.exitcode


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
def test_killed_at_ten_moments_the_command_ends_as_if_it_had_not_been(tmp_path):
    strategies = [*CONTENT["strategies"], "exits"]
    file, moments = written(tmp_path, seeds="1..40", strategies=strategies), random.Random(20)
    line = [sys.executable, "-m", "research", "run", str(file), "--jobs", "2", "--quiet", "--out"]
    options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    began = time.monotonic()
    assert subprocess.run([*line, str(tmp_path / "undisturbed")], **options).returncode == 1
    whole, kills = time.monotonic() - began, 0
    while kills < 10:
        with nobody_left() as writer:
            run = subprocess.Popen([*line, str(tmp_path / "out")], pass_fds=[writer], **options)
            # Mostly while jobs are played, now and then at the start or while tables are written.
            try:
                run.wait(moments.uniform(0.2, 1.0) * whole * (0.5 if kills % 2 else 1))
            except subprocess.TimeoutExpired:
                run.kill()
                kills += 1
            else:
                (tmp_path / "out" / "journal.jsonl").unlink()
            run.wait()
    assert subprocess.run([*line, str(tmp_path / "out")], **options).returncode == 1
    assert_same(tmp_path / "out", tmp_path / "undisturbed", 200)


@pytest.mark.slow
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


@pytest.fixture(scope="module")
def interrupted(tmp_path_factory):
    """Two runs that were interrupted, one as a group and one alone, and one that was refused meanwhile."""
    folder = tmp_path_factory.mktemp("interrupted")
    file, outs = written(folder, seeds="1..1000"), [folder / "group", folder / "driver"]
    with nobody_left():
        runs = [command(file, out) for out in outs]
        for run, out in zip(runs, outs, strict=True):
            while len(rows_in(out)) < 20 and run.is_alive():
                time.sleep(0.01)
        refused = status(command(file, outs[0], "--fresh"))
        for run, signalled in zip(runs, (os.killpg, os.kill), strict=True):
            signalled(run.pid, signal.SIGINT)
        codes = [status(run) for run in runs]
    return outs, codes, refused, runs[0].pid


@pytest.mark.slow
@pytest.mark.parametrize("which", [0, 1], ids=["group", "driver"])
def test_interrupted_a_run_stops_cleanly_and_says_how_to_go_on(interrupted, which):
    outs, codes, _, _ = interrupted
    out, errors = outs[which], errors_of(outs[which]).read_text()
    assert codes[which] == 130 and "Traceback" not in errors
    assert errors.splitlines()[-1] == "stopped; what is done is kept: the same command goes on from there"
    assert 20 <= len(rows_in(out)) < 4000 and not (out / "rows.parquet").exists()


@pytest.mark.slow
def test_a_run_in_a_folder_that_is_in_use_is_refused_with_status_2(interrupted):
    outs, _, refused, owner = interrupted
    said = f"is in use by another run (process {owner}); wait for it or take another --out"
    assert (refused, errors_of(outs[0], ["--fresh"]).read_text()) == (2, f"{outs[0]}: {said}\n")


@pytest.mark.slow
def test_an_interrupted_run_goes_on_where_it_stopped(interrupted, undisturbed, tmp_path):
    out = interrupted[0][0]
    before, jobs = {row["job"] for row in rows_in(out)}, {row["job"] for row in rows_in(undisturbed)}
    finish(written(tmp_path), out)
    assert before & jobs and len(rows_in(out)) == len(before | jobs)
    frames = [load(folder).frame.drop(columns="seconds") for folder in (out, undisturbed)]
    assert frames[0].equals(frames[1])


@pytest.mark.slow
def test_out_of_room_the_command_says_so_in_one_line_and_can_go_on(tmp_path, undisturbed):
    file, out = written(tmp_path), tmp_path / "out"

    def little_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    with nobody_left():
        assert status(command(file, out, "--quiet", before=little_room)) == 2
    said = "the journal cannot be written: File too large; what is there stays good"
    assert errors_of(out, ["--quiet"]).read_text() == f"{out}: {said}\n"
    assert 0 < len(rows_in(out)) < 80 and (out / "journal.jsonl").read_bytes().endswith(b"\n")
    finish(file, out)
    assert_same(out, undisturbed, 80)
