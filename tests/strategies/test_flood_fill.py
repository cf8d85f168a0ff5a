from math import inf

import networkx as nx
import numpy as np
import pytest

import research
from research.domains.maze import Maze
from research.fog import Fog
from research.strategies.flood_fill import Flood
from research.world import World


@pytest.mark.parametrize("seed", range(12))
def test_repaired_distances_equal_those_of_a_fresh_search(seed):
    rng = np.random.default_rng(seed)
    maze = Maze(rng.random((6, 7)) < 0.45, rng.random((7, 6)) < 0.45, (0, 0), ((6, 6), (3, 3)))
    world = World(maze.task(), Fog("walk", sight=1 + seed % 2))
    flood = Flood(world.view)
    for _ in range(60):
        if world.solved:
            break
        presumed = nx.Graph((cell, near) for cell in maze.cells() for near in world.view.presumed(cell))
        fresh = nx.multi_source_dijkstra_path_length(presumed, set(maze.goals), weight=None)
        for cell in sorted(maze.cells(), key=lambda cell: rng.random())[:10]:
            assert flood.distance(cell) == fresh.get(cell, inf)
        if not world.view.neighbors():
            break
        world.visit(world.view.neighbors()[int(rng.integers(len(world.view.neighbors())))])
        flood.learn(world.view.news.edges)


def test_one_maze_takes_few_steps_or_many_by_tie_order_alone():
    steps = {
        order: research.play(research.make("maze.kruskal", seed=1, size=20), "flood_fill", order=order).steps
        for order in ("NESW", "ESWN", "SWNE", "WNES")
    }
    assert len(set(steps.values())) > 1
