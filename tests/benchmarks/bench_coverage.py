"""Seconds to a proven optimum of 10x10 coverage boards, for each solver there (run with -s -m benchmark)."""

import statistics
import time

import pytest

import research
from research import reference
from research.domains.coverage import optimum as exact
from research.domains.coverage.solvers import HAS_CP_SAT
from research.fog import WHOLE_MAP, Fog

pytestmark = pytest.mark.benchmark

SEEDS = range(20)


@pytest.fixture
def taken(monkeypatch):
    """Return the CPU seconds that each search for an objective takes, as they come."""
    seconds = {"moves": [], "twice": []}
    searched = exact._Search.best

    def timed(search, objective, *rest):
        began = time.process_time()
        found = searched(search, objective, *rest)
        seconds[objective].append(time.process_time() - began)
        return found

    monkeypatch.setattr(exact._Search, "best", timed)
    return seconds


@pytest.mark.parametrize("solver", ["highs", *(["cp_sat"] if HAS_CP_SAT else [])])
@pytest.mark.parametrize("generator", ["coverage.fleet", "coverage.singles"])
def test_seconds_to_the_proof(generator, solver, taken):
    for seed in SEEDS:
        task = research.make(generator, seed=seed, size=10).task()
        known = [research.play(task, name, fog=Fog(sight=WHOLE_MAP)).walk for name in reference.FIRST]
        found = exact.optimum(task.graph, task.start, known, seconds=120, solver=solver)
        assert found.moves.proven and found.twice.proven
    for objective, seconds in taken.items():
        print(
            f"\n{generator} 10x10, seeds 0..19, {solver}, {objective}: mean {statistics.mean(seconds):.2f} s,"
            f" median {statistics.median(seconds):.2f} s, worst {max(seconds):.2f} s"
        )
