"""A compiled twin makes the same search as its generator: the same outcome, path and counters."""

import csv
from dataclasses import replace

import pytest
from conftest import shared

import research
from research import engine
from research.domains.sliding.file import read_boards
from research.domains.sliding.formats import parse_board
from research.episode import Budget, Outcome
from research.fog import Fog
from research.kernels.twins import twin_of
from research.parameters import bind
from research.registry import strategies

JUMP = Fog("jump")
BOARDS = [
    ("sliding.random", {"size": "3x3"}),
    ("sliding.random", {"size": "3x3", "walls": 1}),
    ("sliding.shuffled", {"size": "4x3", "moves": 30}),
    ("sliding.shuffled", {"size": "4x4", "moves": 40, "goal": "blank_first"}),
    ("sliding.shuffled", {"size": "5x4", "moves": 20, "walls": 2}),
    ("sliding.shuffled", {"size": "5x4", "moves": 60, "walls": 5}),
]
TWINS = [
    ("ida_star", {"h": "manhattan"}),
    ("ida_star", {"h": "wall_distance", "order": "LRUD"}),
    ("ida_star", {"h": "linear_conflict"}),
    ("breadth_first", {}),
    ("breadth_first", {"order": "DRLU"}),
    ("a_star", {}),
    ("a_star", {"h": "wall_distance"}),
    ("a_star", {"h": "manhattan+misplaced"}),
    ("weighted_a_star", {"weight": 1.1}),
    ("weighted_a_star", {"weight": 3.0, "h": "misplaced"}),
    ("ida_star", {"h": "wall_conflict"}),
    ("contest_beam", {}),
    ("beam", {"form": "layers", "width": 20}),
    ("beam", {"form": "layers", "width": 5, "h": "squared_distance", "order": "RLDU", "layers": 60}),
    ("beam", {"form": "layers", "width": 5, "h": "cubed_distance", "ties": "newer", "layers": 60}),
    ("beam", {"form": "layers", "width": 7, "h": "contest_distance", "standing": "age", "layers": 50}),
    ("beam", {"form": "layers", "width": 4, "ties": "newer", "standing": "age", "layers": 50}),
    ("beam", {"form": "layers", "width": 3, "h": "manhattan", "duplicates": "kept"}),
    ("beam", {"form": "layers", "width": 9, "h": "wall_distance", "duplicates": "layer", "layers": 40}),
    ("beam", {"form": "layers", "width": 9, "ties": "random"}),
    ("beam", {"trigger": 30, "width": 5}),
    ("beam", {"trigger": 2, "width": 9, "h": "squared_distance", "ties": "random"}),
    ("beam", {"trigger": 90, "width": 70, "h": "contest_distance+misplaced"}),
    ("bidirectional_beam", {"width": 30}),
    ("bidirectional_beam", {"width": 5, "h": "squared_distance+misplaced"}),
    ("bidirectional_beam", {"width": 200, "layers": 12}),
    ("bidirectional_beam", {"width": 9, "h": "cubed_distance"}),
    ("bidirectional_beam", {"width": 20, "corridors": True}),
    ("portfolio", {"stages": ["bidirectional_beam:width=9,corridors=true"], "window": 12, "width": 30}),
    ("bidirectional_beam", {"width": 9, "h": "squared_euclidean"}),
    ("bidirectional_beam", {"width": 9, "h": "contest_distance"}),
    ("portfolio", {"stages": ["bidirectional_beam:width=3", "bidirectional_beam:width=40"], "window": 14}),
    ("portfolio", {"stages": ["contest_beam", "ida_star"], "width": 50, "window": 10, "stride": 3}),
    ("portfolio", {"stages": ["bidirectional_beam:width=2"]}),
    ("rta_star", {"lookahead": 4}),
    ("lrta_star", {"lookahead": 3, "trials": 2}),
]
# Heuristics that are for boards of one shape.
PATTERNS = [
    ("pattern_4_4", "sliding.random", {"size": "3x3"}),
    ("pattern_4_4", "sliding.random", {"size": "3x3", "goal": "blank_first"}),
    ("pattern_5_5_5", "sliding.shuffled", {"size": "4x4", "moves": 30}),
    ("pattern_5_5_5", "sliding.shuffled", {"size": "4x4", "moves": 30, "goal": "blank_first"}),
]


# Twins whose budget is counted in expansions.
EXACT = {"breadth_first", "a_star", "weighted_a_star"}


def both(board, strategy, budget=Budget(4_000), **params):
    pytest.importorskip("numba")
    return [
        research.play(board, strategy, fog=JUMP, budget=budget, engine=each, **params)
        for each in ("python", "kernel")
    ]


