"""What is known of coverage boards, by exact counts and by theory."""

from random import Random

import networkx as nx
import numpy as np
import pytest
from exact_boards import (
    connected_sets,
    least_moves,
    least_twice,
    mean_cover_time,
    totals,
)

import research
from research.domains.coverage.formats import parse_board
from research.domains.coverage.optimum import optimum
from research.fog import WHOLE_MAP, Fog
from research.reference import covering

# The board that the notebook prints.
PRINTED = "S...../...#.#/....../#...../....../....#."


def scores(board):
    """Return N, R, C and the three best scores of a board."""
    found = covering(board.task())
    assert found.moves.proven and found.twice.proven
    cells, again, twice = len(board.free), found.moves.value - (len(board.free) - 1), found.twice.value
    return found.moves.value, again, twice, (cells - again / 2, cells - 1.5 * twice, cells - twice / 2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("S../.../...", (8, 0, 0, (9, 9, 9))),
        (".../.S./...", (8, 0, 0, (9, 9, 9))),
        (".S./.../...", (9, 1, 1, (8.5, 7.5, 8.5))),
        ("#.#/.S./#.#", (7, 3, 1, (3.5, 3.5, 4.5))),
        ("#S#/.../#.#", (6, 2, 1, (4.0, 3.5, 4.5))),
        (PRINTED, (32, 1, 1, (31.5, 30.5, 31.5))),
        ("....S./...#../....../....../.#.#.#/..#...", (36, 6, 5, (28.0, 23.5, 28.5))),
    ],
)
def test_known_boards_have_their_optimum_and_their_scores(text, expected):
    assert scores(parse_board(text)) == expected


def test_every_start_of_every_board_of_three_by_three_is_counted_right():
    assert totals(connected_sets(3, 3), least_moves, least_twice) == (218, 1_081, 438, 867, 791)


@pytest.mark.slow
def test_every_start_of_every_board_of_three_by_four_is_counted_right():
    numba = pytest.importorskip("numba")
    fast = [numba.njit(each) for each in (least_moves, least_twice)]
    assert totals(connected_sets(3, 4), *fast) == (1_126, 7_772, 1_916, 9_780, 8_868)


@pytest.mark.slow
def test_the_moves_of_every_start_of_every_board_of_four_by_four_are_counted_right():
    # The cells visited twice, 191,112 in all, take many minutes: `python exact_boards.py 4 4`.
    numba = pytest.importorskip("numba")
    found = totals(connected_sets(4, 4), numba.njit(least_moves), np.zeros_like)
    assert found[:4] == (11_506, 109_248, 13_716, 211_016)


def graph_of(near):
    graph = nx.Graph()
    graph.add_nodes_from(range(len(near)))
    graph.add_edges_from((a, b) for a in range(len(near)) for b in range(a) if near[a] >> b & 1)
    return graph


def agree(near, solver):
    moves, twice = least_moves(near), least_twice(near)
    for start in range(len(near)):
        found = optimum(graph_of(near), start, solver=solver)
        assert (found.moves.value, found.twice.value) == (moves[start], twice[start])
        assert found.moves.proven and found.twice.proven


def test_the_solver_agrees_with_dynamic_programming():
    for near in connected_sets(3, 3)[5::60]:
        agree(near, "highs")


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["highs", "cp_sat"])
def test_the_solver_agrees_with_dynamic_programming_on_all_boards_of_three_by_three(solver):
    if solver == "cp_sat":
        pytest.importorskip("ortools", reason="CP-SAT is the extra `exact`, which is not installed")
    for near in connected_sets(3, 3)[:: 1 if solver == "highs" else 4]:
        agree(near, solver)


SQUARE = nx.grid_2d_graph(3, 3)


@pytest.mark.parametrize(
    ("graph", "start", "mean"),
    [
        (nx.grid_2d_graph(2, 2), (0, 0), 6),
        (SQUARE, (0, 0), 31.166914),
        (SQUARE, (0, 1), 32.496062),
        (SQUARE, (1, 1), 33.349181),
        (nx.cycle_graph(8), 0, 28),
    ],
)
def test_a_random_walk_covers_small_graphs_in_the_exact_mean_time(graph, start, mean):
    assert mean_cover_time(graph, start) == pytest.approx(mean, abs=1e-6)


