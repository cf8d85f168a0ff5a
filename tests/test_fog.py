import random

import networkx as nx
import pytest

import research
from research.fog import Fog, Illegal
from research.peek_audit import scrambled
from research.task import Cover, Reach, Task
from research.world import STILL_LIMIT, World


def path_world(cost="walk", n=5, **options):
    return World(Task(nx.path_graph(n), 0, Reach(n - 1)), Fog(cost, **options))


def test_a_visit_charts_the_visited_node_and_nothing_else():
    world = path_world()
    world.visit(1)
    assert list(world.view.edges) == [0, 1] and list(world.view.seen) == [0, 1, 2]


def test_sight_two_charts_the_neighbours_too():
    world = path_world(sight=2)
    assert list(world.view.edges) == [0, 1] and world.view.moves() == (1,)
    world.visit(1)
    assert list(world.view.news.edges) == [2] and world.view.news.here == 1


def test_what_lies_in_sight_but_not_next_to_a_visited_node_cannot_be_visited():
    world = path_world(sight=3)
    assert 2 in world.view.seen
    with pytest.raises(Illegal, match="not next to a visited node"):
        world.visit(2)


def test_travel_never_enters_an_unvisited_node():
    # Two ways from 0 to 3: the short one over 5 is seen but was never visited.
    graph = nx.Graph([(0, 1), (1, 2), (2, 3), (0, 5), (5, 3), (3, 4)])
    world = World(Task(graph, 0, Reach(4)), Fog("walk"))
    for node in (1, 2, 3):
        world.visit(node)
    world.visit(5)
    assert world.walk == [0, 1, 2, 3, 5]
    world = World(Task(graph, 0, Reach(4)), Fog("walk"))
    for node in (1, 2, 3, 0):
        world.visit(node)
    assert world.walk == [0, 1, 2, 3, 2, 1, 0]


def test_the_referee_charges_every_edge_of_the_way():
    graph = nx.path_graph(4)
    nx.set_edge_attributes(graph, 2.5, "weight")
    world = World(Task(graph, 0, Reach(3)), Fog("walk"))
    for node in (1, 2, 0):
        world.visit(node)
    assert world.cost == 10 and len(world.walk) == 5


def test_under_jump_a_visit_costs_one_wherever_it_is():
    graph = nx.star_graph(4)
    world = World(Task(graph, 1, Reach(4)), Fog("jump"))
    for node in (0, 2, 3, 4):
        world.visit(node)
    assert world.cost == 5 and world.solved


@pytest.mark.parametrize("node", [4, "nonsense", None, (0, 0), [1]])
def test_a_visit_to_what_was_never_seen_is_illegal(node):
    with pytest.raises(Illegal):
        path_world().visit(node)


def test_standing_still_for_ever_is_illegal():
    world = path_world()
    with pytest.raises(Illegal, match="in a row"):
        for _ in range(STILL_LIMIT):
            world.visit(0)


def test_the_goal_is_tested_on_entry_and_ends_the_way_there():
    # 2 is a goal as well; a strategy that has seen it cannot pass over it.
    world = World(Task(nx.path_graph(5), 0, Reach(4, (2,))), Fog("walk"))
    world.visit(1)
    world.visit(2)
    assert world.solved and world.walk == [0, 1, 2]


def test_cover_is_solved_when_every_node_was_entered():
    world = World(Task(nx.path_graph(3), 1, Cover(frozenset(range(3)))), Fog("walk"))
    world.visit(0)
    assert not world.solved and world.view.goal is None
    world.visit(2)
    assert world.solved and world.walk == [1, 0, 1, 2]


def test_a_hidden_goal_is_not_in_the_view():
    view = path_world(goal="hidden").view
    assert view.goal is None and view.goals == ()


def test_the_limit_ends_a_walk_in_the_middle_of_a_route():
    world = World(Task(nx.path_graph(9), 4, Reach(8)), Fog("walk"), limit=3)
    world.visit(3)
    world.visit(2)
    world.visit(5)
    assert world.spent and world.walk == [4, 3, 2, 3]


