"""What a job costs beside its own work, over 20,000 of the smallest (run with -s -m benchmark)."""

import multiprocessing
import resource
import time

import pytest

from research.report.progress import Quiet
from research.sweep.job import line_of
from research.sweep.reading import prepare
from research.sweep.run import play_missing
from research.sweep.store import Store

pytestmark = pytest.mark.benchmark

CONTENT = {
    "seeds": "1..5000",
    "instances": [{"maze.backtracker": {"size": "3x3"}}],
    "strategies": ["breadth_first", "depth_first", "a_star", "random_walk"],
}
AIM = 0.2
ROUNDS = 2


def cpu():
    """Return the CPU seconds of this process and of those that it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def alone(plan, workers):
    """Return wall and CPU seconds of all jobs in so many processes that do nothing else."""

    def play(share):
        for number, job in enumerate(plan.jobs()):
            # The strategies on one instance stay together, as they do in a batch.
            if number // len(CONTENT["strategies"]) % workers == share:
                line_of(job)

    fork = multiprocessing.get_context("fork")
    started, used = time.perf_counter(), cpu()
    players = [fork.Process(target=play, args=(share,)) for share in range(workers)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    return time.perf_counter() - started, cpu() - used


def swept(plan, folder, workers):
    """Return wall and CPU seconds of planning, playing and storing all jobs."""
    store = Store(folder, fresh=True)
    started, used = time.perf_counter(), cpu()
    play_missing(plan, store, workers, Quiet())
    took = time.perf_counter() - started, cpu() - used
    assert len(store) == plan.size
    store.close()
    return took


@pytest.mark.parametrize("workers", [1, 2])
def test_overhead_a_job(tmp_path, workers):
    plan = prepare(CONTENT)
    rounds = [(alone(plan, workers), swept(plan, tmp_path, workers)) for _ in range(ROUNDS)]
    work, used, wall, used_in_all = (
        min(each[who][what] for each in rounds) / plan.size * 1e3 for who in (0, 1) for what in (0, 1)
    )
    print(
        f"\n{plan.size} jobs, {workers} workers: {work:.3f} ms of wall time a job alone, {wall:.3f} in a sweep, "
        f"overhead {wall - work:.3f} (aim: under {AIM} ms); CPU {used:.3f} and {used_in_all:.3f} ms, "
        f"ratio {used_in_all / used:.2f}"
    )


def test_planning():
    plan = prepare(CONTENT | {"seeds": "1..50000"})
    started = time.process_time()
    count = sum(1 for job in plan.jobs() if job.id)
    took = (time.process_time() - started) / count * 1e6
    print(f"\nplanning: {took:.1f} us a job, {took:.0f} s for a million")
