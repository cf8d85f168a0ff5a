import math
import random
from fractions import Fraction
from itertools import combinations, product

import networkx as nx
import numpy as np
import pytest

import research
from research.domains.maze.carving import Board
from research.domains.maze.closed_forms import (
    binary_tree_dead_ends,
    recursive_division_dead_ends,
    sidewinder_dead_ends,
    sidewinder_limit,
)
from research.domains.maze.expectations import (
    Script,
    commute_time,
    dead_ends,
    distribution,
    exact_dead_ends,
    expected_dead_ends,
)
from research.domains.maze.generators.backtracker import backtracker
from research.domains.maze.generators.binary_tree import binary_tree
from research.domains.maze.generators.growing_tree import growing_tree
from research.domains.maze.generators.hunt_and_kill import hunt_and_kill
from research.domains.maze.generators.recursive_division import recursive_division
from research.domains.maze.uniform_trees import (
    UNIFORM_LIMIT,
    board_graph,
    degree_chances,
    edge_chances,
    exact_uniform_dead_ends,
    spanning_trees,
    uniform_dead_ends,
    uniform_dead_ends_variance,
)
from research.instances import instance_of
from research.parameters import BoardSize
from research.registry import generators


def trees_of(size):
    """Return all spanning trees of a board, by trying every set of sides."""
    graph = board_graph(size)
    sets = (nx.Graph(edges) for edges in combinations(graph.edges, len(graph) - 1))
    return [tree for tree in sets if len(tree) == len(graph) and nx.is_tree(tree)]


@pytest.mark.parametrize(
    ("size", "count"),
    [((3, 3), 192), ((4, 4), 100352), ((6, 4), 170537640), ((1, 7), 1), ((1, 1), 1), ((2, 2), 4)],
)
def test_a_board_has_so_many_spanning_trees(size, count):
    assert spanning_trees(board_graph(BoardSize(*size))) == count


def test_the_count_of_trees_does_not_round():
    # The eigenvalues of the Laplacian of a grid give the same number, with 16 digits of it.
    angles = [2 - 2 * math.cos(math.pi * k / 12) for k in range(12)]
    logarithm = sum(math.log(a + b) for a, b in product(angles, repeat=2) if a + b) - math.log(144)
    count = spanning_trees(board_graph(BoardSize(12, 12)))
    assert math.log(count) == pytest.approx(logarithm, rel=1e-12) and count > 10**60


def test_other_graphs_are_counted_too():
    assert spanning_trees(nx.complete_graph(7)) == 7**5
    assert spanning_trees(nx.Graph([(1, 2), (3, 4)])) == 0
    assert spanning_trees(nx.cycle_graph(5)) == 5


@pytest.mark.parametrize(
    ("size", "leaves"), [((3, 3), "55/16"), ((4, 4), "2395/448"), ((1, 1), "0"), ((1, 2), "2"), ((5, 1), "2")]
)
def test_a_uniform_tree_has_exactly_so_many_expected_dead_ends(size, leaves):
    assert exact_uniform_dead_ends(BoardSize(*size)) == Fraction(leaves)


@pytest.mark.parametrize(("side", "percent"), [(20, 29.038), (50, 29.220)])
def test_a_uniform_tree_of_a_large_board_has_so_many_dead_ends_in_percent(side, percent):
    assert 100 * uniform_dead_ends(BoardSize(side, side)) / side**2 == pytest.approx(percent, abs=5e-4)


def test_the_share_of_dead_ends_tends_to_its_limit():
    assert pytest.approx(29.4545, abs=5e-5) == 100 * UNIFORM_LIMIT
    # What is missing at the border falls with the side of the board, but for a logarithm.
    missing = [UNIFORM_LIMIT - uniform_dead_ends(BoardSize(side, side)) / side**2 for side in (30, 60)]
    assert 0 < missing[1] < 0.6 * missing[0]
    # In the middle there is no border to be felt.
    assert degree_chances(BoardSize(61, 61))[30, 30, 1] == pytest.approx(UNIFORM_LIMIT, abs=4e-4)


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (7, 1), (2, 2), (3, 2), (5, 4), (6, 6)])
def test_fractions_and_floats_agree(size):
    exact = float(exact_uniform_dead_ends(BoardSize(*size)))
    assert uniform_dead_ends(BoardSize(*size)) == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (3, 3), (1, 4)])
