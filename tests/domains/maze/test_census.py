import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import research
from research.domains.maze import Maze
from research.domains.maze import census as module
from research.domains.maze.census import census, census_of
from research.domains.maze.formats import hex
from research.domains.maze.metrics import METRICS
from research.registry import metrics

# From the start two down, one right and up to the fork 1,1; from there one up, or right and up to the
# goal 0,2. The corner 2,2 is closed.
COMB = "BBB\nA86\nC6F\n\n0,0\n2,0\n\n"


@st.composite
def mazes(draw, largest=6):
    """Boards of any shape on which walls, start and two goals are left to chance."""
    rows, cols = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    south = draw(st.lists(st.booleans(), min_size=(rows - 1) * cols, max_size=(rows - 1) * cols))
    east = draw(st.lists(st.booleans(), min_size=rows * (cols - 1), max_size=rows * (cols - 1)))
    cell = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    walls = np.array(south, bool).reshape(rows - 1, cols), np.array(east, bool).reshape(rows, cols - 1)
    return Maze(*walls, draw(cell), (draw(cell), draw(cell)))


def counted_slowly(maze):
    """Count with networkx, cell by cell, what can be said in its words."""
    graph = maze.to_networkx()
    part = graph.subgraph(nx.node_connected_component(graph, maze.start))
    degrees = [degree for _, degree in part.degree]
    ends = [cell for cell in part if part.degree[cell] == 1]
    around = {
        cell: {(cell[0] + r, cell[1] + c) for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0))} for cell in part
    }
    real = [cell for cell in ends if around[cell] & set(graph) - set(part[cell])]
    pairs = [tuple(part[cell]) for cell in part if part.degree[cell] == 2]
    straight = [1 for a, b in pairs if a[0] == b[0] or a[1] == b[1]]
    ways = nx.single_source_shortest_path_length(part, maze.start)
    return {
        "components": nx.number_connected_components(graph),
        "reached": len(part),
        "loops": part.number_of_edges() - len(part) + 1,
        "dead_ends": len(real),
        "enclosed": len(ends) - len(real),
        "straight": len(straight),
        "turns": len(pairs) - len(straight),
        "n3": degrees.count(3),
        "n4": degrees.count(4),
        "solution": min((ways[goal] for goal in maze.goals if goal in ways), default=None),
        "diameter": nx.diameter(part),
        "diameter_at_most": nx.diameter(part),
    }


@given(mazes())
@settings(max_examples=100, deadline=None)
def test_the_census_is_what_a_slow_count_gives(maze):
    found = census(maze)
    assert {name: found[name] for name in counted_slowly(maze)} == counted_slowly(maze)
    assert list(found) == list(METRICS)


@given(mazes())
@settings(max_examples=50, deadline=None)
def test_the_graph_of_a_maze_has_the_census_of_the_maze(maze):
    found, wanted = census_of(maze.to_networkx(), maze.start, maze.goals), census(maze)
    # The graph knows nothing of closed cells at the border.
    board = ("rows", "cols", "walls")
    assert [found[name] for name in METRICS if name not in board] == [
        wanted[name] for name in METRICS if name not in board
    ]


@given(mazes())
@settings(max_examples=50, deadline=None)
def test_no_length_exceeds_the_diameter_and_no_way_is_shorter_than_straight(maze):
    found = census(maze)
    assert (found["solution"] or 0) <= found["diameter"] <= found["diameter_at_most"]
    assert found["tortuosity"] is None or found["tortuosity"] >= 1
    if found["dead_end_mean"] is not None:
        assert 1 <= found["dead_end_mean"] <= found["dead_end_max"] < found["reached"]


def test_a_comb_is_counted_by_hand():
    # Three corridors of 4, 1 and 2 steps, each with a dead end.
    found = census(hex.read(COMB))
    assert found == {
        "rows": 3,
        "cols": 3,
        "walls": 5,
        "l1": 2,
        "components": 1,
        "reached": 8,
        "loops": 0,
        "dead_ends": 3,
        "enclosed": 0,
        "dead_end_share": 0.375,
        "straight": 1,
        "turns": 3,
        "n3": 1,
        "n4": 0,
        "solution": 6,
        "tortuosity": 3.0,
        "diameter": 6,
        "diameter_at_most": 6,
        "river": 7 / 3,
        "dead_end_mean": 7 / 3,
        "dead_end_max": 4,
    }


