from math import inf, sqrt

import networkx as nx
import pytest

import research
from research.fog import Fog
from research.heuristics import is_admissible, parts_of, toward
from research.registry import UnknownName, heuristics
from research.world import World


def grid(kind):
    """Return a grid with walls, four neighbours or eight (a diagonal needs both its side cells)."""
    blocked = {(1, 1), (1, 2), (3, 3), (4, 1), (2, 5)}
    cells = [(r, c) for r in range(6) for c in range(7) if (r, c) not in blocked]
    graph = nx.Graph()
    graph.add_nodes_from(cells)
    for r, c in cells:
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            there = (r + dr, c + dc)
            straight = 0 in (dr, dc)
            sides_free = (r + dr, c) in graph and (r, c + dc) in graph
            if there in graph and (straight or (kind == "grid8" and sides_free)):
                graph.add_edge((r, c), there, weight=1 if straight else sqrt(2))
    return graph


@pytest.mark.parametrize("kind", ["grid4", "grid8"])
@pytest.mark.parametrize(
    "name", [name for name in heuristics if "grid4" in heuristics[name].traits["defined"]]
)
def test_what_is_promised_holds_and_what_is_not_is_really_broken(name, kind):
    traits, h, graph = heuristics[name].traits, heuristics[name].function, grid(kind)
    worst, steepest = -inf, -inf
    for goal, distance in nx.all_pairs_dijkstra_path_length(graph):
        for node, true in distance.items():
            worst = max(worst, h(node, goal) - true)
            for near in graph[node]:
                step = graph.edges[node, near]["weight"]
                steepest = max(steepest, h(node, goal) - h(near, goal) - step)
    assert (worst <= 1e-9) == (kind in traits["admissible"])
    assert (steepest <= 1e-9) == (kind in traits["consistent"])


def test_a_sum_adds_and_is_promised_nothing():
    view = World(research.make("maze.backtracker", seed=1, size=5).task(), Fog()).view
    assert toward("manhattan+misplaced", view)((0, 0)) == 9
    assert toward("manhattan+misplaced", view)((4, 4)) == 0
    assert is_admissible("manhattan", "grid4") and not is_admissible("manhattan+misplaced", "grid4")


def test_of_several_goals_the_nearest_counts(example):
    from dataclasses import replace

    view = World(replace(example, goals=((0, 2), (4, 3))).task(), Fog()).view
    assert toward("manhattan", view)((4, 2)) == 1


def test_an_unknown_part_is_named():
    with pytest.raises(UnknownName, match=r"'manhatan' \(did you mean 'manhattan'\?\)"):
        parts_of("misplaced+manhatan")


def test_without_a_known_goal_there_is_nothing_to_estimate(example):
    view = World(example.task(), Fog(goal="hidden")).view
    with pytest.raises(ValueError, match="no known goal"):
        toward("manhattan", view)
