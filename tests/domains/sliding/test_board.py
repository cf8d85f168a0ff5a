from collections import Counter
from itertools import permutations

import networkx as nx
import pytest

import research
from research.domains.sliding import Board
from research.domains.sliding.formats import parse_board
from research.domains.sliding.slide import WALL
from research.episode import Outcome
from research.fog import Fog


def solved(width, height, goal="blank_last"):
    count = width * height
    cells = bytes([*range(1, count), 0]) if goal == "blank_last" else bytes(range(count))
    return Board(width, height, cells, goal)


DEPTHS = [
    1,
    2,
    4,
    8,
    16,
    20,
    39,
    62,
    116,
    152,
    286,
    396,
    748,
    1024,
    1893,
    2512,
    4485,
    5638,
    9529,
    10878,
    16993,
]
DEPTHS += [17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2]


@pytest.mark.parametrize(
    ("size", "states", "radius"), [((2, 2), 12, 6), ((3, 2), 360, 21), ((2, 3), 360, 21), ((4, 2), 20160, 36)]
)
def test_so_many_boards_can_be_reached_in_so_many_moves(size, states, radius):
    board = solved(*size)
    steps = nx.single_source_shortest_path_length(board.to_networkx(), board.cells)
    assert (len(steps), max(steps.values())) == (states, radius)


def test_the_eight_puzzle_has_its_histogram_and_its_two_farthest_boards():
    board = solved(3, 3)
    steps = nx.single_source_shortest_path_length(board.to_networkx(), board.cells)
    histogram = Counter(steps.values())
    assert [histogram[depth] for depth in range(32)] == DEPTHS and len(steps) == 181_440
    assert sum(steps.values()) / len(steps) == pytest.approx(21.9724, abs=5e-5)
    farthest = {"".join(map(str, cells)) for cells, depth in steps.items() if depth == 31}
    assert farthest == {"867254301", "647850321"}


@pytest.mark.parametrize("goal", ["blank_last", "blank_first"])
@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2), (1, 4), (4, 1)])
def test_what_is_not_hopeless_can_be_reached_and_nothing_else(size, goal):
    board = solved(*size, goal)
    reached = set(board.to_networkx())
    for cells in permutations(board.cells):
        assert (not Board(*size, bytes(cells), goal).hopeless) == (bytes(cells) in reached), cells


@pytest.mark.slow
@pytest.mark.parametrize("size", [(3, 3), (2, 4), (4, 2)])
def test_parity_is_reachability_on_all_permutations(size):
    board = solved(*size)
    reached = set(board.to_networkx())
    for cells in permutations(board.cells):
        assert (not Board(*size, bytes(cells)).hopeless) == (bytes(cells) in reached), cells


def test_on_a_ring_parity_is_not_enough():
    board = parse_board("213/4=6/870")
    assert board.hopeless == "on a ring the order of the tiles is fixed"
    ring = parse_board("123/4=6/780")
    assert len(ring.to_networkx()) == 56 and not ring.hopeless
    even = [
        cells
        for cells in permutations([1, 2, 3, 4, 6, 7, 8, 0])
        if not Board(3, 3, bytes([*cells[:4], WALL, *cells[4:]])).hopeless
    ]
    assert len(even) == 56


def inversions(tiles):
    return sum(a > b > 0 for at, a in enumerate(tiles) for b in tiles[at:])


@pytest.mark.parametrize("size", [(3, 3), (4, 4), (3, 4), (4, 3)])
def test_parity_in_inversions(size):
    for seed in range(20):
        board = research.make("sliding.random", seed=seed, size=size)
        row = size[1] - 1 - board.cells.index(0) // size[0]
        assert (inversions(board.cells) + (row if size[0] % 2 == 0 else 0)) % 2 == 0


@pytest.mark.parametrize(
    ("text", "optimum"), [("134/802/756", 16), ("102/754/863", 11), ("867/254/301", 31), ("123/456/780", 0)]
)
def test_boards_have_their_optimum(text, optimum):
    board = parse_board(text)
    for strategy in ("a_star", "breadth_first") if optimum else ("a_star",):
        episode = research.play(board, strategy, fog=Fog("jump"))
        assert (episode.outcome, episode.route) == (Outcome.SOLVED, optimum)
    assert len(episode.letters) == optimum


@pytest.mark.parametrize("text", ["134/802/765", "1 2 3 7/12 8 15 4/13 10 11 5/9 6 14 0"])
def test_an_unsolvable_board_never_starts_a_search(text):
    def raises(view):
        raise AssertionError("it was started")
        yield

    episode = research.play(parse_board(text), raises, fog=Fog("jump"))
    assert (episode.outcome, episode.reason) == (Outcome.UNREACHABLE, "wrong parity")
    assert episode.expanded == 1 and episode.path == ()


def test_the_graph_is_made_on_demand_and_knows_its_nodes():
    board = parse_board("12=/456/780")
    graph = board.graph()
    near = list(graph[board.cells])
    assert [board.slide.letter(board.cells, there) for there in near] == ["U", "L"]
    assert board.cells in graph and bytes(9) not in graph and "12=456780" not in graph
    assert bytes([1, WALL, 2, 4, 5, 6, 7, 8, 0]) not in graph
    assert nx.shortest_path_length(graph, near[0], board.goal) == 1


def test_a_full_graph_has_a_limit():
    with pytest.raises(ValueError, match="more than 100 boards"):
        solved(3, 3).to_networkx(limit=100)


@pytest.mark.parametrize(
    ("size", "cells", "message"),
    [
        ((3, 1), [1, 1, 0], "twice 1; missing 2"),
        ((2, 2), [1, 2, 0, 0], "twice the blank; missing 3"),
        ((2, 2), [1, 2, 7, 0], "missing 3; unknown 7"),
        ((2, 2), [1, 2, 0], "found 3 cells; expected 4"),
        ((1, 1), [0], "expected 2 to 254 cells"),
        ((2, 2), [1, 2, 0, WALL], "where the blank has to end"),
    ],
)
def test_boards_that_are_none_are_refused(size, cells, message):
    with pytest.raises(ValueError, match=message):
        Board(*size, bytes(cells)).goal


def test_moves_by_letter_and_what_is_in_their_way():
    slide = parse_board("123/4=6/780").slide
    here = bytes([1, 2, 3, 4, WALL, 6, 7, 8, 0])
    assert slide.moved(slide.moved(here, "L"), "R") == here
    for letter, message in (("D", "cannot go D from row 2, column 2"), ("X", "expected a letter of ULRD")):
        with pytest.raises(ValueError, match=message):
            slide.moved(here, letter)
    with pytest.raises(ValueError, match="cannot go U"):
        slide.moved(slide.moved(here, "L"), "U")


def test_a_walking_agent_plays_too():
    board = research.make("sliding.shuffled", seed=2, size=(3, 2), moves=12)
    episode = research.play(board, "a_star", fog=Fog("walk"))
    assert episode.outcome is Outcome.SOLVED and episode.steps == len(episode.letters) >= episode.route


def test_drawings_show_tiles_walls_and_the_way():
    board = parse_board("12=/456/708")
    assert board.drawing() == "1 2 #\n4 5 6\n7 . 8\n"
    way = [board.cells, board.goal]
    assert board.drawing(way).splitlines()[2] == "7 . 8        7 8 ."
    assert "<animate" not in board.svg() and board.svg(way).count("<animateTransform") == 1
    assert ">A<" in research.make("sliding.random", seed=1, size=(4, 3))._repr_svg_()
