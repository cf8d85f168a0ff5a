"""Iterative deepening: optimal without a heuristic, also by cost and with a goal that is not known."""

import networkx as nx
import pytest

import research
from research.fog import Fog
from research.task import Reach, Task


def play(thing, **fog):
    return research.play(thing, "iterative_deepening", fog=Fog("jump", **fog), engine="python")


def weighted(*edges):
    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    return Task(graph, "S", Reach("G"))


@pytest.mark.parametrize("goal", ["known", "hidden"])
def test_weights_count_not_edges(goal):
    task = weighted(("S", "G", 10), ("S", "A", 1), ("A", "G", 2))
    assert play(task, goal=goal).path == ("S", "A", "G")
    assert play(task, goal=goal).counters["iterations"] == 3


def test_ida_star_counts_weights_as_well():
    task = weighted(("S", "G", 10), ("S", "A", 1), ("A", "G", 2))
    assert research.play(task, "ida_star", fog=Fog("jump"), h="zero").path == ("S", "A", "G")


@pytest.mark.parametrize("goal", ["known", "hidden"])
@pytest.mark.parametrize("seed", range(6))
def test_the_route_is_shortest_and_iterations_count_its_depths(seed, goal):
    board = research.make("sliding.shuffled", seed=seed, size=3, moves=9, walls=seed % 2)
    episode = play(board, goal=goal)
    assert episode.route == research.play(board, "breadth_first", fog=Fog("jump")).route
    assert episode.counters["iterations"] == episode.route + 1


def test_generated_counts_every_child_of_every_iteration_but_the_node_before():
    # A path of three edges: one child at depth 0, two at 1, three at 2 and at 3, and the root once.
    task = Task(nx.path_graph(4), 0, Reach(3))
    assert play(task).generated == 1 + 1 + 2 + 3 + 3


def test_in_a_tree_without_its_goal_it_ends():
    graph = nx.path_graph(3)
    graph.add_node("elsewhere")
    assert play(Task(graph, 0, Reach("elsewhere"))).outcome is research.Outcome.UNREACHABLE
