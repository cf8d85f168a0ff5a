import networkx as nx
import pytest

import research
from research.fog import Fog
from research.needs import Offers, offers_of, unmet
from research.parameters import bind
from research.registry import strategies
from research.task import Cover, Reach, Task

MAZE = Offers("grid4", "NESW", frozenset({"goal", "headings", "outline"}))
SLIDING = Offers("slide", "ULRD", frozenset({"goal"}))
BOARD = Offers("grid4", "NESW", frozenset({"headings"}))


def reason(name, offers, fog=Fog(), **params):
    return unmet(strategies[name], bind(strategies[name], params), offers, fog)


@pytest.mark.parametrize(
    ("name", "offers", "fog", "params", "said"),
    [
        ("a_star", MAZE, Fog(), {}, ""),
        ("a_star", MAZE, Fog(goal="hidden"), {}, "a_star needs a goal whose place is known"),
        ("a_star", BOARD, Fog(), {}, "a_star needs a goal whose place is known"),
        ("breadth_first", BOARD, Fog(goal="hidden"), {}, ""),
        ("a_star", SLIDING, Fog("jump"), {"h": "octile"}, "heuristic octile is not defined for slide moves"),
        ("a_star", MAZE, Fog("jump"), {"h": "linear_conflict"}, "heuristic linear_conflict is not defined for grid4"),
        ("a_star", SLIDING, Fog("jump"), {"h": "linear_conflict"}, ""),
        ("contest_beam", MAZE, Fog("jump"), {}, "contest_beam plays sliding puzzles only"),
        ("a_star", SLIDING, Fog("jump"), {"h": "zero"}, ""),
        ("a_star", Offers(features=frozenset({"goal"})), Fog(), {}, "heuristic manhattan is not defined for plain"),
        ("wall_follower", SLIDING, Fog(), {}, "wall_follower needs headings"),
        ("wall_follower", MAZE, Fog("jump"), {}, "wall_follower is an agent that walks"),
        ("flood_fill", BOARD, Fog(), {}, "flood_fill needs a goal"),
        ("depth_first", MAZE, Fog(), {"order": "ULRD"}, "order ULRD does not name the directions NESW"),
        ("depth_first", MAZE, Fog(), {"order": "NES"}, "order NES leaves out some"),
        ("depth_first", Offers(), Fog(), {"order": "NESW"}, "order NESW does not name the directions (there are none)"),
    ],
)  # fmt: skip
def test_the_reason_why_a_pair_cannot_be_played(name, offers, fog, params, said):
    found = reason(name, offers, fog, **params)
    assert found.startswith(said) and bool(found) == bool(said)


def test_a_task_offers_what_its_generator_promises(example):
    from research.registry import generators

    made = {
        "sliding": "sliding.random",
        "coverage": "coverage.fleet",
        "coverage.notebook": "coverage.notebook",
    }
    tasks = {"maze": example.task()} | {name: research.make(each).task() for name, each in made.items()}
    for name in generators:
        task = tasks["maze"] if name == "architect" else tasks.get(name, tasks[name.partition(".")[0]])
        assert generators[name].traits["offers"] == offers_of(task)


def test_a_plain_graph_offers_its_goal_only():
    assert offers_of(Task(nx.path_graph(3), 0, Reach(2))) == Offers(features=frozenset({"goal"}))
    assert offers_of(Task(nx.path_graph(3), 0, Cover(frozenset({2})))) == Offers()


def test_play_says_why_it_will_not(example):
    with pytest.raises(ValueError, match="cannot play .*needs a goal whose place is known"):
        research.play(example, "a_star", fog=Fog(goal="hidden"))
