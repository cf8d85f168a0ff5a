import networkx as nx
import pytest

import research
from research.episode import Budget, Outcome
from research.fog import Fog
from research.task import Reach, Task


@pytest.fixture
def maze():
    return research.make("maze.kruskal", seed=4, size=20)


def test_a_queue_that_is_never_cut_is_breadth_first(maze):
    beam = research.play(maze, "beam", trigger=10_000, width=10_000, fog=Fog("jump"), h="zero")
    assert beam.walk == research.play(maze, "breadth_first", fog=Fog("jump")).walk


def test_layers_that_are_never_cut_are_breadth_first_up_to_the_goal(maze):
    beam = research.play(maze, "beam", form="layers", width=10_000, fog=Fog("jump"), h="zero")
    breadth_first = research.play(maze, "breadth_first", fog=Fog("jump"))
    assert beam.path == breadth_first.path
    # The goal is taken when it is generated, before the rest of its layer.
    assert breadth_first.walk[: len(beam.walk) - 1] == beam.walk[:-1]


@pytest.mark.parametrize("form", ["trigger", "layers"])
def test_a_narrow_beam_may_fail_and_says_that_it_pruned(maze, form):
    outcomes = set()
    for seed in range(30):
        other = research.make("maze.kruskal", seed=seed, size=20)
        episode = research.play(other, "beam", form=form, trigger=2, width=1)
        outcomes.add((episode.outcome, episode.reason))
    assert (Outcome.GAVE_UP, "pruned") in outcomes
    assert outcomes <= {(Outcome.GAVE_UP, "pruned"), (Outcome.SOLVED, "")}


def test_no_more_than_the_trigger_stay_open(maze):
    opened = []

    def watched(view):
        from research.strategies.beam import beam

        for node in beam(view, trigger=6, width=3):
            yield node
            opened.append(node)

    research.play(maze, watched, fog=Fog("jump"))
    wide = research.play(maze, "beam", trigger=600, width=300, fog=Fog("jump"))
    assert 0 < len(opened) < len(wide.walk)


def test_a_beam_without_anything_left_has_proved_that_there_is_no_way(shut_in):
    assert research.play(shut_in, "beam").outcome is Outcome.UNREACHABLE


def layered(graph, start="S", goal="G", **params):
    """The walk of a layered beam on a small graph, neighbours in the order of its edges."""
    task = Task(graph, start, Reach(goal))
    params = {"h": "zero", "form": "layers"} | params
    return research.play(task, "beam", fog=Fog("jump"), budget=Budget(30), **params)


def fan():
    """S with the children A, B and C, which have the children a, b and c; only b leads to G."""
    return nx.Graph(["SA", "SB", "SC", "Aa", "Bb", "Cc", "bG"])


@pytest.mark.parametrize(
    ("ties", "standing", "walk"),
    [
        ("older", "h", "SABab"),
        ("older", "age", "SABab"),
        ("newer", "h", "SCBbG"),
        ("newer", "age", "SBCbG"),
    ],
)
def test_ties_say_who_is_kept_and_standing_who_is_first(ties, standing, walk):
    episode = layered(fan(), width=2, ties=ties, standing=standing)
    assert "".join(episode.walk)[:5] == walk


def test_random_ties_are_the_same_for_a_seed_and_differ_between_seeds():
    def walk(seed):
        task = Task(fan(), "S", Reach("G"))
        rules = {"h": "zero", "form": "layers", "width": 1, "ties": "random"}
        return research.play(task, "beam", fog=Fog("jump"), seed=seed, **rules).walk

    walks = {seed: walk(seed) for seed in range(20)}
    assert len({each[1] for each in walks.values()}) == 3
    assert all(walk(seed) == walks[seed] for seed in walks)


def test_what_was_cut_may_be_generated_again_unless_all_is_closed():
    # B is cut from the first layer; from the second it can be come to again.
    graph = nx.Graph(["SA", "SB", "AB", "BG"])
    assert layered(graph, width=1, duplicates="all").outcome is Outcome.GAVE_UP
    again = layered(graph, width=1, duplicates="kept")
    assert (again.outcome, "".join(again.path)) == (Outcome.SOLVED, "SABG")


def ring():
    """A ring of S, A and B; from B one comes to C and from there to G."""
    return nx.Graph(["SA", "AB", "BS", "BC", "CG"])


def test_a_beam_that_closes_nothing_may_go_round_in_circles():
    # The only way on is the one that is always cut.
    kept = layered(ring(), width=1, duplicates="kept")
    assert (kept.outcome, kept.reason) == (Outcome.SOLVED, "")
    rounds = layered(ring(), width=1, duplicates="layer")
    assert (rounds.outcome, rounds.reason) == (Outcome.OUT_OF_BUDGET, "steps")


def test_a_route_that_passes_a_node_twice_is_told_without_the_circle():
    graph, task = ring(), Task(ring(), "S", Reach("G"))
    rules = {"h": "zero", "form": "layers", "width": 1, "duplicates": "layer", "ties": "random"}
    episodes = [research.play(task, "beam", fog=Fog("jump"), seed=seed, **rules) for seed in range(10)]
    assert any(len(episode.walk) > len(graph) for episode in episodes)
    assert all("".join(episode.path) in ("SBCG", "SABCG") for episode in episodes)


def test_f_takes_the_cheap_way_where_h_takes_the_older():
    graph = nx.Graph()
    graph.add_weighted_edges_from([("S", "A", 9), ("S", "B", 1), ("A", "G", 1), ("B", "G", 1)])
    assert "".join(layered(graph, width=1, rank="h").path) == "SAG"
    assert "".join(layered(graph, width=1, rank="f").path) == "SBG"


def test_a_limit_on_layers_is_a_reason_to_give_up():
    episode = layered(nx.path_graph(6), 0, 5, width=3, layers=4)
    assert (episode.outcome, episode.reason, episode.expanded) == (Outcome.GAVE_UP, "layers", 4)
    assert layered(nx.path_graph(6), 0, 5, width=3, layers=5).outcome is Outcome.SOLVED


def test_an_order_of_moves_breaks_ties():
    board = research.make("sliding.shuffled", seed=3, size=3, moves=40)
    walks = {
        research.play(board, "beam", fog=Fog("jump"), form="layers", width=4, order=order).walk[1]
        for order in ("ULRD", "RLDU")
    }
    assert len(walks) == 2
