import math
import random
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest

import research
from research.domains.maze.census import census
from research.domains.maze.expectations import dead_ends
from research.instances import instance_of
from research.parameters import BoardSize
from research.registry import generators
from research.report.generator_checked import GeneratorChecked, documented_uniform, mazes_to_make

PERFECT = [name for name in generators if generators[name].doc.startswith("Perfect maze")]
WAYS = [(name, {}) for name in PERFECT] + [
    ("maze.growing_tree", {"pick": "newest"}),
    ("maze.growing_tree", {"pick": "oldest"}),
    ("maze.growing_tree", {"pick": "mix", "p": 0.3}),
    ("maze.sidewinder", {"p": 0.0}),
    ("maze.sidewinder", {"p": 1.0}),
    ("maze.eller", {"p_east": 0.0, "p_south": 1.0}),
    ("maze.eller", {"p_east": 1.0, "p_south": 0.0}),
]
SMALL = [(1, 1), (1, 7), (7, 1), (2, 2), (2, 3)]

# Mean dead ends of 20x20 in percent, over 100 mazes of an independent program.
MEASURED = {
    "maze.backtracker": 10.7,
    "maze.hunt_and_kill": 10.1,
    "maze.kruskal": 30.3,
    "maze.prim_weights": 30.4,
    "maze.prim_edge": 32.5,
    "maze.prim_vertex": 35.2,
    "maze.growing_tree": 27.8,
    "maze.eller": 28.0,
}


def test_all_generators_of_the_rules_are_here():
    named = ["wilson", "aldous_broder", "binary_tree", "sidewinder", "recursive_division"]
    assert set(PERFECT) >= {f"maze.{name}" for name in named} | set(MEASURED)


@pytest.mark.parametrize(("name", "percent"), MEASURED.items())
def test_dead_ends_are_as_many_as_those_of_an_independent_program(name, percent):
    shares = [dead_ends(research.make(name, seed=seed, size=20)) / 4 for seed in range(1, 101)]
    # The other program's mean is over as many mazes, which spread as much.
    error = np.std(shares, ddof=1) / math.sqrt(len(shares)) * math.sqrt(2)
    assert abs(np.mean(shares) - percent) < 4 * error, (np.mean(shares), error)


@pytest.mark.parametrize(("name", "params"), WAYS, ids=str)
@pytest.mark.parametrize("size", SMALL, ids=str)
def test_a_maze_of_any_small_size_is_a_tree(name, params, size):
    for seed in range(5):
        maze = research.make(name, seed=seed, size=size, **params)
        assert (maze.cols, maze.rows) == size and nx.is_tree(maze.to_networkx())


@pytest.mark.parametrize(("name", "params"), WAYS, ids=str)
def test_leaves_follow_from_the_crossings(name, params):
    for size in ((9, 7), (2, 11), (12, 12)):
        maze = research.make(name, seed=3, size=size, **params)
        found = census(maze)
        assert found["reached"] == size[0] * size[1] and found["loops"] == 0
        assert dead_ends(maze) == 2 + found["n3"] + 2 * found["n4"]
        assert (
            dead_ends(maze) + found["straight"] + found["turns"] + found["n3"] + found["n4"]
            == found["reached"]
        )


SIZED = [n for n in generators if n.startswith("maze.") and "size" in generators[n].parameters]


@pytest.mark.parametrize("name", SIZED)
def test_generators_and_the_global_generator_do_not_touch_each_other(name):
    size = 15 if name == "maze.buildfun" else 7
    alone = [research.make(name, seed=seed, size=size) for seed in (5, 6)]
    random.seed(9)
    numbers = [random.random() for _ in range(3)]
    random.seed(9)
    mixed = [random.random()]
    mazes = []
    for seed in (5, 6):
        mazes.append(research.make(name, seed=seed, size=size))
        research.make("maze.kruskal", seed=1, size=5)
        mixed.append(random.random())
    assert mazes == alone and mixed == numbers


@pytest.mark.parametrize("name", SIZED)
def test_no_generator_recurses(name):
    make, params = generators[name].function, instance_of(name, {"size": 60}, 2).params
    make(2, **(params | {"size": params["size"] if name == "maze.buildfun" else BoardSize(5, 5)}))
    limit, depth = sys.getrecursionlimit(), len_of_stack()
    try:
        sys.setrecursionlimit(depth + 40)
        maze = make(2, **params)
    finally:
        sys.setrecursionlimit(limit)
    assert maze.rows == (50 if name == "maze.buildfun" else 60)


def len_of_stack():
    """Return how many frames are in use here."""
    frame, depth = sys._getframe(), 0
    while frame:
        frame, depth = frame.f_back, depth + 1
    return depth


def test_every_generator_that_makes_perfect_mazes_says_whether_they_are_uniform():
    uniform = {name for name in PERFECT if documented_uniform(generators[name])}
    assert uniform == {"maze.wilson", "maze.aldous_broder"}
    assert all(documented_uniform(generators[name]) is not None for name in PERFECT)


@pytest.fixture(scope="module")
def backtracker_checked():
    made = []
    return GeneratorChecked("maze.backtracker", samples=960, made=lambda: made.append(1)), made


