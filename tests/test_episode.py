import time

import networkx as nx
import pytest

import research
from research.episode import Budget, Outcome, play
from research.fog import Fog
from research.task import Reach, Task

PATH = Task(nx.path_graph(6), 0, Reach(5))
SPLIT = Task(nx.Graph([(0, 1), (2, 3)]), 0, Reach(3))


def onward(view):
    while view.moves():
        yield view.moves()[-1]


def outcome(strategy, task=PATH, **options):
    episode = play(task, strategy, **options)
    return episode.outcome, episode.reason


def test_a_solved_walk_is_counted_from_start_to_goal():
    episode = play(PATH, onward)
    assert episode.outcome is Outcome.SOLVED and episode.walk == tuple(range(6))
    assert (episode.steps, episode.backsteps, episode.visited, episode.cost) == (5, 0, 6, 5)
    assert episode.expanded is None and episode.route == 5 and episode.path == tuple(range(6))


def test_under_jump_expansions_are_counted_instead_of_steps():
    episode = play(PATH, onward, fog=Fog("jump"))
    assert episode.expanded == 6 == episode.cost and episode.steps is None and episode.route == 5


def test_backsteps_are_the_steps_into_visited_nodes():
    episode = play(PATH, lambda view: (yield from [1, 0, 1, 2, 3, 4, 5]))
    assert episode.steps == 7 and episode.backsteps == 2 and episode.visited == 6


def test_start_on_the_goal_is_solved_without_a_move():
    episode = play(Task(nx.path_graph(2), 0, Reach(0)), onward)
    assert episode.outcome is Outcome.SOLVED and episode.steps == 0 and episode.path == (0,)


def test_a_strategy_that_stops_has_given_up():
    assert outcome(lambda view: (yield 1)) == (Outcome.GAVE_UP, "")


def test_its_reason_is_kept():
    def tired(view):
        yield 1
        return "tired"

    assert outcome(tired) == (Outcome.GAVE_UP, "tired")


def test_an_empty_frontier_proves_that_the_goal_cannot_be_reached():
    assert outcome(onward, SPLIT) == (Outcome.UNREACHABLE, "")


def test_a_claim_that_nobody_can_prove_is_giving_up():
    def claims(view):
        yield 1
        return Outcome.UNREACHABLE

    assert outcome(claims)[0] is Outcome.GAVE_UP


def test_the_step_budget_ends_the_walk():
    episode = play(PATH, onward, budget=Budget(steps=3))
    assert (episode.outcome, episode.reason, episode.steps) == (Outcome.OUT_OF_BUDGET, "steps", 3)


def test_arriving_with_the_last_step_counts():
    assert play(PATH, onward, budget=Budget(steps=5)).outcome is Outcome.SOLVED


@pytest.mark.parametrize("node", [4, "x", None, [0]])
def test_an_unknown_node_is_illegal(node):
    episode = play(PATH, lambda view: (yield node))
    assert episode.outcome is Outcome.ILLEGAL and repr(node) in episode.reason


def test_an_exception_is_a_crash_with_its_place():
    def broken(view):
        yield 1
        raise KeyError("lost")

    episode = play(PATH, broken)
    assert (episode.outcome, episode.reason) == (Outcome.CRASHED, "KeyError")
    assert episode.error.startswith("test_episode.py:") and "lost" in episode.error


def test_leaving_the_program_is_a_crash():
    def leaves(view):
        yield 1
        raise SystemExit(3)

    assert outcome(leaves) == (Outcome.CRASHED, "SystemExit")


def test_a_function_that_yields_nothing_is_told_so():
    episode = play(PATH, lambda view: None)
    assert episode.outcome is Outcome.CRASHED and "must yield" in episode.error


def test_a_keyboard_interrupt_is_not_swallowed():
    def interrupted(view):
        yield 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(PATH, interrupted)


def test_a_strategy_that_never_yields_is_timed_out():
    def thinks(view):
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                continue
        yield 1

    started = time.perf_counter()
    assert outcome(thinks, budget=Budget(seconds=0.2)) == (Outcome.TIMED_OUT, "0.2 s")
    assert time.perf_counter() - started < 2


def test_memory_beyond_the_budget_is_refused():
    def greedy(view):
        held = []
        while True:
            held.append(bytearray(2**24))
        yield 1

    assert outcome(greedy, budget=Budget(memory_mb=200))[0] is Outcome.OUT_OF_MEMORY


def test_the_memory_limit_is_taken_back():
    play(PATH, onward, budget=Budget(memory_mb=50))
    assert len(bytearray(2**28)) == 2**28


def test_a_strategy_that_ignores_its_end_does_not_change_what_happened():
    def clings(view):
        for node in (1, 2, 3, 4, 5):
            try:
                yield node
            except GeneratorExit:
                yield 0

    assert outcome(clings) == (Outcome.SOLVED, "")


def test_parents_that_lead_nowhere_are_illegal_under_jump():
    def lies(view):
        for node in (1, 2, 3, 4):
            yield node
        view.parents[5] = 0
        yield 5

    assert outcome(lies, fog=Fog("jump"))[0] is Outcome.ILLEGAL
    assert outcome(lies) == (Outcome.SOLVED, "")


def test_the_route_under_jump_is_the_strategys_own():
    square = Task(nx.Graph([(0, 1), (1, 2), (2, 3), (0, 3), (3, 4)]), 0, Reach(4))

    def long_way(view):
        for before, node in ((0, 1), (1, 2), (2, 3), (3, 4)):
            view.parents[node] = before
            yield node

    assert play(square, long_way, fog=Fog("jump")).route == 4
    assert play(square, long_way, fog=Fog("walk")).route == 2


@pytest.mark.parametrize("bad", [{"steps": 0}, {"seconds": -1}, {"memory_mb": 0}])
def test_a_budget_of_nothing_is_refused(bad):
    with pytest.raises(ValueError, match="more than 0"):
        Budget(**bad)


def test_letters_tell_the_walk(example):
    episode = research.play(example, "breadth_first", fog=Fog("jump"))
    assert len(episode.letters) == episode.route == 14
