"""New files to start from: a strategy that runs, with a test that passes."""

from __future__ import annotations

import keyword
from pathlib import Path

from research.faults import BadInput, Fault
from research.registry import strategies

STRATEGY = '''"""{title}: say in one sentence what it does."""

from research import strategies


@strategies.register(needs={{"goal"}})
def {name}(view):
    """Go to the node not yet visited that is nearest to the goal, in rows plus columns."""

    def left(node):
        return abs(node[0] - view.goal[0]) + abs(node[1] - view.goal[1])

    while view.moves():
        yield min(view.moves(), key=left)
'''

TEST = '''"""Tests of {name}: run them with `pytest {test}`."""

from pathlib import Path

import pytest

import research

research.load_plugin(Path(__file__).with_name("{name}.py"))


@pytest.mark.parametrize("generator", ["maze.backtracker", "maze.kruskal", "maze.wilson"])
@pytest.mark.parametrize("seed", range(5))
def test_it_reaches_the_goal_of_every_perfect_maze(generator, seed):
    maze = research.make(generator, seed=seed, size=(8, 6))
    episode = research.play(maze, "{name}", seed=seed)
    assert episode.outcome is research.Outcome.SOLVED, episode


def test_it_goes_by_what_it_has_seen():
    maze = research.make("maze.backtracker", seed=1, size=(8, 6))
    assert research.audit(maze.task(), "{name}").honest
'''


def new_strategy(name: str, folder: Path) -> list[Path]:
    """Write `name`.py and test_`name`.py into `folder`; BadInput where that would do harm."""
    if not name.isidentifier() or keyword.iskeyword(name) or name != name.lower():
        raise BadInput(
            [Fault(f"found {name!r}; expected a lower-case Python name such as my_search")], "name"
        )
    if name in strategies:
        raise BadInput([Fault(f"there is a strategy {name!r} already; take another name")], "name")
    paths = [folder / f"{name}.py", folder / f"test_{name}.py"]
    for path in paths:
        if path.exists():
            raise BadInput([Fault("is there already; it was not overwritten")], str(path))
    words = {"name": name, "title": name.replace("_", " ").capitalize(), "test": paths[1].name}
    for path, text in zip(paths, (STRATEGY, TEST), strict=True):
        path.write_text(text.format(**words), encoding="utf-8")
    return paths
