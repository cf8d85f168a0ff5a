import os
import re
import signal
import threading
import time
from contextlib import suppress
from itertools import count, islice

import pytest
from processes import HOSTILE, below, in_child, nobody_left, sleeping

import research
from research.sweep.backends import worker
from research.sweep.backends.local import run_local
from research.sweep.plan import Plan
from research.sweep.reading import experiment_of, prepare

# These start many processes, and kill them.
pytestmark = pytest.mark.slow

# So long sleeps what a strategy of this very process leaves behind.
NAP = str(1_000_000 + os.getpid())
HONEST = ["breadth_first", "honest", "random_walk"]
DIED, STOPPED = "crashed", "timed-out"
KILLED = "would not stop, was killed"
# What each does, and what becomes of it: outcome, reason, what the error begins with.
EXPECTED = {
    "loops": (STOPPED, "1 s", ""),
    "swallows": (STOPPED, "1 s", KILLED),
    "holds_on": (STOPPED, "1 s", KILLED),
    "stops_itself": (STOPPED, "1 s", KILLED),
    "stops_its_warden": (STOPPED, "1 s", KILLED),
    "ends_its_warden": (DIED, "its worker died", ""),
    "kills_its_warden": (DIED, "its worker died", ""),
    "forks": ("solved", "", ""),
    "forks_and_loops": (STOPPED, "1 s", ""),
    "forks_and_dies": (DIED, "exit status 4", ""),
    "doubles": ("solved", "", ""),
    "leaves_a_thread": ("solved", "", ""),
    "hoards": ("out-of-memory", "MemoryError", "hostile.py:"),
    "exits": (DIED, "exit status 3", "a last word"),
    "exits:status=0": (DIED, "exit status 0", "a last word"),
    "kills_itself": (DIED, "SIGKILL", ""),
    "segfaults": (DIED, "SIGSEGV", "second | third | fourth"),
    "sys_exits": (DIED, "SystemExit", r"hostile.py:\d+: SystemExit: enough"),
    "interrupts": (DIED, "KeyboardInterrupt", r"hostile.py:\d+: KeyboardInterrupt:"),
    "raises": (DIED, "ValueError", r"hostile.py:\d+: ValueError: of 3, in two lines"),
    "raises_something": (DIED, "Odd", r"hostile.py:\d+: Odd: odd"),
    "raises_at_length": (DIED, "ValueError", r"hostile.py:\d+: ValueError: x{900,}\.\.\."),
    "floods": ("solved", "", ""),
    "recurses": (DIED, "RecursionError", "hostile.py:"),
    "recurses_for_good": ("solved", "", ""),
    "yields_nonsense": ("illegal", "'nowhere' has not been seen", ""),
    "yields_unhashable": ("illegal", "[0, 1] is not a node", ""),
    "returns": ("gave-up", "", ""),
    "gives_up_oddly": ("gave-up", "? is no character", ""),
    "seeds_the_world": ("solved", "", ""),
    "limits_itself": ("solved", "", ""),
    "speaks_out_of_turn": (DIED, "garbled", ""),
    "closes_everything": (DIED, "exit status 1", ""),
}


def named(label):
    name, _, status = label.partition(":status=")
    return {name: {"status": int(status)}} if status else name


def experiment(strategies, **changed):
    content = {
        "seeds": "1..2",
        "plugins": [str(HOSTILE)],
        "instances": [{"maze.backtracker": {"size": "4x4"}}],
    }
    return content | {"strategies": strategies, "budget": {"seconds": 1, "memory_mb": 30}} | changed


def facts(frame):
    """Return what must be equal in every run."""
    return frame.drop(columns="seconds").to_dict("records")


def run(content, folder, jobs=2, grace=0.5):
    """Return the frame of a run in a process of its own, after which nobody may be left."""

    def work():
        worker.GRACE_SECONDS = grace
        os.environ["HOSTILE_NAP"] = NAP
        return research.run(content, out=folder, jobs=jobs).frame

    with nobody_left():
        return in_child(work)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """The frame of one run in which everybody takes part, honest ones between and around the others."""
    mixed = [HONEST[0], *map(named, EXPECTED), *HONEST[1:]]
    started = time.monotonic()
    frame = run(experiment(mixed, seeds=1), tmp_path_factory.mktemp("out"))
    assert time.monotonic() - started < 60
    assert not sleeping(NAP)
    return frame


@pytest.mark.parametrize("label", EXPECTED)
def test_a_hostile_strategy_costs_its_own_row_exactly(hostile, label):
    (row,) = hostile[hostile["label"] == label].to_dict("records")
    outcome, reason, error = EXPECTED[label]
    assert (row["outcome"], row["reason"]) == (outcome, reason)
    assert re.match(error, row["error"]) and (error or not row["error"]) and len(row["error"]) <= 1000


def test_every_job_has_its_row_and_all_that_the_instance_tells(hostile):
    assert len(hostile) == len(EXPECTED) + len(HONEST)
    assert hostile["optimal"].notna().all() and hostile["contest_par"].notna().all()
    assert (hostile["allowed"] == 1_000_000).all() and hostile["walls"].nunique() == 1


def test_honest_strategies_beside_them_have_their_normal_rows(hostile, tmp_path):
    alone = run(experiment(HONEST, seeds=1), tmp_path, jobs=1)
    beside = hostile[hostile["label"].isin(HONEST)]
    assert facts(beside.astype(alone.dtypes)) == facts(alone)


