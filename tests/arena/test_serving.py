"""Our strategies and generators as programs for others: the walks are those that they make at home."""

import io
import os
import re
import threading

import pytest

import research
from research.arena import talk
from research.arena.serving import HOSTS, Lines, Terms, play_for
from research.arena.serving.architect import serve
from research.domains.maze.formats import koth
from research.domains.maze.formats.koth import fog_text
from research.episode import Outcome
from research.fog import WHOLE_MAP, Fog
from research.registry import generators, strategies
from research.rng import key_of
from research.task import Task

STEPS = 400


class Guest:
    """A channel to a served strategy in a thread of this process, in place of a program's streams."""

    stderr = b""

    def __init__(self, player):
        self.errors = []
        command = player.bundle.command.split()
        ours, theirs = [os.pipe() for _ in range(2)]
        # Closed by `end`.
        self._said = open(theirs[0], newline="\n")  # noqa: SIM115
        self._told = open(ours[1], "w", newline="\n")  # noqa: SIM115
        self._thread = threading.Thread(target=self._serve, args=(command, ours[0], theirs[1]), daemon=True)
        self._thread.start()

    def _serve(self, command, source, target):
        with open(source, newline="\n") as heard, open(target, "w", newline="\n") as said:
            try:
                play_for(command[0], command[1], Terms(Lines(heard, said)))
            except Exception as error:
                self.errors.append(error)

    def tell(self, text, seconds):
        self._told.write(text)
        self._told.flush()

    def answer(self, seconds):
        line = self._said.readline()
        assert line, f"the guest left: {self.errors}"
        return line.rstrip("\n")

    def end(self):
        if not self._told.closed:
            self._told.close()
            self._said.close()
            self._thread.join()
        return True


@pytest.fixture
def guests(monkeypatch):
    monkeypatch.setattr(talk, "_started", lambda player, values: Guest(player))


def away(thing, name, protocol, fog, seed=5):
    command, budget = f"{protocol} {name}", research.Budget(steps=STEPS)
    return research.play(
        thing, "program", command=command, protocol=protocol, fog=fog, budget=budget, seed=seed
    )


def at_home(thing, name, fog, seed=5):
    """Return the episode of a strategy at home; None where it cannot play there."""
    try:
        budget = research.Budget(steps=STEPS)
        return research.play(thing, name, fog=fog, seed=seed, engine="python", budget=budget)
    except ValueError:
        return None


def middle(size):
    """Return a maze as the simulator has them: from the corner at the bottom left to the middle."""
    maze = research.make("maze.kruskal", seed=4, size=size)
    centre = size // 2
    return maze.task(start=(size - 1, 0), goal=(centre, centre))


WORLDS = {
    "maze": lambda: research.make("maze.kruskal", seed=3, size=7),
    "terrain": lambda: weighted(research.make("maze.pacman", seed=1, size=6).task()),
    "coverage": lambda: research.make("coverage.fleet", seed=1, size=8),
    "puzzle": lambda: research.make("sliding.random", seed=1, size="3x2"),
    "walled": lambda: research.make("sliding.shuffled", seed=2, size="3x2", moves=8, walls=1),
}
FOGS = [Fog(cost, goal, sight) for cost in ("walk", "jump") for goal, sight in (("known", 1), ("hidden", 2))]


def weighted(task):
    """Return a task whose steps cost 1 to 3, some with a fraction."""
    for number, (here, there) in enumerate(sorted(task.graph.edges)):
        task.graph.edges[here, there]["weight"] = (1, 2, 3, 1.1)[number % 4]
    return Task(task.graph, task.start, task.objective, "terrain", task.geometry)


@pytest.mark.parametrize("fog", [*FOGS, Fog(sight=WHOLE_MAP)], ids=str)
@pytest.mark.parametrize("world", WORLDS)
def test_a_served_strategy_makes_the_walk_that_it_makes_at_home(world, fog, guests):
    thing = WORLDS[world]()
    met = 0
    for name in set(strategies) - {"program"}:
        home = at_home(thing, name, fog)
        if home is None:
            continue
        served = away(thing, name, "research", fog)
        # A search that counts its expansions by itself ends earlier at home, where its budget does.
        shorter = min(len(served.walk), len(home.walk))
        assert served.walk[:shorter] == home.walk[:shorter], name
        if home.outcome is not Outcome.OUT_OF_BUDGET:
            assert (served.outcome, served.path, served.route) == (home.outcome, home.path, home.route), name
        met += 1
    assert met > 3


@pytest.mark.parametrize(("protocol", "world"), [("session", "maze"), ("mms", "mouse")])
def test_a_strategy_is_served_by_the_protocols_of_contests_too(protocol, world, guests, monkeypatch):
    thing = WORLDS["maze"]() if world == "maze" else middle(9)
    met = 0
    for name in set(strategies) - {"program"}:
        monkeypatch.setattr("research.world.key_of", lambda instance, seed: key_of(protocol, 0))
        home = at_home(thing, name, Fog())
        if home is None or home.outcome is not Outcome.SOLVED:
            continue
        served = away(thing, name, protocol, Fog())
        assert (served.outcome, served.walk) == (home.outcome, home.walk), name
        met += 1
    assert met > 20


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")
@pytest.mark.parametrize("protocol", ["research", "session"])
def test_the_command_is_a_program_like_any_other(protocol, tmp_path):
    maze = WORLDS["maze"]()
    command = f"{{python}} -m research serve-strategy wall_follower:hand=left --protocol {protocol}"
    params = {"answer_seconds": 20.0, "start_seconds": 60.0, "folder": str(tmp_path)}
    served = research.play(maze, "program", command=command, protocol=protocol, **params)
    assert served.walk == research.play(maze, "wall_follower", hand="left").walk


