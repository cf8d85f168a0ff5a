import copy
import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from research.episode import Budget
from research.faults import BadInput
from research.fog import Fog
from research.instances import instance_of
from research.registry import generators, metrics, strategies
from research.sweep.experiment import Experiment, check_experiment
from research.sweep.schema import PLOTS
from research.sweep.source import parse

ROOT = Path(__file__).resolve().parents[2]
QUICKSTART = (ROOT / "experiments" / "quickstart.yaml").read_text(encoding="utf-8")
EXAMPLE = "5\n4 2\n0 2\n00001011101110001100\n10100110000100010010\n"


def checked(text, folder=ROOT):
    return check_experiment(parse(text, "f"), text, "f", folder)


def experiment(folder=ROOT, **keys):
    """The experiment of these keys, with one instance and one strategy where none are given."""
    content = {"instances": ["maze.kruskal"], "strategies": ["depth_first"]} | keys
    return checked(json.dumps({key: value for key, value in content.items() if value != "left out"}), folder)


def said(folder=ROOT, **keys):
    """The faults of these keys, without the places."""
    with pytest.raises(BadInput) as caught:
        experiment(folder, **keys)
    return [f"{fault.path}: {fault.message}" for fault in caught.value.faults]


def test_the_quickstart_is_what_it_says():
    found = checked(QUICKSTART)
    assert found.seeds == range(1, 101) and found.fogs == [Fog()] and found.budget == Budget(100_000, 60)
    assert [choice.label for choice in found.instances] == [
        "maze.backtracker:size=20x20",
        "maze.kruskal:size=20x20",
    ]
    assert found.compare.baseline in [choice.label for choice in found.strategies]


def test_lists_of_values_are_written_out_as_a_product():
    found = experiment(
        instances=[{"maze.kruskal": {"size": ["3x3", 4], "goal": ["center", [2, 1]]}}],
        strategies=[{"wall_follower": {"hand": ["left", "right"]}}, {"a_star": {"h": "zero"}}],
    )
    assert [(str(each.params["size"]), each.params["goal"]) for each in found.instances] == [
        ("3x3", "center"),
        ("3x3", (2, 1)),
        ("4x4", "center"),
        ("4x4", (2, 1)),
    ]
    assert [each.label for each in found.strategies] == [
        "wall_follower:hand=left",
        "wall_follower",
        "a_star:h=zero",
    ]


def test_every_fog_is_a_product_too():
    found = experiment(fog={"cost": ["walk", "jump"], "sight": [1, 2]})
    assert found.fogs == [Fog("walk"), Fog("walk", sight=2), Fog("jump"), Fog("jump", sight=2)]


def test_what_is_left_out_has_its_default():
    found = experiment()
    assert (found.seeds, found.fogs, found.limit, found.failures) == ([0], [Fog()], "", "common")
    assert found.metrics == ["steps", "ratio"] and found.plots == [] and found.compare is None


def test_without_strategies_it_is_a_census_of_what_instances_have_by_themselves():
    found = experiment(strategies="left out")
    assert found.strategies is None and "dead_ends" in found.metrics
    assert {metrics[name].traits["per"] for name in found.metrics} == {"instance"}
    assert (
        len(said(strategies="left out", metrics=["walls", "steps"], plots=[{"ecdf": {"metric": "ratio"}}]))
        == 2
    )


@pytest.mark.parametrize("registry", [strategies, generators, metrics], ids=lambda registry: registry.kind)
def test_every_name_is_found_and_every_near_miss_is_set_right(registry):
    for name in registry:
        wrong = f"{name}x"
        key = {"strategy": "strategies", "generator": "instances", "metric": "metrics"}[registry.kind]
        (line,) = said(**{key: [wrong]})
        assert f"found the {registry.kind} {wrong!r}" in line and "(did you mean " in line


