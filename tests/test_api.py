import sys

import networkx as nx
import pytest

import research


def test_the_calls_of_the_design_work(tmp_path):
    maze = research.make("maze.backtracker", seed=7, size=(6, 4))
    research.write(maze, tmp_path / "maze.hex", format="hex")
    assert research.read(tmp_path / "maze.hex") == maze
    task = maze.task(start=(0, 0), goal=(3, 5))
    episode = research.play(task, "a_star", h="manhattan", fog=research.Fog(cost="walk"), seed=0)
    assert episode.outcome is research.Outcome.SOLVED
    assert (episode.steps, len(episode.walk), episode.letters) == (14, 15, "SEESENNEESWSES")
    assert research.census(maze)["loops"] == 0 and str(maze).startswith("4 6\n0 0\n3 5\n")


def test_a_function_can_be_played_without_registering_it(example):
    def straight(view, steps: int = 3):
        for _ in range(steps):
            yield view.neighbors()[0]

    assert research.play(example, straight, steps=2).steps == 2
    with pytest.raises(ValueError, match="no parameter 'step'"):
        research.play(example, straight, step=2)


def test_wrong_names_are_told_with_the_nearest():
    with pytest.raises(ValueError, match="did you mean 'maze.kruskal'"):
        research.make("maze.kruskel")
    with pytest.raises(AttributeError, match="no attribute 'mak'"):
        research.mak


def test_a_format_that_cannot_hold_a_maze_writes_nothing(tmp_path):
    maze = research.make("maze.kruskal", size=(3, 2))
    with pytest.raises(ValueError, match="square mazes with one goal"):
        research.write(maze, tmp_path / "maze.txt", format="koth")
    assert not list(tmp_path.iterdir())


def test_an_audit_finds_one_that_peeks():
    maze = research.make("maze.backtracker", seed=3, size=8)
    way = list(research.play(maze, "breadth_first", fog=research.Fog("jump")).path)

    def knows(view):
        graph = maze.to_networkx() if view.start else None
        for node in way[1:]:
            yield node if node in graph else view.here

    assert research.audit(maze, "a_star").honest
    assert research.audit(maze, knows).honest  # a walk learnt by heart depends on nothing hidden

    def peeks(view):
        # It climbs to the referee, which has the whole graph.
        graph = sys._getframe().f_back.f_locals["world"].task.graph
        if nx.has_path(graph, view.start, view.goal):
            yield from nx.shortest_path(graph, view.start, view.goal)[1:]

    found = research.audit(maze, peeks)
    assert not found.honest and found.replay == 1 and found.at is not None


def test_a_maze_shows_itself_in_a_notebook(example):
    assert example._repr_svg_().startswith("<svg")
