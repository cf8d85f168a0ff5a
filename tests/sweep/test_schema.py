import json

import pytest

from research.sweep.schema import Shape, read_shape
from research.sweep.source import parse

INSTANCES = "instances: [maze.kruskal]\n"


def shape_of(text):
    source = parse(text + INSTANCES, "f")
    shape = read_shape(source, Shape)
    assert shape is not None and not source.faults
    return shape


def said(text):
    source = parse(text, "f")
    assert read_shape(source, Shape) is None
    return [fault.at("f") for fault in sorted(source.faults, key=lambda fault: (fault.line, fault.column))]


@pytest.mark.parametrize(
    ("text", "seeds"),
    [
        ("1..3", [1, 2, 3]),
        ("-2..1", [-2, -1, 0, 1]),
        ("7..7", [7]),
        ("7", [7]),
        ("[3, 1, 2]", [3, 1, 2]),
        ("1..10000000", range(1, 10_000_001)),
    ],
)
def test_seeds_are_a_range_a_list_or_one(text, seeds):
    found = shape_of(f"seeds: {text}\n").seeds
    assert found == seeds or list(found) == seeds


def test_a_range_of_seeds_is_never_a_list():
    assert isinstance(shape_of("seeds: 1..10000000\n").seeds, range)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("100..1", "found '100..1'; expected a range that is not empty, such as 1..100"),
        ("1..10000001", "found '1..10000001'; expected at most 10000000 seeds"),
        ("[]", "found []; expected seeds as 1..100, one integer or a list of integers"),
        ("[1, 2, 1]", "found [1, 2, 1]; expected each value once, not 1 again"),
        ("[1, true]", "found [1, true]; expected seeds as 1..100, one integer or a list of integers"),
        ("1 .. 5", "found '1 .. 5'; expected seeds as 1..100, one integer or a list of integers"),
        ("'1..٣'", "found '1..٣'; expected seeds as 1..100, one integer or a list of integers"),
        ("1.5", "found 1.5; expected seeds as 1..100, one integer or a list of integers"),
        ("true", "found true; expected seeds as 1..100, one integer or a list of integers"),
    ],
)
def test_what_is_no_seeds_is_refused(text, message):
    assert said(f"seeds: {text}\n{INSTANCES}") == [f"f:1:1: seeds: {message}"]


def test_one_value_of_the_fog_is_a_list_of_one():
    fog = shape_of("fog: {cost: [walk, jump], goal: hidden, sight: 2}\n").fog
    assert (fog.cost, fog.goal, fog.sight) == (["walk", "jump"], ["hidden"], [2])


def test_an_integer_will_do_for_a_number_and_nothing_for_a_limit():
    budget = shape_of("budget: {seconds: 5, memory_mb: null, steps: null}\n").budget
    assert (budget.seconds, budget.memory_mb, budget.steps) == (5, None, None)


def test_an_entry_is_a_name_or_a_name_with_options_or_with_none():
    shape = shape_of(
        "plots: [ecdf, violin: {metric: steps}, walks: ]\nstrategies: [a_star: {h: zero}, beam: ]\n"
    )
    assert shape.plots[0] == "ecdf" and shape.plots[2] == {"walks": None}
    assert shape.plots[1]["violin"].metric == "steps"
    assert shape.strategies == [{"a_star": {"h": "zero"}}, {"beam": None}]