@pytest.mark.parametrize("bad", [{"cost": "swim"}, {"goal": "maybe"}, {"sight": 0}])
def test_a_fog_that_means_nothing_is_refused(bad):
    with pytest.raises(ValueError, match="cost is walk or jump"):
        Fog(**bad)


@pytest.mark.parametrize("fog", [Fog(), Fog("jump"), Fog("walk", "hidden", 3), Fog("jump", sight=2)])
def test_a_fog_is_read_back_from_its_text(fog):
    assert Fog.parse(str(fog)) == fog


@pytest.mark.parametrize("text", ["", "swim", "walk,sight=1", "walk,depth=2"])
def test_other_texts_are_no_fog(text):
    with pytest.raises(ValueError):
        Fog.parse(text)


def test_neighbors_stand_in_tie_order_or_in_the_order_asked_for(example):
    view = World(example.task(), Fog()).view
    everything = dict.fromkeys("NESW")
    for order in ("NESW", "SNEW", "WSEN"):
        letters = [view.letter(view.here, near) for near in view.neighbors(order=order)]
        assert letters == [letter for letter in order if letter in letters]
        assert set(letters) <= set(everything)
    assert view.neighbors() == view.neighbors(order="NESW")


def test_what_is_unknown_is_presumed_open(example):
    view = World(example.task(), Fog()).view
    assert view.presumed((2, 2)) == ((1, 2), (2, 3), (3, 2), (2, 1))
    assert view.presumed(view.here) == view.neighbors()
    shut = next(cell for cell in view.around(view.here) if cell not in view.neighbors())
    assert view.here not in view.presumed(shut)


def test_a_graph_without_geometry_has_no_outline_and_no_letters():
    view = path_world().view
    assert view.letters == ""
    with pytest.raises(ValueError, match="no outline"):
        view.presumed(3)
    with pytest.raises(ValueError, match="no directions"):
        view.letter(0, 1)


def public_values(thing, depth=0, met=None):
    """Everything that can be read from a view by public attributes, items and method calls."""
    met = {} if met is None else met
    if depth > 4 or id(thing) in met:
        return met
    met[id(thing)] = thing
    if isinstance(thing, str | bytes | int | float | type(None)):
        return met
    parts = []
    if hasattr(thing, "items"):
        parts += [part for pair in thing.items() for part in pair]
    elif hasattr(thing, "__iter__"):
        parts += list(thing)
    for name in dir(thing):
        if not name.startswith("_"):
            parts.append(getattr(thing, name))
    for part in parts:
        public_values(part, depth + 1, met)
    return met


def test_no_public_path_of_the_view_leads_to_the_graph(example):
    read = {}

    def spy(view):
        yield view.neighbors()[0]
        read.update(public_values(view))

    research.play(example, spy)
    assert len(read) > 50
    for value in read.values():
        assert not isinstance(value, nx.Graph | World | Task | type(example))


@pytest.mark.parametrize("seed", range(20))
def test_mazes_that_differ_in_hidden_walls_only_look_the_same_through_every_method(example, seed):
    task = example.task()
    nodes = list(task.graph)
    said = []

    def spy(view):
        choose = random.Random(seed)
        for _ in range(4):
            yield choose.choice(view.neighbors())
            said.append([view.here, view.start, view.goal, view.goals, view.letters, view.moves()])
            said.append([list(view.visits.items()), list(view.seen), list(view.parents.items())])
            said.append([(node, list(near.items())) for node, near in view.edges.items()])
            said.append([(view.presumed(node), view.around(node), view.route(node)) for node in nodes])
            said.append([view.neighbors(node) for node in view.edges])

    episode = research.play(task, spy)
    on_the_maze = list(said)
    said.clear()
    other = scrambled(task, set(episode.walk), seed)
    assert sorted(map(sorted, other.graph.edges)) != sorted(map(sorted, task.graph.edges))
    research.play(other, spy)
    assert said == on_the_maze


@pytest.mark.parametrize("attribute", ["edges", "visits", "seen"])
def test_a_view_cannot_be_written_through(example, attribute):
    view = World(example.task(), Fog()).view
    with pytest.raises((TypeError, AttributeError)):
        getattr(view, attribute)["x"] = 1
    with pytest.raises(TypeError):
        view.edges[view.here][(0, 0)] = 1