def test_the_chances_are_those_of_all_trees_written_out(size):
    size = BoardSize(*size)
    trees = trees_of(size)
    chances = degree_chances(size)
    for cell in board_graph(size):
        share = np.bincount([tree.degree[cell] for tree in trees], minlength=5) / len(trees)
        assert chances[cell] == pytest.approx(share, abs=1e-12)
    south, east = edge_chances(size)
    for (row, col), other in board_graph(size).edges:
        share = sum(tree.has_edge((row, col), other) for tree in trees) / len(trees)
        assert (south if other[0] > row else east)[row, col] == pytest.approx(share, abs=1e-12)


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (1, 4), (2, 2), (3, 2), (2, 4), (3, 3)])
def test_the_variance_is_that_of_all_trees_written_out(size):
    leaves = [sum(degree == 1 for _, degree in tree.degree) for tree in trees_of(BoardSize(*size))] or [0]
    assert uniform_dead_ends_variance(BoardSize(*size)) == pytest.approx(np.var(leaves), abs=1e-10)


def test_the_variance_of_a_larger_board_is_measured():
    size = BoardSize(5, 4)
    leaves = [dead_ends(research.make("maze.wilson", seed=seed, size=size)) for seed in range(500)]
    variance = uniform_dead_ends_variance(size)
    # The variance of a sample's variance is about 2 sigma^4 / n.
    assert abs(np.var(leaves, ddof=1) - variance) < 4 * variance * math.sqrt(2 / 500)
    with pytest.raises(ValueError, match="1024"):
        uniform_dead_ends_variance(BoardSize(33, 32))


@pytest.mark.parametrize("size", [(5, 4), (8, 8)])
def test_chances_add_up_as_those_of_a_tree_do(size):
    size = BoardSize(*size)
    chances, cells = degree_chances(size), size.width * size.height
    assert chances.sum(axis=2) == pytest.approx(1) and chances[..., 0] == pytest.approx(0)
    counts = chances.sum(axis=(0, 1))
    assert counts[1] == pytest.approx(2 + counts[3] + 2 * counts[4])
    assert sum(part.sum() for part in edge_chances(size)) == pytest.approx(cells - 1)


@pytest.mark.parametrize("size", [(2, 2), (3, 3), (3, 4), (5, 2)])
def test_binary_tree_makes_a_quarter_of_dead_ends_and_one(size):
    size = BoardSize(*size)
    wanted = expected_dead_ends(distribution(binary_tree, size))
    assert binary_tree_dead_ends(size) == wanted == Fraction(size.width * size.height, 4) + 1


@pytest.mark.parametrize(("size", "ends"), [((1, 1), 0), ((1, 6), 2), ((6, 1), 2)])
def test_a_corridor_has_two_dead_ends_whoever_makes_it(size, ends):
    size = BoardSize(*size)
    assert binary_tree_dead_ends(size) == sidewinder_dead_ends(size) == ends


def sidewinders(size):
    """Return the expected dead ends of sidewinder with p = 1/2, from all runs and ways up."""
    width, height = size
    rows = []
    for cuts in product((False, True), repeat=width - 1):
        starts = [0, *(col + 1 for col, cut in enumerate(cuts) if cut), width]
        runs = [range(a, b) for a, b in zip(starts, starts[1:])]
        chance = Fraction(1, 2 ** (width - 1) * math.prod(map(len, runs)))
        rows += [(chance, runs, ups) for ups in product(*runs)]
    total = Fraction(0)
    for chosen in product(rows, repeat=height - 1):
        graph = nx.empty_graph((row, col) for row in range(height) for col in range(width))
        nx.add_path(graph, [(0, col) for col in range(width)])
        for row, (_, runs, ups) in enumerate(chosen, 1):
            for run in runs:
                nx.add_path(graph, [(row, col) for col in run])
            graph.add_edges_from(((row, col), (row - 1, col)) for col in ups)
        assert nx.is_tree(graph)
        total += math.prod(chance for chance, _, _ in chosen) * sum(d == 1 for _, d in graph.degree)
    return total


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (2, 4), (3, 3)])
def test_sidewinder_makes_so_many_dead_ends_exactly(size):
    assert sidewinder_dead_ends(BoardSize(*size)) == sidewinders(size)


def test_sidewinder_tends_to_its_limit():
    assert sidewinder_limit() == pytest.approx((1.25 - math.log(2)) / 2, abs=1e-15)
    assert sidewinder_limit() == pytest.approx(0.278426, abs=5e-7)
    for p in (0.3, 0.5, 0.8):
        inner = [sidewinder_dead_ends(BoardSize(width, 10**9), p) / 10**9 for width in (60, 90)]
        # A column more in the middle of long rows is worth the limit.
        assert (inner[1] - inner[0]) / 30 == pytest.approx(sidewinder_limit(p), rel=1e-6), p


class TossingScript(Script):
    """Draws also what recursive_division does: a number from 1 on, and a coin."""

    def randrange(self, *bounds):
        return super().randrange(bounds[-1] - sum(bounds[:-1])) + sum(bounds[:-1])

    def random(self):
        return self.randrange(2) * 0.9


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (2, 2), (3, 2), (2, 4), (3, 3), (4, 3)])
def test_recursive_division_makes_so_many_dead_ends(size, monkeypatch):
    monkeypatch.setattr("research.domains.maze.expectations.Script", TossingScript)
    wanted = expected_dead_ends(distribution(recursive_division, BoardSize(*size)))
    assert recursive_division_dead_ends(BoardSize(*size)) == pytest.approx(float(wanted), abs=1e-12)
    mirrored = recursive_division_dead_ends(BoardSize(*reversed(size)))
    assert mirrored == pytest.approx(float(wanted), abs=1e-12)


