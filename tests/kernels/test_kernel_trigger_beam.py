"""The compiled beam with a trigger makes the generator's search."""

from random import Random

import pytest
from sliding_boards import KORF_GOAL, contest, korf, replay, scrambled

import research
from research.episode import Budget
from research.fog import Fog

pytest.importorskip("numba")

from research.kernels.found import Limits
from research.kernels.sliding.trigger_beam import trigger_beam
from research.strategies.beam import TERMS


def told(board, engine, budget, **params):
    """What an episode tells of the search."""
    played = research.play(board, "beam", fog=Fog("jump"), budget=budget, engine=engine, **params)
    assert played.engine == engine
    return (
        (played.outcome, played.reason, played.path, played.letters),
        (played.expanded, played.generated, played.visited),
    )


@pytest.mark.parametrize("h", [*TERMS, "contest_distance+misplaced", "manhattan+squared_euclidean"])
def test_both_engines_tell_the_same_of_boards_of_all_shapes(h):
    rng = Random(h)
    for seed, size in enumerate(("2x2", "2x6", "3x3", "4x3", "4x4", "5x5", "6x6")):
        cells = int(size[0]) * int(size[2])
        for goal in ("blank_first", "blank_last"):
            made = {"size": size, "moves": rng.choice((9, 31)), "goal": goal, "walls": seed % 2 * cells // 6}
            board = research.make("sliding.shuffled", seed=seed, **made)
            # A width above the trigger sorts and cuts nothing.
            params = {"h": h, "trigger": rng.choice((1, 6, 40)), "width": rng.choice((1, 3, 12))}
            for steps in (2, rng.randrange(3, 40), 1500):
                pair = [told(board, each, Budget(steps), **params) for each in ("python", "kernel")]
                assert pair[0] == pair[1], (made, params, steps)


def test_a_beam_that_was_sorted_but_lost_nothing_has_proved_that_there_is_no_way():
    # On a ring the order of the tiles is fixed.
    cells, goal = bytes([2, 1, 3, 4, 255, 6, 8, 7, 0]), bytes([1, 2, 3, 4, 255, 6, 7, 8, 0])
    assert trigger_beam(cells, goal, 3, trigger=1, beam_width=2).reason == ""
    assert trigger_beam(cells, goal, 3, trigger=1, beam_width=1).reason == "pruned"


def test_growing_and_slices_do_not_change_the_search(monkeypatch):
    cells, goal, width = contest()[4]
    whole = trigger_beam(cells, goal, width, limits=Limits(nodes=60_000))
    monkeypatch.setattr("research.kernels.sliding.queue_beam.SLICE_NODES", 100)
    again = trigger_beam(cells, goal, width, limits=Limits(nodes=60_000))
    assert (again.end, again.moves, again.generated) == (whole.end, whole.moves, whole.generated)


def test_a_long_queue_stays_sorted():
    cells = korf()[12]
    found = trigger_beam(cells, KORF_GOAL, 4, trigger=9_000, beam_width=4_000)
    assert found.end == "solved" and found.cuts > 10 and found.peak_open > 9_000
    assert replay(cells, found.moves, 4) == KORF_GOAL


def test_limits_end_the_search():
    cells = korf()[1]
    for limits, end in (
        (Limits(nodes=200), "nodes"),
        (Limits(expansions=50), "nodes"),
        (Limits(seconds=0.0), "seconds"),
        (Limits(memory_mb=0.01), "memory"),
        (Limits(memory_mb=1), "memory"),
    ):
        assert trigger_beam(cells, KORF_GOAL, 4, trigger=9_000, limits=limits).end == end
    assert trigger_beam(cells, KORF_GOAL, 4, limits=Limits(expansions=50)).expanded == 50


def test_a_number_below_one_is_refused():
    for wrong in ({"trigger": 0}, {"beam_width": 0}):
        with pytest.raises(ValueError, match="at least 1"):
            trigger_beam(scrambled(KORF_GOAL, 4, 9, 1), KORF_GOAL, 4, **wrong)
