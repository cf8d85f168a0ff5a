import networkx as nx
import pytest

from research.episode import Outcome, play
from research.fog import Fog
from research.lazy import LazyGraph
from research.registry import strategies
from research.task import Reach, Task


def ring(n):
    return LazyGraph(lambda v: ((v - 1) % n, (v + 1) % n), lambda v: isinstance(v, int) and 0 <= v < n)


def weighted(n):
    graph = nx.grid_2d_graph(n, n)
    for number, edge in enumerate(graph.edges):
        graph.edges[edge]["weight"] = 1 + number % 5
    lazy = LazyGraph(lambda v: {w: graph.edges[v, w]["weight"] for w in graph[v]}, graph.__contains__)
    return graph, lazy


ALGORITHMS = {
    "astar": lambda g: nx.astar_path_length(g, (0, 0), (5, 5), lambda a, b: 0),
    "dijkstra": lambda g: nx.dijkstra_path_length(g, (0, 0), (5, 5)),
    "dijkstra_path": lambda g: nx.dijkstra_path(g, (0, 0), (5, 5)),
    "bidirectional_dijkstra": lambda g: nx.bidirectional_dijkstra(g, (0, 0), (5, 5))[0],
    "bfs_edges": lambda g: list(nx.bfs_edges(g, (0, 0))),
    "dfs": lambda g: list(nx.dfs_preorder_nodes(g, (0, 0))),
    "cutoff": lambda g: dict(nx.single_source_shortest_path_length(g, (0, 0), cutoff=4)),
    "bidirectional": lambda g: len(nx.bidirectional_shortest_path(g, (0, 0), (5, 5))),
}


@pytest.mark.parametrize("name", ALGORITHMS)
def test_networkx_gives_the_same_on_a_lazy_graph_as_on_the_full_one(name):
    full, lazy = weighted(6)
    assert ALGORITHMS[name](lazy) == ALGORITHMS[name](full)


def test_a_lazy_graph_answers_for_one_node():
    graph = ring(5)
    assert 3 in graph and 5 not in graph and graph.has_node(0) and not graph.has_node("x")
    assert list(graph.neighbors(0)) == [4, 1] and graph.degree[2] == 2 and graph.has_edge(0, 4)
    assert list(graph.adj[0]) == [4, 1]


@pytest.mark.parametrize(
    "act",
    [
        list,
        lambda g: g.number_of_nodes(),
        lambda g: list(g.edges()),
        lambda g: list(nx.connected_components(g)),
        lambda g: nx.diameter(g),
        lambda g: g.add_node(1),
        lambda g: g.add_edge(0, 1),
        lambda g: g.add_nodes_from([1]),
        lambda g: g.add_edges_from([(1, 2)]),
        lambda g: g.copy(),
    ],
)
def test_what_needs_a_list_of_nodes_says_so(act):
    with pytest.raises(TypeError, match="LazyGraph cannot"):
        act(ring(5))


def test_a_node_that_is_none_has_no_neighbours():
    with pytest.raises(nx.NetworkXError):
        list(ring(5).neighbors(9))


@pytest.mark.parametrize("cost", ["walk", "jump"])
def test_strategies_play_on_a_lazy_graph_and_on_an_endless_one(cost):
    endless = LazyGraph(lambda v: (v - 1, v + 1))
    episode = play(Task(endless, 0, Reach(40)), strategies["breadth_first"].function, fog=Fog(cost))
    assert episode.outcome is Outcome.SOLVED and episode.route == 40