def test_recursive_division_makes_so_many_dead_ends_of_a_large_board():
    size = BoardSize(24, 15)
    ends = [dead_ends(research.make("maze.recursive_division", seed=seed, size=size)) for seed in range(200)]
    error = np.std(ends, ddof=1) / math.sqrt(len(ends))
    assert abs(np.mean(ends) - recursive_division_dead_ends(size)) < 4 * error
    assert recursive_division_dead_ends(BoardSize(8, 8)) == pytest.approx(2536631103023 / 140026320000)


def test_the_backtracker_makes_14_trees_of_3x3_and_322_of_4x4():
    three, four = (distribution(backtracker, BoardSize(side, side)) for side in (3, 4))
    assert (len(three), len(four)) == (14, 322)
    assert sum(three.values()) == sum(four.values()) == 1
    assert expected_dead_ends(three) == Fraction(59, 24)
    assert expected_dead_ends(four) == Fraction(11161, 3456)


def test_growing_tree_by_the_newest_cell_draws_as_the_backtracker_does():
    size = BoardSize(3, 3)
    assert distribution(growing_tree, size, pick="newest") == distribution(backtracker, size)


def test_the_distribution_is_what_the_generator_draws():
    wanted = distribution(hunt_and_kill, BoardSize(3, 2), first=(1, 1))
    params = instance_of("maze.hunt_and_kill", {"size": (3, 2), "start": (1, 1)}).params
    mazes = [generators["maze.hunt_and_kill"].function(seed, **params) for seed in range(1000)]
    for maze, chance in wanted.items():
        share = sum((m.south == maze.south).all() and (m.east == maze.east).all() for m in mazes) / 1000
        assert abs(share - chance) < 4 * math.sqrt(chance * (1 - chance) / 1000)


def test_a_script_draws_what_is_written_and_then_the_first():
    script = Script([2, 1])
    assert [script.choice("abc"), script.randrange(2), script.choice("de")] == ["c", 1, "d"]
    assert script.widths == [3, 2, 2]
    board = Board(BoardSize(2, 2))
    backtracker(Script([1]), board, (0, 0))
    assert board.passages((0, 0)) == [(1, 0)]


@pytest.mark.parametrize(
    ("text", "params", "size", "wanted"),
    [
        ("maze.wilson", {}, 3, Fraction(55, 16)),
        ("maze.aldous_broder", {}, 4, Fraction(2395, 448)),
        ("maze.binary_tree", {}, 8, 17),
        ("maze.sidewinder", {}, 3, Fraction(961, 288)),
        ("maze.backtracker", {}, 3, Fraction(59, 24)),
        ("maze.backtracker", {"start": (1, 1)}, 3, Fraction(2)),
        ("maze.backtracker", {"carve_from": "random"}, 3, None),
        ("maze.backtracker", {}, 5, None),
        ("maze.wilson", {"braid": 0.5}, 3, None),
        ("maze.wilson", {"glyph": "42"}, 9, None),
        ("maze.kruskal", {}, 3, None),
    ],
)
def test_what_is_known_exactly_is_found_by_the_generators_name(text, params, size, wanted):
    bound = instance_of(text, {"size": size, **params}).params
    assert exact_dead_ends(text, BoardSize(size, size), bound) == wanted


@pytest.mark.parametrize(("text", "params"), [("maze.sidewinder", {"p": 0.3}), ("maze.wilson", {})])
def test_floats_are_given_where_fractions_would_be_long(text, params):
    bound = instance_of(text, {"size": 8, **params}).params
    assert isinstance(exact_dead_ends(text, BoardSize(8, 8), bound), float)


def test_a_walk_on_a_tree_commutes_in_twice_the_edges_times_the_distance():
    maze = research.make("maze.backtracker", seed=3, size=(4, 3))
    distance = maze.distances(maze.start)[maze.goal]
    rng, near, times = random.Random(1), {cell: maze.neighbors(cell) for cell in maze.cells()}, []
    for _ in range(1500):
        here, steps, back = maze.start, 0, False
        while not (back and here == maze.start):
            here, steps = rng.choice(near[here]), steps + 1
            back = back or here == maze.goal
        times.append(steps)
    error = np.std(times, ddof=1) / math.sqrt(len(times))
    assert abs(np.mean(times) - commute_time(12, distance)) < 4 * error
    assert commute_time(12, distance) == 2 * 11 * distance
