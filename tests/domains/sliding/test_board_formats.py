import pytest
from conftest import shared

import research
from research.domains.sliding.file import read_boards
from research.domains.sliding.formats import (
    parse_board,
    read_gdd,
    read_rows,
    totals_of,
    write_gdd,
    write_rows,
)
from research.faults import BadInput

GDD = "10 20 30 40\n2\n3,3,168452=30\n2,3,135=20\n"


def test_a_contest_file_is_read_and_written_back():
    boards = read_gdd(GDD)
    assert [str(board) for board in boards] == ["168/452/=30", "13/5=/20"]
    assert write_gdd(boards, totals_of(GDD)) == GDD
    assert totals_of(GDD) == {"L": 10, "R": 20, "U": 30, "D": 40}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ["1:1: found ''; expected the totals", "2:1: found ''; expected the number of boards"]),
        ("1 2 3\n0\n", ["1:1: found '1 2 3'; expected the totals of L R U D, four numbers"]),
        ("1 2 3 4\n5\n3,3,123456780\n", ["2:1: found '5'; expected the number of boards that follow, 1"]),
        ("1 2 3 4\n1\n3,3,12345678\n", ["3:5: found 8 cells; expected 9"]),
        ("1 2 3 4\n1\n3,3,12345678?\n", ["3:13: found '?'; expected 0 for the blank"]),
        ("1 2 3 4\n1\n3;3;123456780\n", ["3:1: found '3;3;123456780'; expected width,height,cells"]),
        ("1 2 3 4\n2\n3,3,113456780\n2,2,12=0\n", ["3:5: found tiles", "twice 1; missing 2"]),
    ],
)
def test_a_broken_contest_file_names_line_and_column(text, lines):
    with pytest.raises(BadInput) as error:
        read_gdd(text)
    said = str(error.value)
    assert all(line in said for line in lines), said
    assert len(said.splitlines()) == (len(lines) if "twice" not in lines[-1] else 1)


def test_rows_of_numbers_are_read_with_and_without_a_number_before():
    text = "1 8 6 7 2 5 4 3 0 1\n8 6 7 2 5 4 3 0 1\n"
    one, other = read_rows(text)
    assert one == other and one.goal_name == "blank_first" and one.goal == bytes(range(9))
    assert write_rows([one, other]).splitlines()[0] == "1 8 6 7 2 5 4 3 0 1"
    assert read_rows(write_rows([one, other])) == [one, other]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "1:1: found no board"),
        ("1 2 3 0\n1 2 3 x\n", "2:7: found 'x'; expected a number"),
        ("1 2 3\n", "1:1: found 3 numbers; expected those of a square board"),
        ("1 2 3 3\n", "1:1: found tiles that do not make up the goal: twice 3; missing the blank"),
    ],
)
def test_broken_rows_name_line_and_column(text, line):
    with pytest.raises(BadInput, match=".*") as error:
        read_rows(text)
    assert line in str(error.value) and len(str(error.value).splitlines()) == 1


def test_one_liners_are_read():
    assert str(parse_board("102/754/863")) == "102/754/863"
    assert parse_board("1 2 3 7/12 8 15 4/13 10 11 5/9 6 14 0").cells[4] == 12
    with pytest.raises(ValueError, match="rows of 2, 3 cells"):
        parse_board("12/345")


def test_a_board_beyond_letters_is_written_in_numbers():
    board = research.make("sliding.random", seed=3, size=(7, 6))
    assert parse_board(str(board)) == board and " " in str(board)


def test_the_seed_numbers_the_boards_of_a_file(tmp_path):
    (tmp_path / "boards.txt").write_text(GDD)
    path = str(tmp_path / "boards.txt")
    made = [research.make("sliding.file", seed=seed, path=path) for seed in (1, 2)]
    assert list(map(str, made)) == ["168/452/=30", "13/5=/20"]
    assert made[0].facts == {"width": 3, "height": 3, "walls": 1}
    with pytest.raises(BadInput, match="found the seed 3; expected the number of a board, 1 to 2"):
        research.make("sliding.file", seed=3, path=path)


def test_the_files_from_outside_are_read():
    contest = read_boards(shared("data", "sliding", "contest_5000.txt"))
    assert len(contest) == 5000 and not any(board.hopeless for board in contest)
    assert {board.goal_name for board in contest} == {"blank_last"}
    korf = read_boards(shared("data", "sliding", "korf_15.txt"))
    assert len(korf) == 100 and {board.goal_name for board in korf} == {"blank_first"}
    assert len(read_boards(shared("data", "sliding", "korf_24.txt"))) == 50


def test_a_file_that_is_none_is_refused(tmp_path):
    (tmp_path / "x.txt").write_text("what is this\n")
    with pytest.raises(BadInput, match="x.txt:1:1: found no format that is known; expected one of gdd, rows"):
        read_boards(tmp_path / "x.txt")
    with pytest.raises(BadInput, match="cannot be read"):
        read_boards(tmp_path / "none.txt")
