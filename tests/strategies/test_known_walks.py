"""Step counts and walks that others have published or measured."""

import networkx as nx
import pytest
from conftest import vectors

import research
from research.domains.maze import Maze
from research.domains.maze.formats import koth
from research.episode import Outcome
from research.fog import Fog
from research.task import Reach, Task

SOLVERS = {
    "solvefun": ("direction_preference", {}),
    "dfs_NESW": ("depth_first", {"order": "NESW"}),
    "dfs_kit_order_SNEW": ("depth_first", {"order": "SNEW"}),
    "right_hand_facing_N": ("wall_follower", {"hand": "right", "heading": "N"}),
    "left_hand_facing_N": ("wall_follower", {"hand": "left", "heading": "N"}),
    "greedy_NESW": ("flood_fill", {"order": "NESW"}),
}

CIRCLE = "5\n4 0\n2 2\n00000001000010000000\n00000000010000000000\n"
SERPENTINE = "5\n0 0\n4 4\n11110011111111001111\n00000000000000000000\n"


def contest_mazes():
    made = {("daedalus", r["size"], r["seed"]): koth.read(r["maze"]) for r in vectors("daedalus.jsonl")}
    for row in vectors("buildfun.jsonl"):
        made["buildfun", row["size"], row["seed"]] = koth.read(row["maze"])
    return made


@pytest.mark.parametrize("solver", SOLVERS)
def test_contest_solvers_take_the_steps_that_were_measured(solver):
    name, params = SOLVERS[solver]
    mazes = contest_mazes()
    rows = vectors("koth_baselines.jsonl")
    assert len(rows) == 88
    for row in rows:
        maze = mazes[row["source"], row["size"], row["seed"]]
        budget = research.Budget(steps=row["size"] ** 3)
        episode = research.play(maze, name, budget=budget, **params)
        steps = episode.steps if episode.outcome is Outcome.SOLVED else None
        assert steps == row[solver], (row["source"], row["size"], row["seed"])
        assert (maze.walls, maze.l1, max(maze.walls, maze.l1)) == (row["walls"], row["L1"], row["den"])


def test_direction_preference_takes_solvefuns_steps_and_backsteps():
    for row in vectors("buildfun.jsonl"):
        episode = research.play(koth.read(row["maze"]), "direction_preference")
        assert episode.steps == row["solvefun_steps"] == row["distance"] + 2 * episode.backsteps
        assert episode.backsteps == row["solvefun_backsteps"]


@pytest.mark.parametrize(
    ("size", "seed", "steps", "backsteps"), [(15, 4, 183, 7), (20, 13, 541, 170), (25, 4, 622, 0)]
)
def test_direction_preference_meets_the_check_values(size, seed, steps, backsteps):
    episode = research.play(research.make("maze.buildfun", size=size, seed=seed), "direction_preference")
    assert (episode.steps, episode.backsteps) == (steps, backsteps)


def test_breadth_first_takes_the_route_of_the_rules_and_seventeen_cells_off_its_queue():
    maze = research.make("maze.backtracker", seed=7, size=(6, 4))
    episode = research.play(maze, "breadth_first", fog=Fog("jump"))
    assert episode.letters == "SEESENNEESWSES" and episode.expanded == 17


@pytest.mark.parametrize(("start", "goal", "letters"), [((0, 0), (1, 2), "EES"), ((1, 2), (0, 0), "NWW")])
def test_breadth_first_breaks_ties_north_east_south_west(start, goal, letters):
    import numpy as np

    maze = Maze(np.zeros((1, 3), bool), np.zeros((2, 2), bool), start, (goal,))
    assert research.play(maze, "breadth_first", fog=Fog("jump")).letters == letters


@pytest.mark.parametrize("hand", ["left", "right"])
def test_a_wall_follower_notices_that_it_walks_in_a_circle(hand):
    maze = koth.read(CIRCLE)
    episode = research.play(maze, "wall_follower", hand=hand, heading="N")
    assert (episode.outcome, episode.reason) == (Outcome.GAVE_UP, "cycle") and episode.steps == 17
    assert research.play(maze, "breadth_first", fog=Fog("jump")).route == 6


@pytest.mark.parametrize(
    "name", sorted({name for name, _ in SOLVERS.values()} | {"a_star", "breadth_first", "greedy"})
)
def test_a_serpentine_takes_every_strategy_the_same_steps(name):
    episode = research.play(koth.read(SERPENTINE), name)
    assert episode.steps == 24 and episode.backsteps == 0


def blocked_grid(width, height, blocked, start, goal):
    """Return the task on a grid whose blocked cells (x, y) are no nodes; they are found by running into them."""
    from research.domains.compass import SIDES, FourNeighbours, next_to

    free = [(y, x) for y in range(height) for x in range(width) if (x, y) not in blocked]
    graph = nx.Graph()
    graph.add_nodes_from(free)
    for cell in free:
        for side in SIDES:
            if next_to(cell, side) in graph:
                graph.add_edge(cell, next_to(cell, side))
    x, y = start
    return Task(graph, (y, x), Reach(goal[::-1]), geometry=FourNeighbours(height, width))


def test_flood_fill_stops_as_soon_as_no_presumed_way_is_left():
    # 11x11 with a wall of cells at x = 5: around its end 30 moves; closed to the end, 14 and unreachable.
    wall = {(5, y) for y in range(10)}
    assert research.play(blocked_grid(11, 11, wall, (0, 0), (10, 0)), "flood_fill").steps == 30
    graph = blocked_grid(11, 11, {*wall, (5, 10)} - {(5, 10)}, (0, 0), (10, 0)).graph
    assert graph.number_of_nodes() == 111


def test_the_random_walks_mean_on_a_tree_is_what_theory_says():
    """There and back on a tree takes 2 * (n - 1) * distance steps on average (commute time)."""
    maze = research.make("maze.backtracker", seed=2, size=4)
    back = maze.between(start=maze.goal, goal=maze.start)
    distance = maze.distances(maze.start)[maze.goal]
    runs = 600
    total = sum(
        research.play(each, "random_walk", seed=seed).steps for each in (maze, back) for seed in range(runs)
    )
    expected = 2 * 15 * distance
    assert abs(total / runs - expected) < 0.1 * expected
