"""The proven optimum: the 200 boards of the vectors, each walk replayed by a checker of its own."""

import json
from collections import Counter

import networkx as nx
import numpy as np
import pytest
from conftest import vectors

import research
from research import reference
from research.domains.coverage.bounds import least_moves, least_twice, returns
from research.domains.coverage.formats import parse_board
from research.domains.coverage.joining import bridged, joined
from research.domains.coverage.optimum import covers, optimum, value_of
from research.domains.coverage.programme import Programme
from research.domains.coverage.separation import parts_apart
from research.domains.coverage.solvers import HAS_CP_SAT
from research.fog import WHOLE_MAP, Fog

SOLVERS = [
    "highs",
    pytest.param(
        "cp_sat",
        marks=pytest.mark.skipif(
            not HAS_CP_SAT, reason="CP-SAT is the extra `exact`, which is not installed"
        ),
    ),
]


def replayed(text, walk):
    """Return moves, re-entries and cells visited twice of a walk on the text of a board, step by step."""
    rows = text.split("/")
    start = next((r, row.index("S")) for r, row in enumerate(rows) if "S" in row)
    free = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "#"}
    assert walk[0] == start
    entered = Counter([start])
    for (r, c), (there_r, there_c) in zip(walk, walk[1:]):
        assert abs(r - there_r) + abs(c - there_c) == 1 and (there_r, there_c) in free
        entered[there_r, there_c] += 1
    assert set(entered) == free, "a cell was left out"
    return len(walk) - 1, len(walk) - len(free), sum(count > 1 for count in entered.values())


def check(row, solver, seconds=300.0):
    board = parse_board(row["board"])
    task = board.task()
    first = [research.play(task, name, fog=Fog(sight=WHOLE_MAP)).walk for name in reference.FIRST]
    found = optimum(task.graph, task.start, first, seconds=seconds, solver=solver)
    moves, again, _ = replayed(row["board"], found.moves.walk)
    assert (moves, again) == (row["opt_moves"], row["opt_again"]) and found.moves.proven
    assert row["free"] - 0.5 * again == row["opt_event"]
    twice = replayed(row["board"], found.twice.walk)[2]
    assert twice == row["opt_twice_cells"] and found.twice.proven
    assert row["free"] - 1.5 * twice == row["opt_letters"]
    assert moves <= min(row["moves"].values())
    assert least_moves(task.graph, task.start) <= moves and least_twice(task.graph, task.start) <= twice


def of(config):
    return [row for row in vectors("coverage.jsonl") if row["config"] == config]


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_optima_of_some_boards_are_reproduced(solver):
    for row in [*of("singles6")[::10], of("singles8")[3]]:
        check(row, solver)


@pytest.mark.slow
@pytest.mark.parametrize("config", ["singles6", "singles8", "singles10", "fleet10"])
def test_the_optima_of_all_boards_are_reproduced(config):
    rows = of(config)
    assert len(rows) == 50
    # HiGHS alone needs minutes for the fewest cells visited twice on some boards of 10x10.
    for row in rows[:: 1 if HAS_CP_SAT or "10" not in config else 10]:
        check(row, "cp_sat" if HAS_CP_SAT else "highs")


@pytest.mark.slow
def test_larger_boards_are_proved_by_highs_alone():
    for row in [*of("fleet10")[:4], *of("singles10")[:2]]:
        check(row, "highs")


@pytest.mark.parametrize("solver", SOLVERS)
def test_without_time_a_gap_is_told_as_it_is(solver):
    board = research.make("coverage.fleet", seed=2, size=15)
    task = board.task()
    found = optimum(task.graph, task.start, seconds=0.0, solver=solver)
    for best, objective in ((found.moves, "moves"), (found.twice, "twice")):
        assert not best.proven and best.bound < best.value
        assert covers(task.graph, task.start, best.walk) and value_of(best.walk, objective) == best.value
    assert found.moves.bound >= len(board.free) - 1


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        # A comb: each tooth but the last is walked back out of.
        ("S....../.#.#.#.", 13),
        # A star with four arms, from its middle and from an arm.
        ("#.#/.S./#.#", 7),
        ("#S#/.../#.#", 6),
        # One row from its middle.
        ("..S..", 6),
        # A chessboard of 3x3 from an edge: five cells of the other colour.
        (".S./.../...", 9),
    ],
)
def test_parity_dead_ends_and_cut_cells_alone_bound_some_boards_tightly(text, moves):
    board = parse_board(text)
    task = board.task()
    bound = least_moves(task.graph, task.start)
    assert bound == moves == optimum(task.graph, task.start).moves.value


