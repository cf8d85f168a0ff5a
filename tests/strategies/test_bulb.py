"""BULB: beam search that goes back."""

import networkx as nx
import pytest

import research
from research.episode import Budget, Outcome
from research.fog import Fog
from research.task import Reach, Task

JUMP, ENOUGH = Fog("jump"), Budget(50_000)
KEPT = {"form": "layers", "duplicates": "kept", "h": "manhattan", "engine": "python"}


def boards(size="3x3"):
    return [research.make("sliding.random", seed=seed, size=size) for seed in range(25)]


def pairs(width):
    """The episodes of the beam and of BULB on the same boards."""
    return [
        (
            research.play(board, "beam", fog=JUMP, budget=ENOUGH, width=width, **KEPT),
            research.play(board, "bulb", fog=JUMP, budget=ENOUGH, width=width),
        )
        for board in boards()
    ]


@pytest.mark.parametrize("width", [1, 2, 10])
def test_without_a_discrepancy_it_is_the_beam(width):
    solved = [(beam, bulb) for beam, bulb in pairs(width) if beam.outcome is Outcome.SOLVED]
    assert solved
    for beam, bulb in solved:
        assert bulb.counters["discrepancies"] == 0
        assert (bulb.walk, bulb.path, bulb.generated) == (beam.walk, beam.path, beam.generated)


def test_it_solves_what_the_beam_does_not():
    failed = [(beam, bulb) for beam, bulb in pairs(1) if beam.outcome is not Outcome.SOLVED]
    assert failed
    for beam, bulb in failed:
        assert (beam.outcome, beam.reason) == (Outcome.GAVE_UP, "pruned")
        assert bulb.outcome is Outcome.SOLVED and bulb.counters["discrepancies"] >= 1
        assert bulb.walk[: len(beam.walk)] == beam.walk


@pytest.mark.parametrize("width", [1, 3, 50])
def test_it_solves_every_board_of_a_small_space(width):
    for board in boards("3x2"):
        assert research.play(board, "bulb", fog=JUMP, budget=ENOUGH, width=width).outcome is Outcome.SOLVED


def test_where_nothing_is_cut_answers_are_shortest():
    for board in boards("3x2"):
        wide = research.play(board, "bulb", fog=JUMP, width=1000)
        assert wide.route == research.play(board, "breadth_first", fog=JUMP).route


def tree():
    """S, whose best child leads into three blind alleys; G is below the other."""
    return nx.Graph([*["SA", "SB", "BG"], ("A", "x"), ("A", "y"), ("A", "z")])


def test_discrepancies_are_first_made_high_up():
    task = Task(tree(), "S", Reach("G"))
    episode = research.play(task, "bulb", fog=JUMP, h="zero", width=1)
    # Without one: S, A, x. With one: S again, its second child B, and from there G.
    assert "".join(episode.walk) == "SAxSBG"
    assert episode.counters["discrepancies"] == 1


def test_no_way_is_proved_where_memory_was_enough():
    graph = tree()
    graph.remove_edge("B", "G")
    episode = research.play(Task(graph, "S", Reach("G")), "bulb", fog=JUMP, h="zero", width=1)
    assert episode.outcome is Outcome.UNREACHABLE
    assert episode.visited == 6


def test_memory_bounds_how_deep_it_goes():
    # The goal is five steps away: the layers before it hold five nodes, one each.
    task = Task(nx.path_graph(6), 0, Reach(5))
    assert research.play(task, "bulb", fog=JUMP, h="zero", width=1, memory=5).outcome is Outcome.SOLVED
    episode = research.play(task, "bulb", fog=JUMP, h="zero", width=1, memory=4)
    assert (episode.outcome, episode.reason) == (Outcome.GAVE_UP, "memory")
    assert episode.visited == 4


def test_it_goes_back_when_memory_is_full():
    # The long branch is tried first, and its end does not fit.
    graph = nx.Graph([*zip("SABCDEF", "ABCDEFG", strict=True), ("S", "X"), ("X", "Y"), ("Y", "G")])
    episode = research.play(Task(graph, "S", Reach("G")), "bulb", fog=JUMP, h="zero", width=1, memory=3)
    assert "".join(episode.path) == "SXYG"