@pytest.mark.parametrize("workers", [1, 4])
def test_nobody_suffers_however_jobs_are_batched(tmp_path, workers):
    quick = [label for label, (outcome, _, _) in EXPECTED.items() if outcome != STOPPED]
    # No job here takes its time, but with four workers a busy machine does.
    patient = {"seeds": "1..8", "budget": {"seconds": 30, "memory_mb": 30}}
    frame = run(experiment([*map(named, quick), *HONEST], **patient), tmp_path / "mixed", workers)
    for label, rows in frame.groupby("label"):
        outcome, reason, _ = EXPECTED.get(label, ("solved", "", ""))
        assert set(zip(rows["outcome"], rows["reason"], strict=True)) == {(outcome, reason)}
    alone = run(experiment(HONEST, **patient), tmp_path / "alone", jobs=1)
    assert facts(frame[frame["label"].isin(HONEST)].astype(alone.dtypes)) == facts(alone)


def test_what_one_changes_in_its_process_does_not_reach_the_next(tmp_path):
    mixed = ["limits_itself", "needs_room", "recurses_for_good", "recurses_deeply"]
    frame = run(experiment(mixed, seeds="1..8"), tmp_path)
    outcomes = frame.groupby("label")["outcome"].unique()
    assert {name: list(each) for name, each in outcomes.items()} == {
        "limits_itself": ["solved"],
        "needs_room": ["solved"],
        "recurses_for_good": ["solved"],
        "recurses_deeply": [DIED],
    }


def test_what_workers_print_goes_nowhere(tmp_path, capfd):
    assert len(run(experiment(["floods", "exits", "segfaults"]), tmp_path)) == 6
    assert capfd.readouterr() == ("", "")


def test_jobs_beside_one_that_dies_are_played_once(tmp_path):
    marks = tmp_path / "marks"
    content = experiment([{"leaves_a_mark": {"file": str(marks)}}, "exits"], seeds="1..12")
    frame = run(content, tmp_path / "out")
    assert frame["outcome"].value_counts().to_dict() == {"solved": 12, "crashed": 12}
    assert marks.stat().st_size == 12


def shoot(generation, killed):
    """Kill wardens or workers below this process, fewer than it takes until a job is blamed."""
    while len(killed) < worker.TRIALS - 1:
        time.sleep(0.15)
        family = below(os.getpid())
        wardens = [pid for pid in family if os.getpgid(pid) != pid]
        victims = wardens if generation == "warden" else [pid for pid in family if pid not in wardens]
        with suppress(ProcessLookupError, IndexError):
            os.kill(victims[0], signal.SIGKILL)
            killed.append(victims[0])


@pytest.mark.parametrize("generation", ["worker", "warden"])
def test_a_worker_that_is_killed_from_outside_costs_no_row(tmp_path, generation):
    def work():
        killed = []
        thread = threading.Thread(target=shoot, args=(generation, killed), daemon=True)
        thread.start()
        content = experiment(["sleeper", "random_walk"], seeds="1..60")
        return research.run(content, out=tmp_path, jobs=2).frame, killed

    with nobody_left():
        frame, killed = in_child(work)
    assert killed and len(frame) == 120 and set(frame["outcome"]) == {"solved"}


def test_workers_that_are_killed_while_they_wait_are_replaced():
    def work():
        jobs = list(prepare(experiment(["honest"], seeds="1..12")).jobs())

        def interrupted():
            yield from jobs[:4]
            # By now all four are played.
            time.sleep(2)
            for pid in below(os.getpid()):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(2)
            yield from jobs[4:]

        return sum(len(few) for few in run_local(interrupted(), 2))

    with nobody_left():
        assert in_child(work) == 12


def test_jobs_are_drawn_as_they_are_needed():
    def work():
        (job,) = prepare(experiment(["honest"], seeds=1)).jobs()
        drawn = count()
        rows = run_local((job for _ in drawn), 2)
        some = sum(len(few) for few in islice(rows, 3))
        rows.close()
        return some, next(drawn)

    with nobody_left():
        some, drawn = in_child(work)
    assert 0 < some < 100 and drawn < 1000


def test_nobody_is_left_when_the_driver_is_interrupted():
    def work():
        jobs = prepare(experiment(["sleeper"], seeds="1..100")).jobs()

        def interrupted():
            yield from islice(jobs, 6)
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            list(run_local(interrupted(), 2))

    with nobody_left():
        in_child(work)


def generated(does, **changed):
    return experiment(["honest", "breadth_first"], instances=[{"hostile.maze": {"does": does}}], **changed)


def test_the_time_an_instance_takes_is_not_its_strategies_time(tmp_path):
    frame = run(generated("sleep", seeds=1, budget={"seconds": 0.3}), tmp_path, jobs=1, grace=0.2)
    assert set(frame["outcome"]) == {"solved"}


def rows_of(content):
    """Return the rows of a plan whose instances need not all be makeable."""

    def work():
        worker.PREPARE_SECONDS = 0.5
        jobs = Plan(experiment_of(content)).jobs()
        return [row for rows in run_local(jobs, 2) for row in rows]

    with nobody_left():
        return in_child(work)


@pytest.mark.parametrize("census", [False, True])
@pytest.mark.parametrize(
    ("does", "seeds", "outcome", "reason"),
    [
        ("die", [2], DIED, "SIGKILL"),
        ("raise", [2], DIED, "outside the strategy: ValueError"),
        ("hang", [1, 2], STOPPED, "0.5 s"),
    ],
)
def test_a_generator_that_fails_costs_the_rows_of_its_instances(census, does, seeds, outcome, reason):
    content = generated(does)
    if census:
        del content["strategies"]
    rows = rows_of(content)
    assert len(rows) == (2 if census else 4)
    for row in rows:
        normal = (None if census else "solved", "")
        assert (row["outcome"], row["reason"]) == ((outcome, reason) if row["seed"] in seeds else normal)
        assert "walls" in row and census != ({"steps", "optimal"} <= row.keys())
