"""What is known of closed tours over boards that nobody has seen: what a rule promises, and what none can.

Not shown here: that on boards without holes no rule stays below 13/11 (Brock, Brückmann, Langetepe and Wude
2024, "Simple grid polygon online exploration revisited", which also refutes the upper bound of 7/6). Their
blocks are not rebuilt.
"""

import networkx as nx
import pytest
from adversary import closed_tour, decided, fork, heard_of, least_tour, task_of
from conftest import vectors

import research
from research.domains.coverage.formats import parse_board
from research.fog import Fog
from research.needs import offers_of, unmet
from research.parameters import bind
from research.registry import strategies

# Any that can walk on a board whose map it does not have; a program is nobody without its command, and a
# wall follower goes round a hole for ever.
OFFERS = offers_of(parse_board("S").task())
ONLINE = [
    name
    for name in strategies
    if strategies[name].function.__module__.startswith("research.")
    and name not in ("program", "wall_follower")
    and not unmet(strategies[name], bind(strategies[name], {}), OFFERS, Fog())
]


def test_the_rules_that_cover_boards_are_among_those_that_are_led_around():
    assert {"depth_first", "nearest_frontier", "smart_depth_first", "spiral", "warnsdorff"} <= set(ONLINE)
    assert "best_of_k" not in ONLINE and len(ONLINE) >= 13


def test_depth_first_is_home_again_within_2_n_minus_2_steps():
    for row in vectors("coverage.jsonl")[::4]:
        task = parse_board(row["board"]).task()
        walk = research.play(task, "depth_first").walk
        assert closed_tour(task, walk) <= 2 * len(task.graph) - 2


@pytest.mark.parametrize("text", ["S", "S..", "..S..", "S....../.#.#.#.", "#.#/.S./#.#", "S.#.../#...#."])
def test_on_trees_every_closed_tour_takes_2_n_minus_2_and_depth_first_no_more(text):
    task = parse_board(text).task()
    assert nx.is_tree(task.graph) and least_tour(task.graph) == 2 * len(task.graph) - 2
    assert closed_tour(task, research.play(task, "depth_first").walk) == 2 * len(task.graph) - 2


@pytest.mark.parametrize("strategy", ONLINE)
@pytest.mark.parametrize("patience", [10, 40])
def test_with_holes_no_rule_is_home_in_less_than_almost_twice_the_shortest_tour(strategy, patience):
    task, before = decided(strategy, patience)
    walk = research.play(task, strategy, fog=Fog(sight=1), seed=1).walk
    # It could not tell this board from the one on which it was watched.
    assert walk[: len(before)] == before and set(walk) == set(task.graph)
    assert closed_tour(task, walk) >= (2 - 8 / (patience + 10)) * least_tour(task.graph)


def test_the_arms_of_a_fork_run_back_beside_the_corridor_and_meet_its_other_end():
    free, ends, closing = fork({-1, 0, 1, 2}, 1)
    drawn = "\n".join("".join(".#"[(r, c) not in free] for c in range(-2, 4)) for r in range(-2, 3))
    assert drawn == "......\n#####.\n......\n#####.\n......"
    assert ends == {(-2, -2), (2, -2)} and closing == {(-2, -2): (-1, -2), (2, -2): (1, -2)}
    ring = task_of(free | {(-1, -2)}).graph
    assert len(ring) == 21 and len(nx.cycle_basis(ring)[0]) == 14
    assert least_tour(ring) == 14 + 2 * 7
    assert heard_of(free, [(0, 3)]) == {(0, 3), (0, 2), (-1, 3), (1, 3)}
