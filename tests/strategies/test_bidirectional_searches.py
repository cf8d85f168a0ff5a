"""Searches from both ends: shortest answers on whole spaces with walls, and on boards of 16 cells."""

import networkx as nx
import pytest

import research
from research.domains.sliding.board import Board
from research.domains.sliding.formats import parse_board
from research.episode import Budget, Outcome
from research.fog import Fog

JUMP = Fog("jump")
SEARCHES = [
    ("bidirectional_breadth_first", {}),
    *(("bidirectional_a_star", {"h": h}) for h in ("manhattan", "linear_conflict", "wall_conflict", "zero")),
]


def play(board, strategy, **params):
    return research.play(board, strategy, fog=JUMP, budget=Budget(2_000_000), engine="python", **params)


@pytest.mark.parametrize("text", ["12/34/50", "123/4=6/780", "=23/456/780", "12=/456/780", "1234/5670"])
@pytest.mark.parametrize(("strategy", "params"), SEARCHES)
def test_answers_are_shortest_on_whole_spaces(strategy, params, text):
    board = parse_board(text)
    depths = nx.single_source_shortest_path_length(board.to_networkx(), board.goal)
    for cells, depth in list(depths.items())[1 :: len(depths) // 12 + 1]:
        episode = play(Board(board.width, board.height, cells), strategy, **params)
        assert (episode.outcome, episode.route, episode.path[-1]) == (Outcome.SOLVED, depth, board.goal)


@pytest.mark.parametrize(("strategy", "params"), SEARCHES[:-1])
def test_answers_are_shortest_on_boards_of_16_cells(strategy, params):
    for seed in range(4):
        board = research.make("sliding.shuffled", seed=seed, size=4, moves=24, walls=seed % 3)
        best = research.play(board, "ida_star", fog=JUMP, h="wall_conflict").route
        assert play(board, strategy, **params).route == best


def test_from_both_ends_fewer_boards_are_expanded():
    for seed in range(3):
        board = research.make("sliding.random", seed=seed, size="4x2")
        blind = [play(board, name).expanded for name in ("bidirectional_breadth_first", "breadth_first")]
        assert blind[0] < blind[1] / 4
        zero = play(board, "bidirectional_a_star", h="zero").expanded
        assert play(board, "bidirectional_a_star", h="linear_conflict").expanded < zero


def test_counters_leave_out_the_way_back():
    # Two moves away: of two roots the start's layer of two, and the goal's first child in it.
    board = parse_board("123/456/078")
    episode = play(board, "bidirectional_breadth_first")
    assert (episode.route, episode.letters) == (2, "RR")
    assert (episode.generated, episode.expanded) == (2 + 2 + 2, 2)
