"""Solutions that are made shorter: still solutions, never longer, and shortest where a window holds all."""

from random import Random

import pytest
from sliding_boards import KORF_GOAL, board, contest, distances_from, neighbours, replay

pytest.importorskip("numba")

from research.kernels.found import Limits
from research.kernels.sliding.bidirectional_beam import bidirectional_beam
from research.kernels.sliding.bidirectional_tables import boards_on, letters_of
from research.kernels.sliding.shorten import shorten
from research.strategies.shortening import without_loops

GOAL = board("12345670")
BACK = str.maketrans("UDLR", "DURL")


def wandering(goal, width, steps, seed):
    """A board and the moves from it to the goal, by walking back from there at random."""
    rng, now, moves = Random(seed), goal, ""
    for _ in range(steps):
        moves += rng.choice(sorted(neighbours(now, width)[now.index(0)]))
        now = replay(now, moves[-1], width)
    return now, moves[::-1].translate(BACK)


@pytest.mark.parametrize("seed", range(5))
def test_a_window_of_all_moves_gives_a_shortest_solution(seed):
    cells, moves = wandering(GOAL, 4, 60, seed)
    found = shorten(cells, GOAL, 4, moves=moves, window=60, beam=20_000)
    assert len(found.moves) == distances_from(GOAL, 4)[cells]
    assert replay(cells, found.moves, 4) == GOAL


@pytest.mark.parametrize("beam", [10, 100, 5000])
def test_what_comes_out_is_a_solution_and_no_longer(beam):
    cells, moves = wandering(KORF_GOAL, 4, 120, seed=12)
    found = shorten(cells, KORF_GOAL, 4, moves=moves, window=16, beam=beam)
    assert replay(cells, found.moves, 4) == KORF_GOAL
    assert len(found.moves) < len(moves)
    assert (len(moves) - len(found.moves)) % 2 == 0


def test_no_window_of_what_comes_out_can_be_shortened():
    cells, goal, width = contest()[8]
    moves = bidirectional_beam(cells, goal, width, beam=50).moves
    found = shorten(cells, goal, width, moves=moves, window=14, stride=1, beam=50_000)
    assert (
        shorten(cells, goal, width, moves=found.moves, window=14, stride=1, beam=50_000).moves == found.moves
    )
    boards = boards_on(cells, found.moves, width)
    for at in range(len(boards) - 14):
        between = bidirectional_beam(boards[at], boards[at + 14], width, beam=50_000)
        assert len(between.moves) == 14


def test_walks_that_come_back_are_cut_out():
    cells = replay(GOAL, "UL", 4)
    moves = "DURLRD"
    boards = without_loops(boards_on(cells, moves, 4))
    assert letters_of(boards, 4) == "RD"
    assert boards == boards_on(cells, "RD", 4)


def test_a_solution_of_no_moves_stays():
    assert shorten(GOAL, GOAL, 4, moves="").moves == ""
    assert shorten(GOAL, GOAL, 4, moves="UD").moves == ""


def test_limits_end_it_with_a_solution():
    cells, moves = wandering(KORF_GOAL, 4, 200, seed=5)
    for limits, end in ((Limits(nodes=2000), "nodes"), (Limits(seconds=0), "seconds")):
        found = shorten(cells, KORF_GOAL, 4, moves=moves, limits=limits)
        assert found.end == end
        assert replay(cells, found.moves, 4) == KORF_GOAL


def test_moves_that_do_not_lead_to_the_goal_or_cannot_be_made_are_refused():
    with pytest.raises(ValueError, match="do not lead to the goal"):
        shorten(GOAL, GOAL, 4, moves="U")
    with pytest.raises(ValueError, match=r"move 2, 'R'.*cell 7"):
        shorten(replay(GOAL, "U", 4), GOAL, 4, moves="DR")


def test_the_same_call_gives_the_same_answer():
    cells, moves = wandering(KORF_GOAL, 4, 120, seed=7)
    assert shorten(cells, KORF_GOAL, 4, moves=moves) == shorten(cells, KORF_GOAL, 4, moves=moves)