def test_the_random_walk_that_is_played_takes_the_mean_of_theory():
    task = parse_board("S../.../...").task()
    steps = np.array([research.play(task, "random_walk", seed=seed).steps for seed in range(1_000)])
    # Four standard errors.
    assert abs(steps.mean() - 31.166914) < 4 * steps.std() / 1_000**0.5


def test_the_three_scores_are_ordered_as_algebra_says():
    board = research.make("coverage.singles", seed=4, size=6)
    for name in ("spiral", "depth_first", "random_walk", "least_visited"):
        walk = research.play(board, name, seed=2).walk
        cells, moves = len(board.free), len(walk) - 1
        again, twice = moves - (cells - 1), sum(walk.count(cell) > 1 for cell in board.free)
        letters, event, conversion = cells - 1.5 * twice, cells - again / 2, cells - twice / 2
        assert letters >= -cells / 2
        assert (event >= letters) is (again <= 3 * twice)
        assert conversion >= max(letters, event)


def test_no_walk_over_the_notebooks_board_scores_as_much_as_it_has_cells():
    # By none of the game's three scores: no walk over the board that it prints visits every cell once.
    board = parse_board(PRINTED)
    _, again, twice, best = scores(board)
    assert again == twice == 1 and max(best) < len(board.free) == 32


def notebooks_loop(board, moves):
    """Yield the score after each move of the notebook's own loop, and the barriers that are left.

    A cell counts once, when it is first entered; a bump into the outer wall costs half as much (any price
    gives the same threshold) and nothing else costs; a barrier is walked through, erased, and then a cell like any other.
    """
    (row, col), barriers = board.start, set(board.barriers)
    entered, score = {board.start}, 1.0
    for down, right in moves:
        there = row + down, col + right
        if board.has(there):
            row, col = there
            barriers.discard(there)
            score += there not in entered
            entered.add(there)
        else:
            score -= 0.5
        yield score, len(barriers)


def ended(board, moves):
    """Return whether the loop's score gets above its threshold, and the last score and barriers.

    The text says of the threshold that it is above the highest score that can be reached: no cell counts
    twice and nothing else adds to the score, so that is all cells of the board without a bump.
    """
    highest = board.rows * board.cols
    met = list(notebooks_loop(board, moves))
    return any(score > highest for score, _ in met), *met[-1]


def test_none_of_a_thousand_bounded_runs_of_the_notebooks_loop_ends_on_its_printed_board():
    board = parse_board(PRINTED)
    found = []
    for seed in range(1_000):
        rng = Random(seed)
        moves = [rng.choice(((-1, 0), (0, 1), (1, 0), (0, -1))) for _ in range(500)]
        found.append(ended(board, moves))
    assert sum(end for end, _, _ in found) == 0
    # It is not for want of moves: many have erased all barriers, and without bumps would be at the highest.
    assert sum(left == 0 for _, _, left in found) > 500
    assert max(score for _, score, _ in found) <= 36


def test_even_the_walk_that_reaches_the_highest_score_does_not_end_the_notebooks_loop():
    board = parse_board(PRINTED)
    rows = [[(0, 1 if row % 2 == 0 else -1)] * 5 + [(1, 0)] * (row < 5) for row in range(6)]
    there = [step for row in rows for step in row]
    back = [(-down, -right) for down, right in reversed(there)]
    assert ended(board, there) == ended(board, [*there, *back, *there]) == (False, 36.0, 0)


@pytest.mark.parametrize("name", ["nearest_frontier", "warnsdorff", "spiral", "best_of_k"])
def test_no_rule_is_better_than_the_optimum(name):
    for seed in range(6):
        board = research.make("coverage.singles", seed=seed, size=5)
        found = covering(board.task())
        walk = research.play(board, name, fog=Fog(sight=WHOLE_MAP)).walk
        assert len(walk) - 1 >= found.moves.value
        assert sum(walk.count(cell) > 1 for cell in board.free) >= found.twice.value