def test_files_are_found_from_the_folder_of_the_experiment_in_alphabetical_order(tmp_path):
    (tmp_path / "mazes").mkdir()
    for name in ("b.txt", "a.txt", "c.maz"):
        (tmp_path / "mazes" / name).write_text(EXAMPLE)
    for path in ("mazes/*.txt", ["mazes/a.txt", "mazes/b.txt"], f"{tmp_path}/mazes/[ab].*"):
        found = experiment(tmp_path, instances=[{"maze.file": {"path": path}}])
        assert [Path(each.params["path"]).name for each in found.instances] == ["a.txt", "b.txt"]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("mazes/mase.txt", "found no file 'mazes/mase.txt' in {}; expected a file, or a glob (did you mean 'mazes/maze.txt'?)"),
        ("*.txt", "found no file '*.txt' in {}; expected a file, or a glob"),
        ("mazes", "found no file 'mazes' in {}; expected a file, or a glob such as 'mazes/*'"),
        ("x" * 5000, "found no file '" + "x" * 30 + "..." + "x" * 7 + "' in {}; expected a file, or a glob"),
        ("a\0b", "found no file 'a\\x00b' in {}; expected a file, or a glob"),
        ("**.txt", "found no file '**.txt' in {}; expected a file, or a glob"),
        (5, "found no file 5 in {}; expected a file, or a glob"),
        (None, "found no file nothing in {}; expected a file, or a glob"),
        ([], "found an empty list; expected at least one value"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_there_is_told_with_the_nearest_one(tmp_path, path, line):
    (tmp_path / "mazes").mkdir()
    (tmp_path / "mazes" / "maze.txt").write_text(EXAMPLE)
    told = said(tmp_path, instances=[{"maze.file": {"path": path}}])
    assert told == [f"instances[0].maze.file.path: {line.format(tmp_path)}"]


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ({"strategies": ["a_star", {"a_star": {"h": "manhattan"}}]}, "strategies[1].a_star: found a_star again; expected each once"),
        ({"instances": [{"maze.kruskal": {"size": [5, "5x5"]}}]}, "instances[0].maze.kruskal: found maze.kruskal:size=5x5 again; expected each once"),
        ({"instances": [{"maze.buildfun": {"size": [10, 15]}}]}, "instances[0].maze.buildfun: found maze.buildfun again; expected each once"),
        ({"instances": [{"maze.kruskal": {"start": [99, 0]}}]}, "instances[0].maze.kruskal.start: found the cell 99,0 outside a board of 15x15; expected row,col up to 14,14"),
        ({"plots": [{"walks": {"instance": "maze.kruskal:seed=3"}}]}, "plots[0].walks.instance: found no instance 'maze.kruskal:seed=3'; expected one such as "),
        ({"plots": ["walks"], "fog": {"cost": "jump"}}, "plots[0].walks: found no walks to draw; expected strategies under the fog walk"),
        ({"strategies": ["wall_follower"], "fog": {"cost": "jump"}}, "strategies: found no strategy that can play (wall_follower is an agent"),
        ({"fog": {"goal": "hidden"}, "strategies": ["a_star"]}, "strategies: found no strategy that can play (a_star needs a goal whose place is known)"),
        ({"compare": {"metric": "steps", "baseline": "a_star"}}, "compare.baseline: found the baseline 'a_star', which is none of the strategies; expected one of depth_first"),
        ({"strategies": "left out", "compare": {"metric": "walls", "baseline": "x"}}, "compare: found no strategies to compare; expected the key 'strategies'"),
    ],
)  # fmt: skip
def test_parts_that_are_right_each_must_go_together(keys, line):
    (told,) = said(**keys)
    assert told.startswith(line)


def test_a_baseline_is_a_label_or_a_name_that_is_there_once():
    two = [{"a_star": {"h": ["zero", "euclidean"]}}, "depth_first"]
    for baseline in ("a_star:h=zero", "depth_first"):
        assert experiment(strategies=two, compare={"metric": "steps", "baseline": baseline}).compare
    (line,) = said(strategies=two, compare={"metric": "steps", "baseline": "a_star"})
    assert line.endswith(
        "which is several of the strategies; expected one of a_star:h=zero, a_star:h=euclidean"
    )


def test_nothing_is_said_of_a_baseline_that_may_be_the_faulty_entry():
    for wrong in ({"a_star": {"h": "wrong"}}, {"a_star": 5}, 5):
        told = said(strategies=[wrong, "depth_first"], compare={"metric": "steps", "baseline": "a_star"})
        assert not any("baseline" in line for line in told) and told


@pytest.mark.parametrize(
    ("name", "seeds", "seed"), [("maze.kruskal", "1..9", 2), ("maze.buildfun", [0, 1], 0)]
)
def test_the_walks_of_an_instance_that_is_there_can_be_drawn(name, seeds, seed):
    # buildfun's seed 0 gives the maze that is called seed=4.
    plot = {"walks": {"instance": instance_of(name, {}, seed).label}}
    assert experiment(instances=[name], seeds=seeds, plots=[plot]).plots


def test_a_plugin_is_loaded_before_its_names_are_looked_up(tmp_path):
    text = "from research.registry import strategies\n\n@strategies.register()\ndef planted_here(view):\n    yield view.here\n"
    (tmp_path / "mine.py").write_text(text)
    try:
        found = experiment(tmp_path, plugins=["mine.py"], strategies=["planted_here"])
        assert found.strategies[0].entry.name == "planted_here"
        assert found.plugins == [str(tmp_path / "mine.py")]
    finally:
        strategies.forget(tmp_path / "mine.py")