@pytest.mark.parametrize("name", ["depth_first", "random_walk", "least_visited"])
def test_a_strategy_without_memory_keeps_its_match_in_a_file(name, tmp_path, monkeypatch):
    memory = tmp_path / "walked.json"
    monkeypatch.setattr("research.world.key_of", lambda instance, seed: key_of("session", 0))
    for seed in (1, 2):
        maze = research.make("maze.kruskal", seed=seed, size=3)
        home = research.play(maze, name)
        here, visited = maze.start, [maze.start]
        for there in home.walk[1:]:
            said = io.StringIO()
            play_for(
                "stateless", name, Terms(Lines(io.StringIO(fog_text(maze, visited, here)), said), 0, memory)
            )
            assert said.getvalue() == f"{there[0]} {there[1]}\n"
            here = there
            visited.append(there)


@pytest.mark.parametrize(
    ("protocol", "heard", "said"),
    [
        ("research", "hello world 7\n", "the referee:1: found 'hello world 7'; expected hello research 1"),
        ("research", "hello research 1\ntask hexagon walk\n", "the referee:2: found 'task hexagon walk'"),
        ("research", "hello research 1\ntask graph walk\nrandom 1\ngoal ?\nsee x\n", ":5: found 'see x'"),
        ("session", "five\n" * 7, "the referee:7: found 'five'; expected the size"),
        ("session", "2\n0 0\n1\n" + "0\n" * 4, "found '1'; expected a row and a column such as '0 2'"),
        ("mms", "4\n-4\n", "the referee:2: found '-4'; expected a number, the answer to mazeHeight"),
        ("mms", "4\n4\nmaybe\n", "found 'maybe'; expected true or false, the answer to wallFront"),
        ("stateless", "", "found no --memory FILE"),
    ],
)
def test_a_referee_that_is_not_understood_is_quoted(protocol, heard, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        play_for(protocol, "depth_first", Terms(Lines(io.StringIO(heard), io.StringIO())))


@pytest.mark.parametrize("protocol", HOSTS)
def test_a_referee_that_leaves_ends_the_program(protocol, tmp_path):
    play_for(protocol, "depth_first", Terms(Lines(io.StringIO(), io.StringIO()), 0, tmp_path / "memory"))


def test_a_match_that_is_not_in_the_file_is_told(tmp_path):
    maze = research.make("maze.kruskal", seed=1, size=4)
    there = next(iter(maze.neighbors(maze.start)))
    text = fog_text(maze, [maze.start, there], there)
    for content in (None, "[]", "{", "3", '[["4", "0 0", "1 1"]]'):
        memory = tmp_path / "memory.json"
        if content is not None:
            memory.write_text(content)
        with pytest.raises(ValueError, match="memory.json: found no turns of this match"):
            play_for("stateless", "depth_first", Terms(Lines(io.StringIO(text), io.StringIO()), 0, memory))


@pytest.mark.parametrize(
    "name", sorted(name for name in generators if name.startswith("maze.") and name != "maze.file")
)
def test_a_served_architect_prints_what_its_generator_makes(name):
    said = io.StringIO()
    try:
        serve(name, Lines(io.StringIO("9 3\n"), said))
    except ValueError as error:
        assert "\n" not in str(error)
        assert name in ("maze.three_by_three", "maze.pacman")
    else:
        assert said.getvalue() == koth.write(research.make(name, seed=3, size=9))


@pytest.mark.parametrize(
    ("name", "heard", "said"),
    [
        ("backtracker", "9\n", "the referee:1: found '9'; expected a size and a seed such as '15 1'"),
        ("backtracker", "", "the referee: found no input; expected a line 'size seed'"),
        ("backtraker", "9 1", "unknown generator 'maze.backtraker' (did you mean 'maze.backtracker'?)"),
        ("coverage.fleet", "9 1", "coverage.fleet: makes no maze; expected a generator of mazes"),
        ("backtracker:size=3", "9 1", "the size is the referee's to say"),
        ("backtracker:hand=3", "9 1", "generator 'maze.backtracker' has no parameter 'hand'"),
    ],
)
def test_what_no_architect_can_do_is_told_in_one_line(name, heard, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        serve(name, Lines(io.StringIO(heard), io.StringIO()))


def test_an_architect_is_served_to_an_experiment(tmp_path):
    command = "{python} -m research serve-architect wilson"
    made = research.make(
        "architect", seed=4, size=15, command=command, folder=str(tmp_path), answer_seconds=60.0
    )
    assert koth.write(made) == koth.write(research.make("maze.wilson", seed=4, size=15))