def test_closed_cells_are_no_cells_but_a_closed_goal_is_one(shut_in):
    closed = Maze(shut_in.south, shut_in.east, (0, 0), ((1, 1),))
    assert census(closed)["components"] == 1 and census(closed)["reached"] == 8
    found = census(shut_in)
    assert found["components"] == 2 and found["solution"] is None and found["tortuosity"] is None


def test_a_dead_end_beside_a_closed_cell_is_enclosed_and_beside_a_closed_goal_it_is_real():
    walls = np.array([[False, True]]), np.array([[True], [True]])
    assert census(Maze(*walls, (0, 0), ((1, 0),)))["enclosed"] == 2
    found = census(Maze(*walls, (0, 0), ((0, 1),)))
    assert (found["dead_ends"], found["enclosed"]) == (1, 1)


def test_the_glyph_is_no_part_of_the_maze():
    found = census(research.make("maze.backtracker", seed=1, size=(9, 7), glyph="42"))
    assert found["reached"] == 9 * 7 - 18 and found["components"] == 1 and found["loops"] == 0


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (1, 9), (9, 1)])
def test_a_corridor_is_its_own_dead_end_twice(shape):
    cells = max(shape)
    found = census(
        Maze(np.zeros((shape[0] - 1, shape[1])), np.zeros((shape[0], shape[1] - 1)), (0, 0), ((0, 0),))
    )
    assert found["enclosed"] == (2 if cells > 1 else 0) and found["dead_ends"] == 0
    assert found["river"] == found["dead_end_mean"] == found["dead_end_max"] == (cells - 1 or None)
    assert found["diameter"] == cells - 1 and found["tortuosity"] is None and found["solution"] == 0


def test_a_ring_has_no_corridor_and_half_of_it_as_diameter():
    found = census(hex.read("953\nAFA\nC56\n\n0,0\n2,2\n\n"))
    assert (found["loops"], found["diameter"], found["river"], found["dead_end_max"]) == (1, 4, None, None)


def test_the_nearest_goal_ends_the_solution_and_the_first_gives_l1():
    open_row = np.zeros((0, 9), bool), np.zeros((1, 8), bool)
    found = census(Maze(*open_row, (0, 4), ((0, 8), (0, 3))))
    assert (found["l1"], found["solution"], found["tortuosity"]) == (4, 1, 1.0)


def test_a_graph_with_blocked_cells_is_counted_without_a_maze():
    graph = nx.grid_2d_graph(range(-2, 1), range(3, 6))
    graph.remove_node((-1, 4))
    found = census_of(graph, (-2, 3))
    assert (found["reached"], found["loops"], found["turns"], found["straight"]) == (8, 1, 4, 4)
    assert (found["rows"], found["cols"], found["l1"], found["solution"]) == (3, 3, None, None)


def test_a_graph_of_other_things_is_refused():
    graph = nx.Graph([((0, 0), (0, 1)), ((0, 1), (2, 1))])
    with pytest.raises(ValueError, match="neighbouring"):
        census_of(graph, (0, 0))
    with pytest.raises(ValueError, match="not in the graph"):
        census_of(nx.grid_2d_graph(2, 2), (0, 0), [(5, 5)])


def braided(size, seed=2):
    return research.make("maze.kruskal", seed=seed, size=size, braid=0.5)


@pytest.mark.parametrize("seed", range(4))
def test_the_diameter_of_a_large_maze_with_loops_lies_within_its_bounds(seed, monkeypatch):
    maze = braided(40, seed)
    found = census(maze)
    monkeypatch.setattr(module, "EXACT_CELLS", 10**6)
    module.counted.cache_clear()
    exact = census(maze)
    assert found["diameter"] <= exact["diameter"] == exact["diameter_at_most"] <= found["diameter_at_most"]
    assert exact["diameter"] - found["diameter"] <= 15


def test_a_changed_census_changes_no_other(example):
    census(example)["loops"] = 99
    assert census(example)["loops"] == 0 and research.census(example)["loops"] == 0


def test_every_number_is_a_metric_of_the_instance_with_a_unit(example):
    for name in METRICS:
        assert metrics[name].traits["per"] == "instance" and metrics[name].traits["unit"]
        assert metrics[name].function(example) == census(example)[name]
        assert metrics[name].function("no maze") is None
