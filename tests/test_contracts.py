"""What every strategy must keep to, with every generator, under both fogs; new ones are met here too."""

import os
import subprocess
import sys

import networkx as nx
import pytest

import research
from research.episode import Outcome, play
from research.fog import Fog
from research.instances import instance_of
from research.needs import offers_of, unmet
from research.parameters import bind
from research.registry import formats, generators, metrics, strategies

# Those that come with the project, whatever plug-ins other tests have loaded.
# A program is nobody without its command; tests/arena has some.
STRATEGIES = [
    name
    for name in strategies
    if strategies[name].function.__module__.startswith("research.") and name != "program"
]
GENERATORS = [
    name
    for name in generators
    if generators[name].traits.get("seeded", True)
    and name not in ("sliding.file", "coverage.notebook", "architect")
]
SMALL = {
    "maze.buildfun": {},
    "sliding.random": {"size": "3x2"},
    "sliding.shuffled": {"size": "3x2"},
    "coverage.singles": {"size": 6},
}
MAZES = [name for name in GENERATORS if name.startswith("maze.")]
FOGS = [Fog("walk"), Fog("jump"), Fog("walk", "hidden"), Fog("walk", sight=2), Fog("walk", sight=1000)]
# Each kind of board and each fog in the default suite; in the slow one each with walk, jump and another fog.
QUICK = {
    ("maze.backtracker", FOGS[0]),
    ("maze.pacman", FOGS[1]),
    ("maze.buildfun", FOGS[2]),
    ("maze.wilson", FOGS[3]),
    ("sliding.random", FOGS[1]),
    ("sliding.shuffled", FOGS[0]),
    ("coverage.fleet", FOGS[0]),
    ("coverage.singles", FOGS[4]),
}
CONDITIONS = [
    pytest.param(name, fog, id=f"{name}-{fog}", marks=() if (name, fog) in QUICK else pytest.mark.slow)
    for at, name in enumerate(GENERATORS)
    for fog in FOGS
    if fog in (*FOGS[:2], FOGS[2 + at % 3]) or (name, fog) in QUICK
]
ALLOWED = {Outcome.SOLVED, Outcome.GAVE_UP, Outcome.OUT_OF_BUDGET}


def task_of(generator, seed=3):
    return instance_of(generator, SMALL.get(generator, {"size": 9}), seed).make().task()


def episode_of(strategy, generator, fog, seed=3):
    """Return the episode, or the reason why there is none."""
    task, entry = task_of(generator, seed), strategies[strategy]
    params = bind(entry, {})
    reason = unmet(entry, params, offers_of(task), fog)
    if reason:
        return task, reason
    budget = research.Budget(steps=20_000)
    return task, play(task, entry.function, fog=fog, budget=budget, seed=seed, **params)


