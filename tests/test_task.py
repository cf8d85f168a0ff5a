import networkx as nx
import pytest

from research.task import Cover, Reach, Task


def test_a_task_refuses_a_start_that_is_not_in_its_graph():
    with pytest.raises(ValueError, match="9 is not in the graph"):
        Task(nx.path_graph(3), 9, Reach(2))


def test_a_task_refuses_an_objective_that_is_not_in_its_graph():
    with pytest.raises(ValueError, match="7 is not in the graph"):
        Task(nx.path_graph(3), 0, Cover(frozenset({0, 7})))


def test_reach_lists_its_target_first():
    assert Reach(4, (2, 3)).nodes == (4, 2, 3)


def test_a_cover_task_has_no_goals():
    assert Task(nx.path_graph(3), 0, Cover(frozenset(range(3)))).goals == ()


def test_the_key_defaults_to_the_name():
    assert Task(nx.path_graph(3), 0, Reach(2), name="path").key == "path"
