import pytest

import research
from research.episode import Outcome
from research.fog import Fog


@pytest.fixture
def maze():
    return research.make("maze.kruskal", seed=4, size=20)


@pytest.mark.parametrize("form", ["trigger", "layers"])
def test_a_beam_that_never_cuts_is_breadth_first(maze, form):
    beam = research.play(maze, "beam", form=form, trigger=10_000, width=10_000, fog=Fog("jump"), h="zero")
    assert beam.walk == research.play(maze, "breadth_first", fog=Fog("jump")).walk


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