@pytest.mark.parametrize(("generator", "fog"), CONDITIONS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_step_is_an_edge_and_the_same_seed_makes_the_same_walk(strategy, generator, fog):
    task, episode = episode_of(strategy, generator, fog)
    if isinstance(episode, str):
        assert strategy in episode or "heuristic" in episode
        return
    assert episode.outcome in ALLOWED, episode
    if fog.cost == "walk":
        assert all(task.graph.has_edge(a, b) for a, b in zip(episode.walk, episode.walk[1:]))
    else:
        entered = set()
        for node in episode.walk:
            assert not entered or node in entered or entered & set(task.graph[node])
            entered.add(node)
    if episode.outcome is Outcome.SOLVED and not task.goals:
        assert set(episode.walk) == task.objective.nodes and episode.walk.count(episode.walk[-1]) == 1
    elif episode.outcome is Outcome.SOLVED:
        assert episode.walk[-1] in task.goals and not set(episode.walk[:-1]) & set(task.goals)
        assert episode.route >= nx.shortest_path_length(task.graph, task.start, task.goals[0])
        assert nx.is_path(task.graph, episode.path)
    assert episode == episode_of(strategy, generator, fog)[1]


@pytest.mark.parametrize(("generator", "fog"), CONDITIONS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_no_strategy_peeks(strategy, generator, fog):
    task, episode = episode_of(strategy, generator, fog)
    if isinstance(episode, str) or generator not in (*MAZES, "coverage.fleet", "coverage.singles"):
        return
    budget = research.Budget(steps=3_000)
    found = research.audit(task, strategy, fog=fog, budget=budget, seed=3, replays=2)
    assert found.honest, found


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_unreachable_goal_never_makes_a_search_fail(strategy, shut_in):
    for fog in (Fog("walk"), Fog("jump")):
        if unmet(strategies[strategy], bind(strategies[strategy], {}), offers_of(shut_in.task()), fog):
            continue
        episode = research.play(shut_in, strategy, fog=fog, budget=research.Budget(steps=5_000))
        expected = {
            "wall_follower": (Outcome.GAVE_UP, "cycle"),
            "random_walk": (Outcome.OUT_OF_BUDGET, "steps"),
            "least_visited": (Outcome.OUT_OF_BUDGET, "steps"),
            "rotor_router": (Outcome.OUT_OF_BUDGET, "steps"),
            "ida_star": (Outcome.OUT_OF_BUDGET, "steps"),
            "iterative_deepening": (Outcome.OUT_OF_BUDGET, "steps"),
        }.get(strategy, (Outcome.UNREACHABLE, episode.reason))
        assert (episode.outcome, episode.reason) == expected


# Those that may miss a goal, and those that go on for ever where there is none.
COMPLETE = sorted(
    set(STRATEGIES)
    - {"beam", "monotone_beam", "wall_follower", "contest_beam", "bidirectional_beam"}
    - {"random_walk", "ida_star", "iterative_deepening", "least_visited", "rotor_router"}
)


@pytest.mark.parametrize("strategy", COMPLETE)
@pytest.mark.parametrize("seed", range(5))
def test_a_complete_search_finds_every_goal_on_boards_with_loops(strategy, seed):
    graph, maze = loopy(seed)
    for fog in (Fog("walk"), Fog("jump")):
        if unmet(strategies[strategy], bind(strategies[strategy], {}), offers_of(maze.task()), fog):
            continue
        episode = research.play(maze, strategy, fog=fog)
        reachable = nx.has_path(graph, maze.start, maze.goal)
        assert episode.outcome is (Outcome.SOLVED if reachable else Outcome.UNREACHABLE), (fog, episode)


def loopy(seed):
    """Return a 9x9 board on which each wall stands with probability 0.4."""
    import numpy as np

    from research.domains.maze import Maze

    rng = np.random.default_rng(seed)
    maze = Maze(rng.random((8, 9)) < 0.4, rng.random((9, 8)) < 0.4, (0, 0), ((8, 8),))
    return maze.to_networkx(), maze


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("h", ["manhattan", "zero", "euclidean", "octile", "misplaced"])
def test_searches_with_an_admissible_heuristic_find_an_optimal_route(h, seed):
    graph, maze = loopy(seed)
    if not nx.has_path(graph, maze.start, maze.goal):
        return
    best = nx.shortest_path_length(graph, maze.start, maze.goal)
    for strategy, params in (("a_star", {"h": h}), ("breadth_first", {}), ("uniform_cost", {})):
        assert research.play(maze, strategy, fog=Fog("jump"), **params).route == best
    weighted = research.play(maze, "weighted_a_star", fog=Fog("jump"), h=h, weight=1.5)
    assert weighted.route <= 1.5 * best


SCRIPT = """
import research
from research.registry import strategies
for generator in ("maze.backtracker", "maze.kruskal", "maze.wilson"):
    maze = research.make(generator, seed=5, size=8)
    for name in strategies:
        if name == "program":
            continue
        needs = strategies[name].traits.get("needs", ())
        board = research.make("sliding.random", seed=5) if "slide" in needs else maze
        fog = research.Fog("jump" if "jump" in needs else "walk", sight=1000 if "map" in needs else 1)
        episode = research.play(board, name, fog=fog, seed=5, budget=research.Budget(steps=2000))
        print(generator, name, episode.outcome, episode.letters)
"""


def test_walks_are_the_same_under_every_hash_seed():
    printed = set()
    for hash_seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", SCRIPT]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        printed.add(done.stdout)
    assert len(printed) == 1 and len(printed.pop().splitlines()) == 3 * len(STRATEGIES)


@pytest.mark.parametrize("name", [name for name in formats if "world" not in formats[name].traits])
@pytest.mark.parametrize("generator", MAZES)
def test_every_format_reads_back_what_it_writes(name, generator, tmp_path):
    maze = instance_of(generator, SMALL.get(generator, {"size": 9}), 4).make()
    path = tmp_path / "maze.any"
    research.write(maze, path, format=name)
    assert research.read(path, format=name) == maze
    assert research.read(path) == maze


@pytest.mark.parametrize("registry", [strategies, generators, formats, metrics], ids=lambda r: r.kind)
def test_everything_registered_says_what_it_is(registry):
    for name in registry:
        assert registry[name].doc, name
        # Moves of a blank are counted by their letters.
        assert name == name.lower() or name in "LRUD"


@pytest.mark.parametrize("name", list(metrics))
def test_a_metric_says_what_it_is_of_in_which_unit(name):
    traits = metrics[name].traits
    assert traits["per"] in ("episode", "instance") and traits["unit"]
    assert all(part in metrics for part in traits.get("ratio_of", ()))
