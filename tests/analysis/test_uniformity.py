from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import research
from research.analysis.uniformity import edge_test, is_spanning_tree, tree_test, uniformity
from research.domains.maze import Maze
from research.instances import instance_of
from research.registry import generators

UNIFORM = {"maze.wilson": True, "maze.aldous_broder": True, "maze.kruskal": False, "maze.backtracker": False}


def drawn(name, size, samples, first=0):
    """Return how often a generator draws each maze."""
    make, params = generators[name].function, instance_of(name, {"size": size}).params
    return Counter(make(seed, **params) for seed in range(first, first + samples))


@pytest.mark.parametrize(
    ("name", "samples"),
    [
        ("maze.wilson", 5_760),
        ("maze.aldous_broder", 5_760),
        ("maze.kruskal", 5_760),
        ("maze.backtracker", 1_920),
        *(pytest.param(name, 19_200, marks=pytest.mark.slow) for name in UNIFORM),
    ],
)
def test_wilson_and_aldous_broder_draw_all_192_trees_alike_and_others_do_not(name, samples):
    found = tree_test(drawn(name, 3, samples))
    assert (found.trees, found.degrees, found.samples) == (192, 191, samples)
    # The rules give 256.6 as critical value, scipy 257.1; the verdicts are the same.
    assert found.critical == pytest.approx(stats.chi2.isf(0.001, 191)) and found.critical > 256.6
    assert {found.uniform, found.statistic < 256.6, found.p > 0.001} == {UNIFORM[name]}


@pytest.mark.parametrize(
    ("name", "samples"),
    [("maze.wilson", 500), ("maze.aldous_broder", 500), ("maze.kruskal", 1500), ("maze.backtracker", 500)],
)
def test_the_sides_of_8x8_tell_uniform_trees_from_others(name, samples):
    found = edge_test(drawn(name, 8, samples))
    assert found.edges == 2 * 8 * 7 and found.uniform is UNIFORM[name]


def trees_of_2x2():
    """Return the four mazes of 2x2, each with another side closed."""
    walls = np.eye(4, dtype=bool)
    return [Maze(wall[:2].reshape(1, 2), wall[2:].reshape(2, 1), (0, 0), ((1, 1),)) for wall in walls]


def test_the_statistic_is_chi_squares_with_trees_that_were_not_drawn():
    first, second, third, _ = trees_of_2x2()
    found = tree_test({first: 30, second: 10, third: 40})
    assert found.statistic == stats.chisquare([30, 10, 40, 0]).statistic
    assert found.p == pytest.approx(stats.chisquare([30, 10, 40, 0]).pvalue)
    assert (found.trees, found.seen, found.samples, found.degrees) == (4, 3, 80, 3)


def test_equal_counts_are_as_uniform_as_can_be():
    found = uniformity(dict.fromkeys(trees_of_2x2(), 25), dict.fromkeys(trees_of_2x2(), 25))
    assert found.uniform and found.trees.statistic == 0 and found.edges.p == 1


def test_the_side_that_stands_out_is_named():
    # Each side of 2x2 is open in three of four trees; here the one between 1,0 and 1,1 always is.
    mazes = trees_of_2x2()
    found = edge_test(dict(zip(mazes, (200, 200, 200, 0))))
    assert (found.cell, found.side) == ((1, 0), "E") and not found.uniform
    assert found.frequency == 1 and found.expected == pytest.approx(0.75)
    assert found.p == pytest.approx(4 * 2 * 0.75**600)


def test_mazes_count_by_their_walls_not_by_start_and_goal():
    mazes = trees_of_2x2()
    turned = [replace(maze, start=(1, 1), goals=((0, 0),)) for maze in mazes]
    assert tree_test(dict.fromkeys([*mazes, *turned], 10)) == tree_test(dict.fromkeys(mazes, 20))


def test_a_corridor_has_one_tree_and_no_doubt():
    corridor = {research.make("maze.kruskal", size=(5, 1)): 100}
    assert edge_test(corridor).uniform and edge_test(corridor).expected == pytest.approx(1)


@pytest.mark.parametrize(
    ("mazes", "said"),
    [
        ({}, "0 sizes"),
        (
            dict.fromkeys([research.make("maze.kruskal", size=2), research.make("maze.kruskal", size=3)], 9),
            "2 sizes",
        ),
        ({research.make("maze.kruskal", size=1): 99}, "two cells"),
        ({research.make("maze.kruskal", size=4, braid=1.0): 99}, "loops"),
        ({research.make("maze.kruskal", size=3): 900}, "at least 960"),
    ],
)
def test_what_cannot_be_tested_is_refused(mazes, said):
    with pytest.raises(ValueError, match=said):
        tree_test(mazes)


def test_closed_cells_and_loops_are_no_spanning_tree(shut_in):
    assert is_spanning_tree(research.make("maze.wilson", size=5))
    assert not is_spanning_tree(shut_in)
    assert not is_spanning_tree(research.make("maze.backtracker", size=(9, 7), glyph="42"))
