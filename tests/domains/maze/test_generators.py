import random
import time

import networkx as nx
import pytest
from conftest import vectors
from hypothesis import given, settings
from hypothesis import strategies as st

import research
from research.domains.maze.formats import hex
from research.registry import generators

SIZED = [name for name in generators if "braid" in generators[name].parameters]


@pytest.mark.parametrize("name", SIZED)
@given(width=st.integers(1, 9), height=st.integers(1, 9), seed=st.integers(-5, 10**6))
@settings(max_examples=40, deadline=None)
def test_a_generator_makes_a_perfect_maze_of_any_size(name, width, height, seed):
    maze = research.make(name, seed=seed, size=(width, height))
    assert (maze.cols, maze.rows) == (width, height)
    assert nx.is_tree(maze.to_networkx()) and maze.start == (0, 0) and maze.goal == (height - 1, width - 1)


@pytest.mark.parametrize("name", SIZED)
def test_the_same_seed_makes_the_same_maze_and_touches_no_global_state(name):
    random.seed(4)
    before = random.getstate()
    mazes = [research.make(name, seed=s, size=8) for s in (1, 2, 1)]
    assert mazes[0] == mazes[2] != mazes[1] and random.getstate() == before


def test_the_backtracker_makes_the_maze_of_the_rules():
    text = hex.write(research.make("maze.backtracker", seed=7, size=(6, 4)))
    assert text == "BD5153\nC53A96\n93C6C3\nEC5556\n\n0,0\n5,3\nSEESENNEESWSES\n"


def test_the_backtracker_makes_fourteen_trees_of_nine_cells():
    trees = {str(research.make("maze.backtracker", seed=seed, size=3)) for seed in range(2000)}
    assert len(trees) == 14


def test_buildfun_makes_the_mazes_of_the_original():
    rows = vectors("buildfun.jsonl")
    assert len(rows) == 64
    for row in rows:
        maze = research.make("maze.buildfun", seed=row["seed"], size=row["size"])
        assert str(maze).rstrip("\n") == row["maze"].rstrip("\n"), (row["size"], row["seed"])
        assert (list(maze.start), list(maze.goal)) == (row["start"], row["end"])


@pytest.mark.parametrize(
    ("size", "seed", "start", "end", "distance", "walls", "score"),
    [
        (15, 4, (0, 0), (2, 1), 169, 196, "0.862"),
        (20, 13, None, (7, 2), 201, 361, "0.556"),
        # The rules print (24, 0) as the start; in the original program's own output it is the end.
        (25, 4, (0, 0), (24, 0), 622, 576, "1.079"),
    ],
)
def test_buildfun_meets_the_check_values(size, seed, start, end, distance, walls, score):
    maze = research.make("maze.buildfun", seed=seed, size=size)
    assert start in (None, maze.start) and end in (None, maze.goal) and maze.walls == walls
    found = maze.distances(maze.start)[maze.goal]
    # The original prints five characters of the quotient, cut and not rounded.
    assert found == distance and str(found / walls)[:5] == score


def test_buildfun_has_as_many_mazes_of_a_size_as_the_size_less_three():
    mazes = {str(research.make("maze.buildfun", seed=seed, size=17)) for seed in range(-5, 40)}
    assert len(mazes) == 17 - 3


def test_the_largest_buildfun_maze_takes_less_than_two_seconds_of_cpu():
    research.make("maze.buildfun", seed=49, size=50)
    started = time.process_time()
    research.make("maze.buildfun", seed=50, size=50)
    assert time.process_time() - started < 2


def test_every_generator_says_what_it_offers():
    for name in generators:
        # The notebook's boards are a record: nothing is played on them.
        assert generators[name].traits["offers"].kind or name == "coverage.notebook"
        assert generators[name].doc