def test_a_broken_plugin_is_one_fault_and_its_strategies_are_none(tmp_path):
    (tmp_path / "mine.py").write_text("import research.nowhere\n")
    told = said(tmp_path, plugins=["mine.py"], strategies=["planted", "depth_frist"])
    assert len(told) == 2 and told[1].startswith("plugins[0]: found a broken plug-in")
    assert "(did you mean 'depth_first'?)" in told[0]


def test_every_plot_takes_its_own_options_only():
    every = {option for options in PLOTS.values() for option in options}
    assert every == {"metric", "instance", "parameter"}
    for kind, options in PLOTS.items():
        given = {"parameter": "width"} if "parameter" in options else {}
        for other in every - set(options):
            (line,) = said(strategies=["beam"], plots=[{kind: given | {other: "steps"}}])
            wanted = " or ".join(map(repr, options))
            assert line == f"plots[0].{kind}.{other}: found the option {other!r} of {kind}; expected {wanted}"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"metric": "steps"}, "found no parameter; expected the name of a parameter of the strategies"),
        ({"parameter": "widht"}, "found the parameter 'widht'; expected a known parameter"),
    ],
)
def test_a_curve_needs_a_parameter_of_some_strategy(options, told):
    (line,) = said(strategies=["beam"], plots=[{"curve": options}])
    assert told in line


def test_the_best_is_of_a_metric_that_there_is():
    (line,) = said(best="stepz")
    assert line.startswith("best: found the metric 'stepz'")


def is_experiment_or_faults(text):
    """Check a text that may have faults: it is an experiment, or each fault says where and what."""
    try:
        assert isinstance(checked(text), Experiment)
    except BadInput as error:
        assert error.faults and len(str(error).splitlines()) == len(error.faults)
        places = [(fault.line, fault.column) for fault in error.faults]
        assert places == sorted(places) and min(places)[0] >= 1
        for fault in error.faults:
            assert "; expected " in fault.message
            assert not any(word in fault.message for word in ("Input should", "Value error", "NoneType"))


@st.composite
def changed_texts(draw, most):
    """The quickstart with some pieces taken out, put in or replaced."""
    text, pieces = QUICKSTART, st.text(" :-[]{},.&*!#'\"\n\tx05", max_size=3) | st.text(max_size=1)
    for where, length, piece in draw(
        st.lists(st.tuples(st.floats(0, 1), st.integers(0, 8), pieces), min_size=1, max_size=most)
    ):
        at = int(where * len(text))
        text = text[:at] + piece + text[at + length :]
    return text


ODD = st.sampled_from(
    [
        None,
        True,
        -1,
        0,
        10**17,
        0.5,
        float("inf"),
        float("nan"),
        "",
        "no",
        "x" * 100,
        "5x5",
        "1..0",
        "*",
        "a\0b",
    ]
) | st.sampled_from(
    [[], {}, [[]], [None], {"": None}, {"a": {"b": 1}}, ["a_star", "a_star"], [0, -1], ["steps"]]
)


@st.composite
def changed_values(draw, most):
    """The quickstart with some values, anywhere inside, replaced by odd ones or taken out."""
    value = copy.deepcopy(yaml.safe_load(QUICKSTART))
    for _ in range(draw(st.integers(1, most))):
        inside = value
        while isinstance(inside, dict | list) and inside:
            key = draw(st.sampled_from(list(inside) if isinstance(inside, dict) else range(len(inside))))
            if draw(st.booleans()) or not isinstance(inside[key], dict | list) or not inside[key]:
                inside[key] = copy.deepcopy(draw(ODD))
                break
            inside = inside[key]
    return yaml.safe_dump(value, sort_keys=False, allow_unicode=True)


@settings(max_examples=40, deadline=None)
@given(changed_texts(most=4))
def test_a_changed_text_is_an_experiment_or_its_faults_are_told(text):
    is_experiment_or_faults(text)


@settings(max_examples=40, deadline=None)
@given(changed_values(most=3))
def test_changed_values_are_an_experiment_or_their_faults_are_told(text):
    is_experiment_or_faults(text)


@pytest.mark.slow
@settings(max_examples=600, deadline=None)
@given(changed_texts(most=10) | changed_values(most=8))
def test_many_changed_experiments_are_experiments_or_their_faults_are_told(text):
    is_experiment_or_faults(text)
