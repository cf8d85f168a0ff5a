from collections import Counter

import networkx as nx
import pytest

import research
from research.domains.sliding import Board


def test_random_boards_are_uniform_among_the_solvable():
    drawn = Counter(research.make("sliding.random", seed=seed, size=(3, 2)).cells for seed in range(7200))
    goal = Board(3, 2, bytes([1, 2, 3, 4, 5, 0]))
    assert set(drawn) == set(goal.to_networkx())
    # 359 degrees of freedom; the 0.1 % critical value is 449.
    assert sum((count - 20) ** 2 / 20 for count in drawn.values()) < 449


@pytest.mark.parametrize(("size", "walls"), [((3, 3), 1), ((5, 2), 2)])
@pytest.mark.parametrize("goal", ["blank_last", "blank_first"])
def test_random_boards_with_walls_can_be_solved(size, walls, goal):
    for seed in range(4):
        board = research.make("sliding.random", seed=seed, size=size, walls=walls, goal=goal)
        assert len(board.slide.walls) == walls and not board.hopeless
        # 8 cells hang together: half of 8! boards.
        graph = board.to_networkx()
        assert board.goal in graph and len(graph) == 20_160


def test_shuffled_boards_come_from_the_goal():
    for seed in range(20):
        board = research.make("sliding.shuffled", seed=seed, size=(3, 2), moves=seed, walls=seed % 3)
        steps = nx.shortest_path_length(board.to_networkx(), board.cells, board.goal)
        assert steps <= seed and (steps - seed) % 2 == 0
    assert research.make("sliding.shuffled", moves=0).cells == research.make("sliding.shuffled", moves=0).goal


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"size": (5, 1)}, "found no 0 walls on a board of 5x1"),
        ({"size": (3, 3), "walls": 8}, "expected at most 7"),
        ({"size": (3, 3), "walls": 6}, "expected fewer, or a larger board"),
        ({"size": 40}, "expected 2 to 254 cells"),
        ({"walls": -1}, "walls"),
    ],
)
def test_what_cannot_be_made_is_said(params, message):
    with pytest.raises(ValueError, match=message):
        research.make("sliding.random", seed=1, **params)


def test_the_same_seed_makes_the_same_board():
    made = [str(research.make("sliding.random", seed=5, size=(5, 4), walls=2)) for _ in range(2)]
    assert made[0] == made[1] != str(research.make("sliding.random", seed=6, size=(5, 4), walls=2))
