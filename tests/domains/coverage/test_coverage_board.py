import pytest
from conftest import vectors
from hypothesis import given
from hypothesis import strategies as st

import research
from research.domains.coverage import Board
from research.domains.coverage.board import graph_of
from research.domains.coverage.formats import is_board, parse_board, write_board
from research.faults import BadInput
from research.instances import parse


def test_all_boards_of_the_vectors_are_read_and_written_as_they_stand():
    rows = vectors("coverage.jsonl")
    assert len(rows) == 200
    for row in rows:
        board = parse_board(row["board"])
        assert str(board) == row["board"] and len(board.free) == row["free"]


def test_the_other_characters_and_lines_of_their_own_mean_the_same():
    assert parse_board("·S\n▒·\n") == parse_board(".S/#.") == Board(2, 2, frozenset({(1, 0)}), (0, 1))


@st.composite
def boards(draw):
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    start = draw(st.sampled_from(cells))
    barred = draw(st.sets(st.sampled_from(cells))) - {start}
    free = set(cells) - barred
    reached = {start}
    while more := {b for a in reached for b in _near(a) if b in free} - reached:
        reached |= more
    return Board(rows, cols, frozenset(set(cells) - reached), start)


def _near(cell):
    row, col = cell
    return (row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)


@given(boards())
def test_a_board_is_read_back_as_it_was_written(board):
    assert parse_board(str(board)) == board == parse_board(write_board(board))
    assert is_board(write_board(board))


@given(boards())
def test_neighbours_stand_in_the_order_north_east_south_west(board):
    graph = board.task().graph
    assert set(graph) == set(board.free)
    for cell in graph:
        assert list(graph[cell]) == [near for near in _near(cell) if near in board.free]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("S.\n.x", "text:2:2: found 'x'; expected . or · (free), # or ▒ (a barrier) or S (the start)"),
        ("S../.x.", "text:1:6: found 'x'; expected . or · (free), # or ▒ (a barrier) or S (the start)"),
        ("S..\n..", "text:2:1: found a row of 2 cells; expected 3 as in the first"),
        ("S./.S", "text:1:5: found a second S; expected one start"),
        ("../.#", "text:1:1: found no S; expected one start"),
        ("##/##", "text:1:1: found no S; expected one start"),
        ("", "text:1:1: found no board; expected rows of . # and one S"),
        ("\n \n", "text:1:1: found no board; expected rows of . # and one S"),
        (
            "S#./.##/..#",
            "text: found free cells that the start has no way to: 0,2; expected a board in one piece",
        ),
    ],
)
def test_what_is_wrong_with_a_text_is_one_line_with_its_place(text, said):
    with pytest.raises(BadInput) as caught:
        parse_board(text)
    assert str(caught.value) == said


def test_of_many_isolated_cells_the_first_are_named_and_the_others_counted():
    with pytest.raises(ValueError, match=r"no way to: 0,2 0,3 .* 0,9 and 3 more; expected a board in one"):
        parse_board("S#...........")
    with pytest.raises(ValueError, match="found a board of 1000x1000; expected 1 to 250000 cells"):
        Board(1000, 1000, frozenset(), (0, 0))
    with pytest.raises(ValueError, match="found the barrier 0,9 outside a board of 3x2"):
        Board(2, 3, frozenset({(0, 9)}), (0, 0))
    with pytest.raises(ValueError, match="found the start 0,0; expected a free cell"):
        Board(1, 2, frozenset({(0, 0)}), (0, 0))


@pytest.mark.parametrize(("text", "moves"), [("S", 0), ("S..", 2), (".S..", 4), ("S/./.", 2), ("#S#", 0)])
def test_boards_of_one_cell_or_one_row_give_the_trivial_answer(text, moves):
    board = parse_board(text)
    found = research.play(board, "spiral")
    assert found.outcome is research.Outcome.SOLVED and found.steps >= moves
    from research.reference import optimal

    assert optimal(board.task()) == moves


def test_a_file_is_told_its_faults_by_its_name(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("S..\n.#.\n")
    board = research.make("coverage.file", path=str(path))
    assert board == parse_board("S../.#.") == research.make("coverage.board", cells="S../.#.")
    path.write_text("S..\n.?.\n")
    with pytest.raises(BadInput, match=r"board\.txt:2:2: found '\?'"):
        research.make("coverage.file", path=str(path))
    assert parse("coverage.board:cells=S../.#.").make().start == (0, 0)


def test_the_drawing_tells_once_from_again_and_fog_from_free():
    board = parse_board("S../.#./...")
    assert board.drawing() == "S··\n·#·\n···"
    walk = [(0, 0), (0, 1), (0, 0), (1, 0)]
    assert board.drawing(walk) == "aA·\nA#·\n···"
    assert board.drawing(walk, charted=set(walk)) == "aA·\nA#░\n·░░"
    assert board.drawing(walk, charted=set(walk), ascii_only=True) == "aA.\nA#?\n.??"
    svg = board.svg(walk, charted=set(walk))
    assert svg.startswith("<svg") and "<polyline" in svg and svg == board.svg(walk, charted=set(walk))


def test_the_size_of_the_board_is_not_told():
    board = parse_board("S./..")
    geometry = board.task().geometry
    assert geometry.around((0, 0)) == ((-1, 0), (0, 1), (1, 0), (0, -1))
    assert research.audit(board.task(), "warnsdorff").honest


def test_the_graph_of_no_cells_is_empty():
    assert len(graph_of({})) == 0
