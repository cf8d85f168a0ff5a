"""Monotonic beam search: wider is never worse."""

import networkx as nx
import pytest

import research
from research.episode import Budget, Outcome
from research.fog import Fog
from research.task import Reach, Task

JUMP = Fog("jump")
WIDTHS = (1, 2, 3, 5, 8, 13, 40)


def costs(instance, strategy, **params):
    """The routes by width, infinite where there is none."""
    played = [
        research.play(
            instance, strategy, fog=JUMP, budget=Budget(20_000), engine="python", width=width, **params
        )
        for width in WIDTHS
    ]
    assert all(each.outcome in (Outcome.SOLVED, Outcome.GAVE_UP) for each in played)
    return [each.route if each.outcome is Outcome.SOLVED else float("inf") for each in played]


def falls(found):
    return all(wider <= narrower for narrower, wider in zip(found, found[1:], strict=False))


def boards():
    return [research.make("sliding.shuffled", seed=seed, size="3x3", moves=60) for seed in range(6)]


def test_a_wider_beam_is_never_worse_on_boards():
    assert all(falls(costs(board, "monotone_beam")) for board in boards())


def test_a_plain_beam_is():
    worse = [board for board in boards() if not falls(costs(board, "beam", form="layers", h="manhattan"))]
    assert len(worse) == 5


@pytest.mark.parametrize("seed", range(12))
def test_a_wider_beam_is_never_worse_where_edges_have_costs(seed):
    graph = nx.gnm_random_graph(60, 150, seed=seed)
    for here, there in graph.edges:
        graph.edges[here, there]["weight"] = 1 + (7 * here + 13 * there + seed) % 20
    task = Task(graph, 0, Reach(59))
    assert falls(costs(task, "monotone_beam", h="zero"))


def test_a_beam_as_wide_as_all_layers_is_breadth_first():
    for seed in range(10):
        board = research.make("sliding.random", seed=seed, size="3x2")
        wide = research.play(board, "monotone_beam", fog=JUMP, width=1000, h="zero")
        assert wide.route == research.play(board, "breadth_first", fog=JUMP).route


def test_the_cheapest_way_that_was_met_is_taken_not_the_first():
    graph = nx.Graph()
    graph.add_weighted_edges_from([("S", "G", 10), ("S", "A", 1), ("A", "B", 1), ("B", "G", 1)])
    episode = research.play(Task(graph, "S", Reach("G")), "monotone_beam", fog=JUMP, h="zero", width=2)
    assert "".join(episode.path) == "SABG"


def test_a_narrow_beam_gives_up_and_says_that_it_pruned():
    graph = nx.Graph(["SA", "SB", "BG"])
    episode = research.play(Task(graph, "S", Reach("G")), "monotone_beam", fog=JUMP, h="zero", width=1)
    assert (episode.outcome, episode.reason) == (Outcome.GAVE_UP, "pruned")
