"""How fast an episode is, beside networkx searching the same graph without fog (run with -s -m benchmark)."""

import time

import networkx as nx
import pytest

import research
from research.fog import Fog

pytestmark = pytest.mark.benchmark


def cpu(work, repeats=5):
    """Return the least CPU seconds of some runs."""
    took = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        took.append(time.process_time() - started)
    return min(took)


@pytest.mark.parametrize("size", [30, 100])
def test_breadth_first_under_jump_against_networkx(size):
    maze = research.make("maze.backtracker", seed=1, size=size)
    task = maze.task()
    ours = cpu(lambda: research.play(task, "breadth_first", fog=Fog("jump")))
    peer = cpu(lambda: dict(nx.bfs_predecessors(task.graph, task.start)))
    print(
        f"\nbreadth_first {size}x{size}: {ours * 1e3:.1f} ms, networkx {peer * 1e3:.1f} ms, ratio {ours / peer:.1f}"
    )


@pytest.mark.parametrize("size", [30, 100])
def test_a_star_under_jump_against_networkx(size):
    maze = research.make("maze.backtracker", seed=1, size=size)
    task = maze.task()

    def manhattan(a, b):
        return abs(a[0] - b[0]) + abs(a[1] - b[1])

    ours = cpu(lambda: research.play(task, "a_star", fog=Fog("jump")))
    peer = cpu(lambda: nx.astar_path(task.graph, task.start, task.goals[0], manhattan))
    print(
        f"\na_star {size}x{size}: {ours * 1e3:.1f} ms, networkx {peer * 1e3:.1f} ms, ratio {ours / peer:.1f}"
    )


def test_steps_a_second_on_foot():
    task = research.make("maze.backtracker", seed=1, size=40).task()
    steps = research.play(task, "breadth_first").steps
    took = cpu(lambda: research.play(task, "breadth_first"))
    print(f"\n{steps} steps in {took * 1e3:.0f} ms: {steps / took / 1e6:.2f} million steps a second")
