"""RTA* and LRTA*: by the definition on small graphs, with and without pruning, on boards and in mazes."""

from itertools import pairwise
from math import inf

import networkx as nx
import pytest

import research
from research.domains.sliding.formats import parse_board
from research.episode import Outcome, play
from research.fog import Fog
from research.registry import strategies
from research.strategies.real_time import known_edges
from research.task import Reach, Task

WALK, JUMP = Fog("walk"), Fog("jump")
BOTH = ["rta_star", "lrta_star"]


def fork():
    """A dead end A-D beside the way S-B-G to the goal."""
    graph = nx.Graph()
    graph.add_weighted_edges_from([("S", "A", 1), ("S", "B", 3), ("A", "D", 1), ("B", "G", 1)])
    return Task(graph, "S", Reach("G"))


@pytest.mark.parametrize("fog", [WALK, JUMP])
@pytest.mark.parametrize(
    ("name", "walk"),
    [
        # By hand, h = 0. S: A 1, B 3, keeps 3. A: S 4, D 1, keeps 4. D: A 5, keeps inf. A: S 4, keeps inf.
        # S: B 3, keeps inf. B: S inf, G 1.
        ("rta_star", "SADASBG"),
        # S keeps 1, A 1, D 2, A 2; S: A 3, B 3, the first, keeps 3. A: D 3, S 4, keeps 3. D keeps 4.
        # A: S 4, keeps 4. S: A 5, B 3. B: S 6, G 1.
        ("lrta_star", "SADASADASBG"),
    ],
)
def test_a_walk_by_hand(name, walk, fog):
    episode = play(fork(), strategies[name].function, fog=fog, h="zero", ties="first")
    assert episode.outcome is Outcome.SOLVED and "".join(episode.walk) == walk
    assert "".join(episode.path) == "SBG" and episode.route == 4


def test_trials_by_hand():
    # The second trial: S: A 5, B 1 + 3, keeps 4. B: G 1, keeps 1. The third raises nothing: it is the last.
    episode = play(fork(), strategies["lrta_star"].function, fog=JUMP, h="zero", ties="first", trials=9)
    assert "".join(episode.walk) == "SADASADASB" + "SB" + "SBG"
    assert episode.counters == {"trials": 3, "first_trial": 10, "last_trial": 2}
    assert "".join(episode.path) == "SBG"


def without_pruning(learns):
    """Return RTA* or LRTA* as a plain reading of the definition: every value is searched to its end."""

    def minimin(view, estimate, node, before, g, depth):
        beyond = known_edges(view, node) if depth and node not in view.goals else {}
        if not beyond:
            return g + estimate(node)
        deeper = [
            minimin(view, estimate, child, node, g + cost, depth - 1)
            for child, cost in beyond.items()
            if child != before
        ]
        return min(deeper, default=inf)

    def strategy(view, lookahead):
        estimate, table = research.heuristics.toward("manhattan", view), {}
        while True:
            here = view.here
            values = {
                child: cost + table[child]
                if child in table
                else minimin(view, estimate, child, here, cost, lookahead - 1)
                for child, cost in view.edges[here].items()
            }
            best, second = sorted([*values.values(), inf])[:2]
            table[here] = max(table.get(here, estimate(here)), best) if learns else second
            yield view.rng.choice([child for child, f in values.items() if f == best])

    return strategy


@pytest.mark.parametrize("lookahead", [1, 2, 3, 6])
@pytest.mark.parametrize("name", BOTH)
def test_alpha_pruning_changes_no_walk(name, lookahead):
    for seed in range(2):
        boards = [
            research.make("sliding.shuffled", seed=seed, size=4, moves=16),
            research.make("sliding.random", seed=seed, size="3x3", walls=1),
        ]
        for board in boards:
            plain = play(board.task(), without_pruning(name == "lrta_star"), lookahead=lookahead, seed=seed)
            pruned = research.play(board, name, engine="python", lookahead=lookahead, seed=seed)
            assert pruned.walk == plain.walk and pruned.outcome is Outcome.SOLVED


@pytest.mark.parametrize("name", BOTH)
def test_alpha_pruning_changes_no_walk_in_mazes_that_are_seen_from_afar(name):
    for seed in range(5):
        maze, fog = research.make("maze.kruskal", seed=seed, size=9, braid=0.5), Fog("walk", sight=4)
        plain = play(maze.task(), without_pruning(name == "lrta_star"), fog=fog, lookahead=4, seed=seed)
        assert research.play(maze, name, fog=fog, lookahead=4, seed=seed).walk == plain.walk