@pytest.mark.parametrize(("generator", "made"), BOARDS)
@pytest.mark.parametrize(("strategy", "params"), TWINS)
def test_a_twin_makes_the_same_search(strategy, params, generator, made):
    for seed in range(3):
        board = research.make(generator, seed=seed, **made)
        python, kernel = both(board, strategy, **params)
        bound = bind(strategies[strategy], params)
        fits = twin_of(strategies[strategy], "slide").fits(board.task(), bound)
        assert (python.engine, kernel.engine) == ("python", "kernel" if fits else "python")
        assert (python.outcome, python.reason, python.error) == (kernel.outcome, kernel.reason, "")
        if python.outcome is not Outcome.OUT_OF_BUDGET:
            check_alike(python, kernel)
        elif strategy in EXACT:
            assert (python.expanded, python.generated) == (kernel.expanded, kernel.generated)


def check_alike(python, kernel):
    assert (python.letters, python.path) == (kernel.letters, kernel.path)
    assert (python.expanded, python.generated) == (kernel.expanded, kernel.generated)
    assert python.counters.items() <= kernel.counters.items()


@pytest.mark.parametrize(("h", "generator", "made"), PATTERNS)
def test_a_twin_looks_up_the_same_patterns(h, generator, made):
    for seed in range(4):
        python, kernel = both(research.make(generator, seed=seed, **made), "ida_star", h=h)
        assert (python.engine, kernel.engine) == ("python", "kernel")
        assert python.outcome is kernel.outcome is Outcome.SOLVED
        check_alike(python, kernel)


# Searches that go far on boards which are not near their goal.
NEAR = [
    ("iterative_deepening", {}),
    ("iterative_deepening", {"order": "DRLU"}),
    ("bidirectional_breadth_first", {}),
]


@pytest.mark.parametrize(("strategy", "params"), NEAR)
def test_a_blind_twin_makes_the_same_search(strategy, params):
    for seed, size in enumerate(("3x3", "4x3", "4x4", "3x2", "8x2")):
        board = research.make("sliding.shuffled", seed=seed, size=size, moves=9, walls=seed % 2)
        python, kernel = both(board, strategy, Budget(200_000), **params)
        assert (python.engine, kernel.engine, python.outcome) == ("python", "kernel", Outcome.SOLVED)
        assert (python.letters, python.expanded, python.generated) == (
            kernel.letters,
            kernel.expanded,
            kernel.generated,
        )
        assert python.counters.items() <= kernel.counters.items()


def test_both_ends_of_a_search_are_exhausted_alike():
    # Even, and still not to be reached: the ring around the wall only turns.
    board = parse_board("213/4=6/870")
    task = replace(board.task(), hopeless="")
    for name in ("bidirectional_breadth_first", "bidirectional_a_star"):
        python, kernel = both(task, name)
        assert (python.outcome, python.expanded) == (kernel.outcome, kernel.expanded)
        assert (python.outcome, python.reason, kernel.reason) == (Outcome.GAVE_UP, "exhausted", "exhausted")
        assert 56 <= python.expanded <= 112


def test_walls_do_not_count_for_a_search_on_free_cells():
    pytest.importorskip("numba")
    board = research.make("sliding.shuffled", seed=2, size="5x4", moves=16, walls=5)
    python, kernel = both(board, "bidirectional_breadth_first")
    assert (kernel.engine, python.letters, python.generated) == ("kernel", kernel.letters, kernel.generated)
    large = research.make("sliding.shuffled", seed=2, size="5x4", moves=16, walls=3)
    assert both(large, "bidirectional_breadth_first")[1].engine == "python"


def test_a_budget_ends_both_alike():
    board = research.make("sliding.random", seed=3, size="4x4")
    python, kernel = both(board, "ida_star", Budget(500))
    assert python.outcome is kernel.outcome is Outcome.OUT_OF_BUDGET
    assert python.reason == kernel.reason == "steps"


def test_lines_that_are_too_long_for_the_twins_tables_are_left_to_the_generator():
    long = research.make("sliding.shuffled", seed=1, size="8x2", moves=10)
    assert both(long, "ida_star", h="linear_conflict")[1].engine == "python"
    assert both(long, "ida_star", h="manhattan")[1].engine == "kernel"


