"""A budget ends a twin where it ends the generator: after each number of steps both tell the same."""

from dataclasses import replace

import pytest

import research
from research.domains.sliding.formats import parse_board
from research.engine import play_by
from research.episode import Budget, Outcome
from research.fog import Fog
from research.kernels.twins import FEW_STEPS, twin_of
from research.parameters import bind
from research.registry import strategies

pytest.importorskip("numba")

JUMP = Fog("jump")
BEAMS = "bidirectional_beam:width=3@10"
TWINS = [
    ("breadth_first", {}),
    ("a_star", {}),
    ("weighted_a_star", {"weight": 2.0}),
    ("ida_star", {"h": "linear_conflict"}),
    ("iterative_deepening", {}),
    ("contest_beam", {}),
    ("beam", {"form": "layers", "width": 3, "ties": "newer"}),
    ("beam", {"form": "layers", "width": 4, "duplicates": "kept", "standing": "age", "layers": 4}),
    ("beam", {"trigger": 4, "width": 2}),
    ("bidirectional_beam", {"width": 5}),
    ("bidirectional_beam", {"width": 9, "corridors": True, "layers": 5}),
    ("bidirectional_breadth_first", {}),
    ("portfolio", {"stages": [BEAMS, "a_star"]}),
    ("portfolio", {"stages": ["a_star@7", "ida_star@9", "contest_beam"]}),
    ("portfolio", {"stages": [BEAMS, "bidirectional_breadth_first"], "window": 6}),
    (
        "portfolio",
        {"stages": ["breadth_first@7", "beam:width=2,trigger=3@9", BEAMS], "window": 4, "stride": 1},
    ),
    ("portfolio", {"stages": ["a_star@1", "bidirectional_breadth_first@2", "beam:form=layers,width=3"]}),
    ("rta_star", {"lookahead": 2}),
    ("lrta_star", {"trials": 3}),
]
MADE = [("2x2", 5, 0), ("3x3", 1, 0), ("3x3", 14, 1), ("4x3", 10, 1)]
# On these nobody is told beforehand that there is no way.
RINGS = ("213/4=6/870", "32/10", "21/=0")


def test_every_strategy_that_has_a_twin_is_among_them():
    twins = {name for name in strategies if twin_of(strategies[name], "slide")}
    assert {name for name, _ in TWINS} == twins


def told(task, name, params, steps):
    """What both engines tell of an episode, and which have played."""
    entry, played = strategies[name], []
    for engine in ("python", "kernel"):
        each = play_by(engine, task, entry, bind(entry, params), fog=JUMP, budget=Budget(steps))
        played.append(each)
    names = played[0].counters.keys() if steps > 1 else ()
    return [
        (
            (each.outcome, each.reason, each.error, each.path, each.letters),
            (each.expanded, each.generated, {name: each.counters[name] for name in names}),
        )
        for each in played
    ]


@pytest.mark.parametrize(("name", "params"), TWINS)
def test_after_any_few_steps_both_engines_tell_the_same(name, params):
    for size, moves, walls in MADE:
        task = research.make("sliding.shuffled", seed=moves, size=size, moves=moves, walls=walls).task()
        for steps in range(1, 51):
            python, kernel = told(task, name, params, steps)
            assert python == kernel, (size, moves, steps)


@pytest.mark.parametrize("text", RINGS)
@pytest.mark.parametrize(("name", "params"), TWINS)
def test_searches_for_what_cannot_be_found_end_alike(name, params, text):
    task = replace(parse_board(text).task(), hopeless="")
    for steps in (2, 3, 4, 12, 24, 25, 1000):
        python, kernel = told(task, name, params, steps)
        assert python == kernel, steps


def test_a_planned_way_has_to_fit_into_the_budget():
    # All is expanded in few steps, as the blank goes through corridors at once; the way is longer.
    task = parse_board("412/7=3/860").task()
    for steps in range(2, 30):
        python, kernel = told(task, "bidirectional_beam", {"corridors": True}, steps)
        assert python == kernel, steps
    assert python[0][0] is Outcome.SOLVED


def test_a_small_budget_is_left_to_the_generator():
    board = research.make("sliding.shuffled", seed=1, size=4, moves=10)
    for steps, engine in ((FEW_STEPS, "python"), (FEW_STEPS + 1, "kernel"), (None, "kernel")):
        assert research.play(board, "a_star", fog=JUMP, budget=Budget(steps)).engine == engine


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("beam", {"form": "layers", "width": 10**13}),
        ("beam", {"trigger": 10**20}),
        ("bidirectional_beam", {"layers": 10**20}),
        ("portfolio", {"stages": ["beam:form=layers,width=9999999999999"]}),
        ("portfolio", {"stages": ["a_star"], "width": 10**13}),
        ("rta_star", {"lookahead": 10**12}),
        ("lrta_star", {"trials": 10**20}),
    ],
)
def test_numbers_that_no_table_could_hold_are_left_to_the_generator(name, params):
    board = research.make("sliding.shuffled", seed=1, size=4, moves=3)
    assert (
        research.play(board, name, fog=JUMP, budget=Budget(3), engine="kernel", **params).engine == "python"
    )


@pytest.mark.parametrize(("name", "params"), TWINS)
def test_a_budget_may_be_larger_than_a_machines_number(name, params):
    board = research.make("sliding.shuffled", seed=1, size="3x3", moves=6)
    played = [
        research.play(board, name, fog=JUMP, budget=Budget(steps), engine="kernel", **params)
        for steps in (10**6, 10**25)
    ]
    assert played[0] == played[1]