@pytest.mark.parametrize("fog", [WALK, JUMP])
@pytest.mark.parametrize("lookahead", [1, 4])
@pytest.mark.parametrize("name", BOTH)
def test_an_agent_always_arrives_in_a_maze(name, lookahead, fog):
    for seed in range(2):
        for generator, params in (("maze.backtracker", {}), ("maze.wilson", {"braid": 0.6})):
            maze = research.make(generator, seed=seed, size=10, **params)
            episode = research.play(maze, name, fog=fog, lookahead=lookahead, seed=seed)
            assert episode.outcome is Outcome.SOLVED
            assert all(maze.task().graph.has_edge(a, b) for a, b in pairwise(episode.walk))


@pytest.mark.parametrize("name", BOTH)
def test_a_lookahead_sees_what_is_charted_and_no_more(name):
    for seed in range(3):
        maze = research.make("maze.kruskal", seed=seed, size=9, braid=0.5)
        far = research.audit(maze, name, fog=Fog("walk", sight=3), seed=seed, lookahead=6)
        assert far.honest
        # With sight 1 no unvisited neighbour is charted, so that a deeper look changes nothing.
        near = [research.play(maze, name, seed=seed, lookahead=depth).walk for depth in (1, 6)]
        assert near[0] == near[1]
        afar = [research.play(maze, name, fog=Fog(sight=3), seed=seed, lookahead=k).walk for k in (1, 6)]
        assert afar[0] != afar[1]


@pytest.mark.parametrize("name", BOTH)
def test_random_ties_are_the_seeds_own(name):
    board = research.make("sliding.shuffled", seed=2, size=4, moves=20)
    walks = [research.play(board, name, seed=seed, lookahead=3).letters for seed in (0, 1, 2, 0)]
    assert walks[0] == walks[3] and len(set(walks)) == 3
    first = [research.play(board, name, seed=seed, lookahead=3, ties="first").letters for seed in (0, 1)]
    assert first[0] == first[1]


def test_a_deeper_look_makes_fewer_moves():
    boards = [research.make("sliding.random", seed=seed, size=3) for seed in range(8)]
    moves = [sum(research.play(board, "rta_star", lookahead=k).steps for board in boards) for k in (1, 6)]
    assert 2 * moves[1] < moves[0]


@pytest.mark.parametrize("ties", ["random", "first"])
def test_lrta_star_learns_a_shortest_way_in_a_maze(ties):
    for seed in range(4):
        maze = research.make("maze.kruskal", seed=seed, size=8, braid=0.7)
        learned = research.play(maze, "lrta_star", fog=JUMP, ties=ties, trials=10_000, seed=seed)
        best = nx.shortest_path_length(maze.task().graph, maze.start, maze.goal)
        assert learned.route == learned.counters["last_trial"] == best <= learned.counters["first_trial"]
        assert 1 < learned.counters["trials"] < 10_000


def test_trials_need_jump():
    board = parse_board("102/754/863")
    with pytest.raises(ValueError, match="with more than one of trials begins again at the start"):
        research.play(board, "lrta_star", trials=2)
    assert research.play(board, "lrta_star", trials=1).counters["trials"] == 1


def test_a_board_next_to_the_goal_takes_one_move():
    for name in BOTH:
        episode = research.play(parse_board("123/456/708"), name)
        assert episode.letters == "R" and episode.route == 1


def test_who_never_left_the_start_does_not_pay_for_going_back():
    # The start's value grows from 0 to 1 in the first trial; it is never left before the goal.
    task = Task(nx.path_graph(2), 0, Reach(1))
    episode = play(task, strategies["lrta_star"].function, fog=JUMP, h="zero", trials=9)
    assert episode.counters == {"trials": 2, "first_trial": 1, "last_trial": 1} and episode.walk == (0, 1)


def test_an_experiments_table_shows_first_and_last_trial(tmp_path):
    content = {
        "seeds": "1..2",
        "instances": [{"sliding.random": {"size": "3x2"}}],
        "strategies": [{"lrta_star": {"trials": [1, 1000]}}, "rta_star"],
        "fog": {"cost": "jump"},
        "metrics": ["trials", "first_trial", "last_trial", "optimal"],
    }
    found = research.run(content, out=tmp_path, jobs=1).frame
    learned = found[found["label"] == "lrta_star:trials=1000"]
    assert (learned["last_trial"] == learned["route"]).all() and (learned["trials"] > 1).all()
    once = found[found["label"] == "lrta_star"]
    assert (once["trials"] == 1).all() and (once["first_trial"] == once["last_trial"]).all()
    assert found[found["strategy"] == "rta_star"]["trials"].isna().all()