def test_a_key_that_is_left_out_is_not_a_key_without_a_value():
    shape = shape_of("")
    assert shape.strategies is None and shape.metrics is None and shape.compare is None
    for key in ("strategies", "metrics", "compare"):
        line = f"f:1:1: {key}: found nothing; expected a value, or no such key at all"
        assert said(f"{key}:\n{INSTANCES}") == [line]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fog: walk\n", "1:1: fog: found 'walk'; expected some of the keys cost, goal, sight"),
        ("fog: {cost: [walk, fly]}\n", "1:20: fog.cost[1]: found 'fly'; expected 'walk' or 'jump'"),
        ("fog: {cost: jmup}\n", "1:7: fog.cost: found 'jmup'; expected 'walk' or 'jump' (did you mean 'jump'?)"),
        ("fog: {sight: [1, 1]}\n", "1:7: fog.sight: found [1, 1]; expected each value once, not 1 again"),
        ("fog: {sight: 0}\n", "1:7: fog.sight: found 0; expected at least 1"),
        ("fog: {sight: 1.0}\n", "1:7: fog.sight: found 1.0; expected an integer"),
        ("budget: {steps: 0}\n", "1:10: budget.steps: found 0; expected at least 1"),
        ("budget: {seconds: 0}\n", "1:10: budget.seconds: found 0; expected more than 0"),
        ("budget: {seconds: .nan}\n", "1:10: budget.seconds: found nan; expected a finite number"),
        ("budget: {seconds: 1e999}\n", "1:10: budget.seconds: found inf; expected a finite number"),
        ("budget: {step: 5}\n", "1:10: budget.step: found the key 'step'; expected a known key (did you mean 'steps'?)"),
        ("budget: {steps: 5, limit: kit}\n", "1:1: budget: found {steps: 5, limit: 'kit'}; expected steps or limit, not both"),
        ("compare: {metric: steps}\n", "1:1: compare.baseline: found no key 'baseline'; expected it"),
        ("compare: {metric: steps, baselin: x}\n", "1:26: compare.baselin: found the key 'baselin'; expected a known key (did you mean 'baseline'?)"),
        ("metrics: steps\n", "1:1: metrics: found 'steps'; expected a list"),
        ("metrics: [steps, 5]\n", "1:18: metrics[1]: found 5; expected text"),
        ("metrics: [steps, steps]\n", "1:1: metrics: found ['steps', 'steps']; expected each value once, not 'steps' again"),
        ("plots: [{}]\n", "1:9: plots[0]: found {}; expected one name, its parameters indented further or in {}"),
        ("plots: [ecdf: 5]\n", "1:9: plots[0].ecdf: found 5; expected some of the keys metric, instance, parameter"),
        ("plots: [[ecdf]]\n", "1:9: plots[0]: found ['ecdf']; expected a name, or a name with its options"),
        ("strategies: [{a_star: h}]\n", "1:15: strategies[0].a_star: found 'h'; expected keys with values, as in {key: value}"),
        ("failures: xyz\n", "1:1: failures: found 'xyz'; expected 'common', 'drop', 'budget' or 'worst'"),
        ("question: [x]\n", "1:1: question: found ['x']; expected text"),
        ("sedes: 5\n", "1:1: sedes: found the key 'sedes'; expected a known key (did you mean 'seeds'?)"),
    ],
)  # fmt: skip
def test_each_fault_stands_at_its_key_and_says_what_was_expected(text, message):
    assert said(text + INSTANCES) == [f"f:{message}"]


def test_a_key_that_is_missing_is_told_but_not_when_another_was_meant_to_be_it():
    assert said("seeds: 5\n") == ["f:1:1: instances: found no key 'instances'; expected it"]
    line = "f:1:1: instnaces: found the key 'instnaces'; expected a known key (did you mean 'instances'?)"
    assert said("instnaces: [maze.kruskal]\n") == [line]


def test_nothing_more_is_said_of_a_value_that_could_not_be_read():
    assert said(f"seeds: !x 5\nmetrics: [!y steps]\n{INSTANCES}")[0].startswith("f:1:1: seeds: found the tag")
    assert len(said(f"seeds: [1, !x 5]\nmetrics: [!y steps]\nbudget: {{steps: !!int x}}\n{INSTANCES}")) == 3


def test_the_json_schema_for_editors_knows_every_key():
    schema = Shape.model_json_schema()
    assert set(schema["properties"]) == set(Shape.model_fields) and json.dumps(schema)