@pytest.mark.parametrize("width", [1, 1000])
def test_a_beam_without_cuts_has_proved_that_there_is_no_way(width):
    # On a ring the order of the tiles is fixed; the search is not told.
    ring = replace(parse_board("213/4=6/870").task(), hopeless="")
    python, kernel = both(ring, "beam", form="layers", width=width)
    assert (python.outcome, python.reason) == (kernel.outcome, kernel.reason)
    expected = (Outcome.UNREACHABLE, "") if width > 1 else (Outcome.GAVE_UP, "pruned")
    assert (python.outcome, python.reason) == expected


def test_auto_takes_the_twin_where_the_search_can_be_long():
    pytest.importorskip("numba")
    small = research.make("sliding.shuffled", seed=1, size=3, moves=10)
    large = research.make("sliding.shuffled", seed=1, size=4, moves=10)
    assert research.play(small, "ida_star", fog=JUMP).engine == "python"
    assert research.play(large, "ida_star", fog=JUMP).engine == "kernel"
    assert research.play(large, "ida_star", fog=JUMP, engine="python").engine == "python"
    assert research.play(large, "greedy", fog=JUMP, engine="kernel").engine == "python"


def test_a_start_that_is_the_goal_needs_no_twin():
    goal = parse_board("123/456/780")
    for name in ("ida_star", "a_star", "contest_beam", "bidirectional_breadth_first"):
        python, kernel = both(goal, name)
        assert python == kernel and (python.outcome, python.route) == (Outcome.SOLVED, 0)


def test_without_numba_everything_works(monkeypatch):
    monkeypatch.setattr("research.kernels.twins.AVAILABLE", False)
    board = research.make("sliding.shuffled", seed=1, size=4, moves=10)
    episode = research.play(board, "ida_star", fog=JUMP, engine="kernel")
    assert (episode.engine, episode.outcome) == ("python", Outcome.SOLVED)


def test_an_unsolvable_board_starts_no_twin():
    episode = research.play(parse_board("134/802/765"), "ida_star", fog=JUMP, engine="kernel")
    assert (episode.outcome, episode.reason) == (Outcome.UNREACHABLE, "wrong parity")


def test_moves_that_lead_elsewhere_are_found_out(monkeypatch):
    pytest.importorskip("numba")
    board, real = parse_board("134/802/756"), engine.Twin.run

    def lies(*given):
        found = real(*given)
        return type(found)(found.end, found.moves[:-1] + "U")

    monkeypatch.setattr(engine.Twin, "run", lies)
    episode = research.play(board, "ida_star", fog=JUMP, engine="kernel")
    assert episode.outcome is Outcome.ILLEGAL and episode.path == ()


def test_a_row_says_who_has_searched(tmp_path):
    pytest.importorskip("numba")
    content = {
        "seeds": "1..3",
        "instances": [{"sliding.shuffled": {"size": "4x3", "moves": 20}}],
        "strategies": ["ida_star", "greedy"],
        "fog": {"cost": "jump"},
        "metrics": ["moves", "L", "R", "U", "D", "generated", "iterations"],
    }
    for name in ("auto", "python", "kernel"):
        frame = research.run(content | {"engine": name}, out=tmp_path / name, jobs=1).frame
        engines = frame.groupby("strategy")["engine"].unique().map(list).to_dict()
        assert engines == {"greedy": ["python"], "ida_star": ["python" if name == "python" else "kernel"]}
        assert (frame["outcome"] == "solved").all()
        assert (frame[["L", "R", "U", "D"]].sum(axis=1) == frame["moves"]).all()
        assert (frame["moves"] == frame["route"]).all() and (frame["width"] == 4).all()


KORF = [79, 12, 42, 55, 97, 19, 94, 47, 93, 9, 74, 48, 30, 86, 31, 85, 73, 28, 45, 61]


@pytest.mark.slow
def test_korfs_twenty_easiest_by_the_twin():
    pytest.importorskip("numba")
    boards = read_boards(shared("data", "sliding", "korf_15.txt"))
    played = [
        research.play(boards[at - 1], "ida_star", fog=JUMP, budget=Budget(None), engine="kernel")
        for at in KORF
    ]
    assert sum(episode.generated for episode in played) == 46_968_238
    assert sum(episode.route for episode in played) == 940


def test_the_easiest_of_korfs_by_the_generator_counts_as_published():
    boards = read_boards(shared("data", "sliding", "korf_15.txt"))
    with open(shared("vectors", "korf_15.csv"), newline="") as file:
        rows = {int(row["id"]): row for row in csv.DictReader(file)}
    budget = Budget(600_000)
    episode = research.play(boards[11], "ida_star", fog=JUMP, budget=budget, engine="python")
    assert episode.generated == int(rows[12]["ida_md_generated_ULRD"])
    assert episode.route == int(rows[12]["optimal"])