@pytest.fixture
def rings():
    """Two rings side by side, 2x2 each, which the walk leaves apart, with its end next to its start."""
    task = parse_board("S.../....").task()
    programme = Programme(task.graph, task.start)
    halves = [{(0, 0), (0, 1), (1, 0), (1, 1)}, {(0, 2), (0, 3), (1, 2), (1, 3)}]
    values = np.zeros(programme.size)
    for edge, ends in enumerate(task.graph.edges):
        values[edge] = any(set(ends) <= half for half in halves) and set(ends) != {(0, 0), (1, 0)}
    values[programme.visits : programme.visits + 8] = 1
    values[programme.end + programme.nodes.index((1, 0))] = 1
    assert len(parts_apart(programme, values)) == 1
    return programme, values


def test_parts_are_joined_by_exchanges_that_keep_all_visits(rings):
    programme, values = rings
    after = joined(programme, values)
    assert not parts_apart(programme, after)
    assert (after[programme.visits :] == values[programme.visits :]).all()
    walk = programme.walk(after)
    assert covers(programme.graph, (0, 0), walk) and walk[-1] == (1, 0) and len(walk) == 8


def test_parts_that_no_exchange_joins_are_bridged_where_fewest_cells_are_visited_again(rings):
    programme, values = rings
    again = programme.nodes.index((1, 2))
    values[programme.visits + again] = 2
    after = bridged(programme, values)
    assert not parts_apart(programme, after)
    walk = programme.walk(after)
    assert covers(programme.graph, (0, 0), walk) and walk[-1] == (1, 0) and len(walk) == 8 + 2
    assert {cell for cell in walk if walk.count(cell) > 1} == {(1, 1), (1, 2)}


def test_the_walk_that_is_told_with_a_gap_is_no_worse_than_best_of_k(tmp_path, monkeypatch):
    monkeypatch.setenv("RESEARCH_CACHE", str(tmp_path))
    reference._kept.cache_clear()
    task = research.make("coverage.singles", seed=0, size=15).task()
    found = reference.covering(task, seconds=0.0)
    assert found.moves.value <= research.play(task, "best_of_k", fog=Fog(sight=WHOLE_MAP)).steps
    reference._kept.cache_clear()


def test_returns_are_counted_at_cut_cells():
    assert returns(nx.star_graph(4), 0) == 3 and returns(nx.star_graph(4), 1) == 2
    assert returns(nx.path_graph(5), 0) == 0 and returns(nx.path_graph(5), 2) == 2
    assert returns(nx.cycle_graph(6), 0) == 0 and returns(nx.empty_graph(1), 0) == 0


def test_an_optimum_is_kept_on_disk_and_what_is_kept_is_checked(tmp_path, monkeypatch):
    monkeypatch.setenv("RESEARCH_CACHE", str(tmp_path))
    reference._kept.cache_clear()
    task = parse_board(".S./.../...").task()
    first = reference.covering(task)
    place = tmp_path / "fog-research" / "optima" / f"{task.key}.json"
    kept = json.loads(place.read_text())
    assert (kept["moves"]["value"], kept["moves"]["bound"], kept["twice"]["value"]) == (9, 9, 1)
    assert kept["seconds"] == reference.SECONDS
    for spoilt in (
        "{",
        json.dumps(kept | {"version": 0}),
        "[" * 100_000,
        "null",
        json.dumps(kept | {"moves": kept["moves"] | {"value": 8}}),
        json.dumps(kept | {"moves": kept["moves"] | {"bound": 10}}),
        json.dumps(kept | {"moves": kept["moves"] | {"bound": -1}}),
        json.dumps(kept | {"moves": kept["moves"] | {"bound": 1e400}}),
        json.dumps(kept | {"twice": kept["twice"] | {"walk": [[1e400]]}}),
        json.dumps(kept | {"seconds": "long"}),
    ):
        place.write_text(spoilt)
        reference._kept.cache_clear()
        assert reference.covering(task) == first and json.loads(place.read_text()) == kept
    before = place.stat().st_mtime_ns
    reference._kept.cache_clear()
    assert reference.covering(task) == first and place.stat().st_mtime_ns == before
    reference._kept.cache_clear()


def test_what_is_not_proved_is_looked_for_again_with_more_time(tmp_path, monkeypatch):
    monkeypatch.setenv("RESEARCH_CACHE", str(tmp_path))
    reference._kept.cache_clear()
    task = research.make("coverage.fleet", seed=12, size=8).task()
    short = reference.covering(task, seconds=0.0)
    assert not short.moves.proven
    reference._kept.cache_clear()
    assert reference.covering(task, seconds=0.0) == short
    longer = reference.covering(task, seconds=60.0)
    assert longer.moves.proven and longer.moves.value <= short.moves.value
    reference._kept.cache_clear()


def test_there_is_no_reference_for_what_is_too_large_or_no_game():
    assert reference.covering(research.make("coverage.singles", size=21).task()) is None
    assert reference.covering(research.make("coverage.notebook").task()) is None
    assert reference.optimal(research.make("coverage.notebook").task()) is None
