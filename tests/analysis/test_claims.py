import pytest

import research
from research.analysis.claims import broken_claims, check_claims
from research.analysis.frames import frame_of
from research.faults import BadInput
from research.sweep.claims import ClaimError, parse
from research.sweep.reading import experiment_of


def rows():
    for strategy, steps in (("a", (10, 20, 30)), ("b", (12, 20, None))):
        for seed, count in enumerate(steps):
            yield {
                "job": f"{strategy}{seed}",
                "instance": f"m{seed}",
                "instances": "m",
                "seed": seed,
                "strategy": strategy,
                "label": strategy,
                "fog": "walk",
                "outcome": "solved" if count else "gave-up",
                "steps": count,
                "dead_ends": 0,
            }


@pytest.mark.parametrize(
    ("text", "holds", "checked", "broken", "example"),
    [
        ("dead_ends == 0", True, 6, 0, ""),
        ("solved == 1", False, 6, 1, "m2, b: 0 == 1 is false"),
        ("a.steps <= b.steps", True, 2, 0, ""),
        ("a.steps < b.steps", False, 2, 1, "m1, seed 1: 20 < 20 is false"),
        ("a.steps * 2 >= b.steps + 1", True, 2, 0, ""),
        ("mean(a.steps) == 20", True, 1, 0, ""),
        ("max(b.steps) > max(a.steps)", False, 1, 1, "20 > 30 is false"),
        ("count(steps) == 5", True, 1, 0, ""),
        ("-steps < 0", True, 5, 0, ""),
        ("c.steps > 0", False, 0, 0, "nothing to check"),
    ],
)
def test_a_claim_is_checked_on_rows_pairs_or_numbers(text, holds, checked, broken, example):
    line = check_claims(frame_of(rows()), [parse(text)]).iloc[0]
    found = line[["claim", "holds", "instances", "checked", "broken", "counter_example"]].tolist()
    assert found == [text, holds, "m", checked, broken, example]
    assert bool(broken_claims(check_claims(frame_of(rows()), [parse(text)]))) != holds


def test_a_rate_of_broken_rows_has_its_exact_interval_in_each_group_and_over_all():
    two = [row | {"instances": name} for name in ("m", "w") for row in rows()]
    table = check_claims(frame_of(two), [parse("dead_ends == 0")])
    assert table["instances"].tolist() == ["m", "w", "all instances"]
    assert table["checked"].tolist() == [6, 6, 12] and table["high"].iloc[2] == pytest.approx(
        1 - 0.025 ** (1 / 12)
    )


@pytest.mark.parametrize(
    "text",
    ["", "solved", "solved = 1", "1 < steps < 3", "steps in (1, 2)", "open('x') == 1", "steps.__class__() == 1",
     "a.b.c == 1", "steps ** 9 == 1", "'x' == steps", "mean(steps, 2) == 1", "a.steps < steps", "(" * 500],
)  # fmt: skip
def test_what_is_not_a_comparison_of_numbers_is_refused(text):
    with pytest.raises(ClaimError, match="expected"):
        parse(text)


@pytest.mark.parametrize(
    "text", ["steps / 0 > 1", "mean(steps) / 0 > 1", "1 / 0 == 1", "steps / (steps - steps) > 0"]
)
def test_what_is_divided_by_zero_is_no_proof(text, tmp_path):
    content = {"seeds": "1..2", "instances": [{"maze.kruskal": {"size": "5x5"}}], "strategies": ["greedy"]}
    results = research.run(content | {"claims": [text]}, out=tmp_path, jobs=1)
    (line,) = results.claims().to_dict("records")
    assert (line["holds"], line["checked"], line["counter_example"]) == (False, 0, "nothing to check")


def test_a_claim_on_an_episode_in_a_census_is_refused():
    content = {
        "seeds": "1..2",
        "instances": [{"maze.kruskal": {"size": "5x5"}}],
        "claims": ["steps > 0", "solved == 1"],
    }
    with pytest.raises(BadInput) as error:
        experiment_of(content)
    assert str(error.value).count("of an episode, but no strategies") == 2


def test_negative_seeds_that_mean_the_same_maze_again_are_refused():
    content = {"seeds": "-2..2", "instances": [{"maze.kruskal": {"size": "5x5"}}]}
    with pytest.raises(BadInput, match="found seeds and their negatives; .*: maze.kruskal makes the same"):
        experiment_of(content)
    assert experiment_of(content | {"instances": [{"maze.buildfun": {"size": 15}}]})
    assert experiment_of(content | {"seeds": "-9..-3"})
