"""The rules that cover boards, against the moves of an independent program and what theory knows."""

import pytest
from conftest import vectors

import research
from research.domains.coverage.formats import parse_board
from research.episode import Outcome
from research.fog import WHOLE_MAP, Fog

# The board that the notebook prints.
PRINTED = "S...../...#.#/....../#...../....../....#."
RULES = {
    "boustrophedon": ("boustrophedon", {}, 1),
    "depth_first": ("depth_first", {}, 1),
    "nearest_frontier": ("nearest_frontier", {"order": "NESW"}, 1),
    "rotor_router": ("rotor_router", {}, 1),
    "smart_depth_first": ("smart_depth_first", {}, 1),
    "spiral": ("spiral", {}, 1),
    "straight_first": ("straight_first", {}, 1),
    "warnsdorff_sight2": ("warnsdorff", {}, 2),
    "warnsdorff_sight1_unknown1": ("warnsdorff", {"unknown": 1.0}, 1),
}


@pytest.fixture(scope="module")
def boards():
    return [(parse_board(row["board"]).task(), row) for row in vectors("coverage.jsonl")]


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_takes_the_moves_of_an_independent_program_on_all_boards(rule, boards):
    name, params, sight = RULES[rule]
    assert len(boards) == 200
    # The rotor router takes twenty times as long as the others: every fourth board will do.
    for task, row in boards[:: 4 if name == "rotor_router" else 1]:
        episode = research.play(task, name, fog=Fog(sight=sight), **params)
        assert episode.steps == row["moves"][rule] and episode.outcome is Outcome.SOLVED, row["board"]


@pytest.mark.parametrize(
    ("rule", "moves"),
    [
        ("nearest_frontier", 37),
        ("spiral", 35),
        ("smart_depth_first", 34),
        ("depth_first", 43),
        ("rotor_router", 327),
    ],
)
def test_rules_take_the_moves_of_the_specification_on_the_notebooks_board(rule, moves):
    board = parse_board(PRINTED)
    assert len(board.free) == 32 and research.play(board, rule).steps == moves


def test_warnsdorff_walks_the_same_at_every_sight_from_two(boards):
    for task, _ in boards[::8]:
        walks = {research.play(task, "warnsdorff", fog=Fog(sight=r)).walk for r in (2, 3, 5, WHOLE_MAP)}
        assert len(walks) == 1


def test_depth_first_stays_within_its_bound(boards):
    # A closed tour takes at most 2N - 2 steps; this walk is not even closed.
    for task, row in boards:
        assert row["moves"]["depth_first"] <= 2 * row["free"] - 2
        assert research.play(task, "depth_first").steps <= 2 * len(task.graph) - 2


@pytest.mark.parametrize("start", [(0, 0), (3, 4), (7, 7)])
def test_spanning_tree_coverage_enters_every_cell_once_on_whole_blocks(start):
    # Blocks are counted from the start: the board is cut so that they are whole.
    rows, cols = 8 + 2 * (start[0] % 2), 8 + 2 * (start[1] % 2)
    top, left = start[0] % 2, start[1] % 2
    lines = [
        ["." if top <= r < 8 + top and left <= c < 8 + left else "#" for c in range(cols)]
        for r in range(rows)
    ]
    lines[start[0]][start[1]] = "S"
    board = parse_board("/".join("".join(line) for line in lines))
    episode = research.play(board, "spanning_tree_coverage")
    assert episode.steps == 63 and episode.backsteps == 0
    assert board.to_networkx().has_edge(episode.walk[-1], board.start)


def test_best_of_k_is_no_worse_with_more_walks_and_needs_the_whole_map(boards):
    task = boards[0][0]
    steps = [research.play(task, "best_of_k", k=k, fog=Fog(sight=WHOLE_MAP)).steps for k in (1, 20, 100)]
    assert sorted(steps, reverse=True) == steps
    with pytest.raises(ValueError, match="plans on the whole map; it needs a sight of at least 1000"):
        research.play(task, "best_of_k")


def test_best_of_k_gives_up_where_the_map_is_larger_than_any_sight():
    row = parse_board("S" + "." * 1100)
    episode = research.play(row, "best_of_k", fog=Fog(sight=WHOLE_MAP))
    assert (episode.outcome, episode.reason) == (Outcome.GAVE_UP, "the map is larger than its sight")


def test_least_visited_takes_the_first_of_those_entered_least():
    assert research.play(parse_board("S../..."), "least_visited").letters == "EESWW"


MEANS = {
    # An independent program over 100 fleet boards of its own: the tolerance is what two samples of 100
    # differ by (four standard errors of their difference; a rule's standard deviation is 5 to 20 moves).
    ("spiral", 1): (98.3, 5),
    ("nearest_frontier", 1): (99.1, 5),
    ("smart_depth_first", 1): (100.8, 5),
    ("boustrophedon", 1): (105.5, 5),
    ("depth_first", 1): (125.0, 10),
    ("warnsdorff", WHOLE_MAP): (93.8, 4),
}


@pytest.mark.parametrize(("rule", "sight"), MEANS)
def test_the_mean_over_fleet_boards_is_that_of_an_independent_program(rule, sight):
    mean, tolerance = MEANS[rule, sight]
    tasks = [research.make("coverage.fleet", seed=seed).task() for seed in range(100)]
    steps = [research.play(task, rule, fog=Fog(sight=sight)).steps for task in tasks]
    assert abs(sum(steps) / 100 - mean) < tolerance


@pytest.mark.slow
def test_the_dear_means_over_fleet_boards_are_those_of_an_independent_program():
    tasks = [research.make("coverage.fleet", seed=seed).task() for seed in range(100)]
    walked = [research.play(task, "random_walk", seed=at).steps for at, task in enumerate(tasks)]
    planned = [
        research.play(task, "best_of_k", seed=at, fog=Fog(sight=WHOLE_MAP)).steps
        for at, task in enumerate(tasks)
    ]
    # The standard deviation of a random walk's cover time is about 700 here.
    assert abs(sum(walked) / 100 - 1912) < 400
    assert abs(sum(planned) / 100 - 86.3) < 2
