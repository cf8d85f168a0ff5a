"""How long a generator takes for a board of 200x200 (run with -s -m benchmark)."""

import time

import pytest

import research
from research.registry import generators

pytestmark = pytest.mark.benchmark

SIZED = [name for name in generators if "braid" in generators[name].parameters]


def test_boards_of_forty_thousand_cells():
    seconds = {}
    for name in SIZED:
        started = time.process_time()
        research.make(name, seed=1, size=200)
        seconds[name] = time.process_time() - started
    peer = seconds["maze.backtracker"]
    for name, took in sorted(seconds.items(), key=lambda item: item[1]):
        print(f"\n{name}: {took:.2f} s, ratio to the backtracker {took / peer:.1f}", end="")


@pytest.mark.parametrize("size", [50, 200])
def test_a_census_beside_making_its_maze(size):
    started = time.process_time()
    maze = research.make("maze.backtracker", seed=1, size=size)
    made = time.process_time()
    research.census(maze)
    took = time.process_time() - made
    print(
        f"\ncensus {size}x{size}: {took * 1e3:.1f} ms, ratio to making the maze {took / (made - started):.2f}"
    )
