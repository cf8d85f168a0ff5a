from dataclasses import replace

import networkx as nx
import numpy as np
import pytest

import research
from research.domains.compass import SIDES
from research.domains.maze.census import census
from research.registry import generators

MADE = [
    name for name in generators if generators[name].traits.get("seeded", True) and name.startswith("maze.")
]


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("seed", [0, 7])
def test_neighbours_stand_in_the_order_north_east_south_west(name, seed):
    maze = research.make(name, seed=seed)
    task = maze.task()
    for cell in task.graph:
        assert list(task.graph[cell]) == maze.neighbors(cell)
        letters = [task.geometry.letter(cell, near) for near in task.graph[cell]]
        assert letters == sorted(letters, key=SIDES.index)
        assert set(task.graph[cell]) <= set(task.geometry.around(cell))


def test_a_cell_that_is_closed_on_all_sides_is_no_node(shut_in):
    assert shut_in.closed == frozenset() and len(shut_in.to_networkx()) == 9
    other = shut_in.between(goal=(0, 2))
    assert other.closed == {(2, 2)} and (2, 2) not in other.to_networkx()
    glyph = research.make("maze.backtracker", seed=1, size=(9, 7), glyph="42")
    assert len(glyph.closed) == 18 and nx.is_tree(glyph.to_networkx())


def test_the_graph_has_every_cell_in_row_major_order(example):
    assert list(example.to_networkx()) == [(r, c) for r in range(5) for c in range(5)]


def test_the_example_is_perfect_with_sixteen_walls_and_a_shortest_path_of_fourteen(example):
    graph = example.to_networkx()
    assert example.walls == 16 and graph.number_of_edges() == 24 and nx.is_tree(graph)
    assert nx.shortest_path_length(graph, example.start, example.goal) == 14
    assert example.distances(example.start)[example.goal] == 14


def test_mazes_are_equal_by_content_not_by_name(example):
    assert replace(example, name="other") == example and hash(replace(example, name="other")) == hash(example)
    assert replace(example, start=(0, 0)) != example and example != "maze"
    assert replace(example, name="other").task().key == example.task().key


def test_the_walls_cannot_be_changed(example):
    with pytest.raises(ValueError, match="read-only"):
        example.south[0, 0] = True


@pytest.mark.parametrize(
    "change",
    [
        {"east": np.zeros((5, 5), bool)},
        {"start": (5, 0)},
        {"goals": ((0, -1),)},
        {"goals": ()},
    ],
)
def test_what_does_not_fit_together_is_no_maze(example, change):
    with pytest.raises(ValueError):
        replace(example, **change)


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (4, 1)])
def test_thin_boards_are_mazes_too(shape):
    maze = research.make("maze.kruskal", seed=1, size=(shape[1], shape[0]))
    assert (maze.rows, maze.cols) == shape and maze.walls == 0
    assert research.play(maze, "breadth_first").steps == sum(shape) - 2


def test_start_and_goal_can_be_replaced(example):
    task = example.task(start=(0, 0), goal=(3, 4))
    assert task.start == (0, 0) and task.goals == ((3, 4),)


@pytest.mark.parametrize("name", [name for name in MADE if generators[name].traits.get("perfect")])
def test_a_perfect_mazes_leaves_follow_from_its_crossings(name):
    maze = research.make(name, seed=5)
    degree = [len(maze.neighbors(cell)) for cell in maze.cells()]
    counted = census(maze)
    assert counted["loops"] == 0
    assert counted["dead_ends"] + counted["enclosed"] == 2 + degree.count(3) + 2 * degree.count(4)


def test_a_dead_end_whose_closed_sides_face_the_border_is_enclosed():
    from research.domains.maze import Maze

    corridor = Maze(np.zeros((0, 3), bool), np.zeros((1, 2), bool), (0, 0), ((0, 2),))
    assert census(corridor)["enclosed"] == 2 and census(corridor)["dead_ends"] == 0


def test_the_board_of_the_rules_keeps_its_one_real_dead_end():
    from research.domains.maze.formats import hex

    counted = census(hex.read("91113\n80002\nC6EC6\n\n0,0\n4,2\n\n"))
    assert counted["loops"] == 6 and counted["dead_ends"] == 1 and counted["enclosed"] == 0