def test_a_check_tells_what_was_measured_beside_what_is_exact(backtracker_checked):
    checked, made = backtracker_checked
    assert checked.status == 0 and checked.faults == []
    first = checked.facts()["boards"][0]
    assert (first["size"], first["mazes"], first["different"]) == ("3x3", 960, 14)
    assert first["expected_number"] == "59/24" and abs(first["z"]) < 4
    assert first["expected"] == pytest.approx(100 * 59 / 24 / 9)
    assert len(made) == mazes_to_make(960) == 960 + 120 + 120 + 10 + 1


def test_a_check_is_printed_line_by_line_and_as_json(backtracker_checked):
    import json

    checked, _ = backtracker_checked
    lines = checked.lines()
    assert lines[0] == "maze.backtracker, seeds from 0" and "59/24 cells" in lines[2]
    assert lines[-1] == "all as documented and expected" and sum("rejected" in line for line in lines) == 2
    told = json.loads(json.dumps(checked.facts(), allow_nan=False))
    assert told["uniform"] is False and told["documented_uniform"] is False and told["faults"] == []


@pytest.fixture
def liar():
    """A generator that documents what is not so, registered while a test runs."""
    from research.registry import Entry

    def register(doc, make):
        make.__doc__ = doc
        generators.add(
            Entry("generator", "maze.liar", make, {"offers": generators["maze.kruskal"].traits["offers"]})
        )

    yield register
    generators._entries.pop("maze.liar", None)


def test_a_generator_that_calls_itself_uniform_and_is_not_is_a_fault(liar):
    def make(seed, size: int = 5):
        return research.make("maze.binary_tree", seed=seed, size=size)

    liar("Perfect maze drawn uniformly from all spanning trees.", make)
    checked = GeneratorChecked("maze.liar", samples=960)
    assert checked.status == 1 and checked.faults == [
        "documented as uniform over the spanning trees, it is not"
    ]
    assert "fault: documented as uniform over the spanning trees, it is not" in checked.lines()


def test_a_perfect_maze_with_a_loop_is_a_fault(liar):
    def make(seed, size: int = 5):
        return research.make("maze.binary_tree", seed=seed, size=size, braid=1.0 if seed == 7 else 0.0)

    liar("Perfect maze.", make)
    checked = GeneratorChecked("maze.liar", samples=960)
    assert checked.uniformity is None and checked.status == 1
    assert "seed 7 of 3x3: documented as perfect, it is no tree" in checked.faults


def test_a_generator_that_makes_no_small_boards_is_not_tested_for_uniformity(liar):
    def make(seed, size: int = 5):
        if size < 20:
            raise ValueError("too small")
        return research.make("maze.binary_tree", seed=seed, size=size)

    liar("Perfect maze.", make)
    checked = GeneratorChecked("maze.liar", samples=960)
    assert checked.status == 0 and checked.uniformity is None
    assert any("too small" in line for line in checked.lines())


@pytest.mark.slow
def test_braided_mazes_make_no_claim():
    checked = GeneratorChecked("maze.wilson:braid=0.5", samples=960)
    assert checked.status == 0 and checked.uniformity is None


@pytest.mark.parametrize(
    ("text", "samples", "said"),
    [
        ("maze.krusal", 960, "did you mean 'maze.kruskal'"),
        ("maze.file", 960, "no parameter 'size'"),
        ("maze.kruskal:size=5", 960, "size"),
        ("maze.kruskal:bread=1", 960, "bread"),
        ("maze.kruskal", 100, "at least 960"),
    ],
)
def test_what_cannot_be_checked_is_told_in_one_line(text, samples, said):
    with pytest.raises(ValueError, match=said) as error:
        GeneratorChecked(text, samples)
    assert "\n" not in str(error.value)


@pytest.mark.slow
@pytest.mark.parametrize("name", PERFECT)
def test_every_perfect_generator_is_as_documented_and_expected(name):
    checked = GeneratorChecked(name, samples=9_600)
    assert checked.faults == [] and checked.status == 0
    assert checked.uniformity.uniform is (name in ("maze.wilson", "maze.aldous_broder"))


def test_a_generator_of_ones_own_is_checked_by_command(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from research.domains.maze.carving import carves\n"
        "from research.domains.maze.generators.kruskal import kruskal\n\n\n"
        "@carves('maze.mine')\n"
        "def mine(rng, board, first):\n"
        '    """Perfect maze. Drawn uniformly from all spanning trees, it says."""\n'
        "    kruskal(rng, board, first)\n"
    )
    command = [sys.executable, "-m", "research", "check-generator", "maze.mine", "--samples", "4800"]
    done = subprocess.run([*command, "--plugin", "mine.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert "fault: documented as uniform over the spanning trees, it is not" in done.stdout
    unknown = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert unknown.returncode == 2 and "unknown generator 'maze.mine'" in unknown.stderr


def test_a_generator_called_from_python_has_its_defaults():
    maze = generators["maze.growing_tree"].function(3)
    assert maze == research.make("maze.growing_tree", seed=3)
