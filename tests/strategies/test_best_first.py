import networkx as nx

from research.episode import Outcome, play
from research.fog import Fog
from research.strategies.best_first import expand_by
from research.task import Reach, Task
from research.world import World

H = {"A": 9, "B": 6, "C": 0, "D": 0}


def reopening(view):
    yield from expand_by(view, H.__getitem__, 1.0, 1.0)


def inconsistent():
    """Return a graph on which an admissible, inconsistent heuristic makes A* expand C twice."""
    graph = nx.Graph()
    graph.add_weighted_edges_from(
        [("A", "B", 3), ("B", "C", 3), ("C", "D", 3), ("A", "C", 8), ("A", "D", 10)]
    )
    return Task(graph, "A", Reach("D"))


def test_an_inconsistent_heuristic_makes_a_star_reopen_and_stay_optimal():
    episode = play(inconsistent(), reopening, fog=Fog("jump"))
    assert episode.route == 9 and episode.path == ("A", "B", "C", "D")
    assert episode.walk.count("C") == 2


def test_reopening_costs_a_walker_no_step():
    episode = play(inconsistent(), reopening, fog=Fog("walk"))
    assert episode.outcome is Outcome.SOLVED


def test_weights_count_not_edges():
    graph = nx.Graph()
    graph.add_weighted_edges_from([("S", "G", 10), ("S", "A", 1), ("A", "G", 2)])
    task = Task(graph, "S", Reach("G"))
    from research.registry import strategies

    episode = play(task, strategies["uniform_cost"].function, fog=Fog("jump"))
    assert episode.route == 3 and World(task, Fog()).chart.route("S", "G") == ["S", "G"]
