import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.chart import Chart, trace


def charted(graph, visited):
    chart = Chart(visited[0])
    for node in visited:
        chart.add(node, {near: graph.edges[node, near].get("weight", 1) for near in graph[node]})
        chart.enter(node)
    return chart


@st.composite
def explored_graphs(draw, weighted=False):
    """A connected random graph, part of it visited outward from a node."""
    seed = draw(st.integers(0, 10_000))
    graph = nx.connected_watts_strogatz_graph(12, 4, 0.4, seed=seed)
    if draw(st.booleans()):
        graph = nx.random_labeled_tree(12, seed=seed)
    for number, edge in enumerate(graph.edges):
        graph.edges[edge]["weight"] = 1 + (number * 7 + seed) % 9 if weighted else 1
    visited = list(nx.bfs_tree(graph, 0))[: draw(st.integers(1, 12))]
    return graph, visited


@given(explored_graphs())
def test_a_route_is_a_shortest_one_through_visited_nodes(case):
    check_routes(*case)


@given(explored_graphs(weighted=True))
def test_a_route_is_a_cheapest_one_where_edges_have_weights(case):
    check_routes(*case)


def check_routes(graph, visited):
    chart = charted(graph, visited)
    known = graph.edge_subgraph((u, v) for u in visited for v in graph[u])
    source = visited[-1]
    for target in chart.seen:
        allowed = known.subgraph({*visited, target})
        route = chart.route(source, target)
        wanted = nx.shortest_path_length(allowed, source, target, weight="weight")
        assert route[0] == source and route[-1] == target and set(route[:-1]) <= set(visited)
        assert sum(graph.edges[a, b]["weight"] for a, b in zip(route, route[1:])) == wanted


def test_there_is_no_route_to_an_unseen_node():
    assert charted(nx.path_graph(9), [0, 1]).route(0, 7) is None


def test_ties_are_broken_by_the_order_of_neighbours():
    square = nx.Graph([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    assert charted(square, ["a", "b", "c"]).route("a", "d") == ["a", "b", "d"]


def test_the_frontier_holds_unvisited_nodes_next_to_visited_ones_oldest_first():
    chart = charted(nx.star_graph(3), [0, 2])
    assert list(chart.frontier) == [1, 3]


def test_trace_refuses_parents_that_run_in_a_circle():
    with pytest.raises(ValueError, match="circle"):
        trace({1: 2, 2: 1}, 1)
