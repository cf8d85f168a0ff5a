import re

import networkx as nx
import pytest

import research
from research.domains.sliding.formats import parse_board
from research.domains.sliding.heuristics import TileSum
from research.heuristics import estimate, is_admissible, unfit
from research.registry import heuristics

SLIDING = [name for name in heuristics if "slide" in heuristics[name].traits["defined"]]
ORDERING = ("squared_distance", "cubed_distance", "squared_euclidean", "contest_distance")
ADDITIVE = ("manhattan", "misplaced", "wall_distance", *ORDERING)


def value(name, board, cells=None):
    return estimate(name, board.goal, board.slide)(board.cells if cells is None else cells)


@pytest.mark.parametrize("text", ["123/450", "12/34/50", "123/4=6/780", "123/456/7=0", "12=/456/780"])
@pytest.mark.parametrize("name", SLIDING)
def test_promises_are_kept_on_whole_spaces(name, text):
    board = parse_board(text)
    if why := unfit(name, board.goal, board.slide):
        with pytest.raises(ValueError, match=re.escape(why)):
            value(name, board)
        return
    graph = board.to_networkx()
    steps, h = (
        nx.single_source_shortest_path_length(graph, board.goal),
        estimate(name, board.goal, board.slide),
    )
    values = {cells: h(cells) for cells in graph}
    assert values[board.goal] == 0
    exceeds = any(values[cells] > steps[cells] for cells in graph)
    drops = any(abs(values[a] - values[b]) > 1 for a, b in graph.edges)
    assert not (exceeds and is_admissible(name, "slide"))
    assert not (drops and "slide" in heuristics[name].traits["consistent"])


def test_what_is_not_promised_is_not_true():
    board = parse_board("123/450")
    steps = nx.single_source_shortest_path_length(board.to_networkx(), board.goal)
    for name in (*ORDERING, "manhattan+misplaced"):
        assert not is_admissible(name, "slide")
        assert any(value(name, board, cells) > far for cells, far in steps.items())
    doubled = max(value("manhattan+misplaced", board, c) - 2 * value("manhattan", board, c) for c in steps)
    assert doubled <= 0


@pytest.mark.parametrize("name", ADDITIVE)
def test_an_incremental_update_is_a_full_computation(name):
    board = research.make("sliding.random", seed=4, size=(5, 4), walls=2)
    h = estimate(name, board.goal, board.slide)
    assert isinstance(h, TileSum)
    here, known = board.cells, h(board.cells)
    for letter in "ULDRULLDDRRU" * 4:
        try:
            there = board.slide.moved(here, letter)
        except ValueError:
            continue
        blank, target = here.index(0), there.index(0)
        known = h.after(known, here[target], target, blank)
        known = h.after(known, 0, blank, target)
        here = there
        assert known == h(here)


def test_the_values_of_the_specification():
    board = parse_board("2143/5678/9ABC/DEF0")
    assert (value("manhattan", board), value("linear_conflict", board)) == (4, 8)
    eight = parse_board("087/654/321")
    assert value("linear_conflict", eight) <= 28
    assert research.play(eight, "a_star", fog=research.Fog("jump"), h="linear_conflict").route == 28


def test_the_contests_distance_is_not_manhattans():
    board = parse_board("0123/4567/89AB", "blank_first")
    table = estimate("contest_distance", board.goal, board.slide).table
    assert table[1][4] == 3 and estimate("manhattan", board.goal, board.slide).table[1][4] == 2
    assert table[3][4] == 1 and estimate("manhattan", board.goal, board.slide).table[3][4] == 4


def test_walls_make_ways_longer():
    board = parse_board("1=3/4=6/780")
    assert estimate("wall_distance", board.goal, board.slide).table[1][2] == 6


@pytest.mark.parametrize("name", ["linear_conflict", "walking_distance"])
def test_better_heuristics_dominate_manhattan_and_expand_less(name):
    for seed in range(8):
        board = research.make("sliding.random", seed=seed, size=3)
        assert value(name, board) >= value("manhattan", board)
        better = research.play(board, "a_star", fog=research.Fog("jump"), h=name)
        plain = research.play(board, "a_star", fog=research.Fog("jump"), h="manhattan")
        assert better.route == plain.route and better.expanded <= plain.expanded


@pytest.mark.parametrize(
    ("name", "size", "goal"),
    [("pattern_4_4", 3, "blank_last"), ("pattern_4_4", 3, "blank_first"), ("pattern_5_5_5", 4, "blank_last")],
)
def test_pattern_databases_find_shortest_answers_with_fewer_boards(name, size, goal):
    for seed in range(3):
        board = research.make("sliding.shuffled", seed=seed, size=size, moves=22, goal=goal)
        assert value(name, board, board.goal) == 0
        for strategy in ("a_star", "ida_star"):
            plain, better = (
                research.play(board, strategy, fog=research.Fog("jump"), engine="python", h=h)
                for h in ("manhattan", name)
            )
            assert better.route == plain.route and better.expanded <= plain.expanded


def refused(board, strategy, **params):
    with pytest.raises(ValueError) as error:
        research.play(board, strategy, fog=research.Fog("jump"), **params)
    return str(error.value)


def test_what_a_heuristic_is_not_for_is_told_before_anything_is_built_or_played():
    board = research.make("sliding.random", seed=1, size=5, walls=1)
    for strategy in ("a_star", "ida_star", "beam"):
        said = refused(board, strategy, h="manhattan+pattern_7_8" if strategy == "beam" else "pattern_7_8")
        assert said.endswith(": pattern_7_8 is for 4x4 boards without walls")
    assert refused(board, "a_star", h="walking_distance").endswith("without walls of up to 16 cells")
    small = research.make("sliding.shuffled", seed=1, size=3, moves=9)
    assert "whose blank ends" in refused(small, "bidirectional_beam", h="pattern_4_4")
