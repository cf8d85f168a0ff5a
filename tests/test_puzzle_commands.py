"""What the command line does with files of sliding boards and of answers."""

import pytest
from conftest import shared

import research
from research.domains.sliding.formats import write_gdd, write_rows
from research.faults import BadInput
from research.instances import parse
from research.report.checked import check, check_answers

MARK = "\ufeff"


@pytest.fixture
def contest(tmp_path):
    """A contest file of three boards."""
    boards = [research.make("sliding.shuffled", seed=seed, size=3, moves=6, walls=seed) for seed in range(3)]
    path = tmp_path / "boards.txt"
    path.write_text(write_gdd(boards, dict.fromkeys("LRUD", 99)))
    return path


@pytest.mark.parametrize("mark", ["", MARK])
def test_all_boards_of_a_file_are_checked(contest, mark):
    contest.write_text(mark + contest.read_text())
    checked = check(contest)
    said = "valid (gdd): 3 boards, 0 of them unsolvable as far as can be told without a search"
    assert (checked.lines, checked.status) == ([f"{contest}: {said}"], 0)


def test_a_board_that_cannot_be_solved_is_told_with_its_line(tmp_path):
    path = tmp_path / "rows.txt"
    path.write_text("1 0 1 2 3 4 5 6 7 8\n\n2 0 2 1 3 4 5 6 7 8\n")
    checked = check(path)
    assert checked.lines[0] == f"{path}:3:1: found a board that cannot be solved: wrong parity"
    assert checked.lines[1].endswith(
        "not valid (rows): 2 boards, 1 of them unsolvable as far as can be told without a search"
    )
    assert (checked.status, checked.findings[0]["line"]) == (1, 3)


@pytest.mark.parametrize(
    ("line", "wrong", "place"),
    [
        (1, "1 2 3", "1:1"),
        (1, "² 9 9 9", "1:1"),
        (2, "7", "2:1"),
        (2, "³", "2:1"),
        (4, "²,3,123456780", "4:1"),
        (4, "3,3,12345678x", "4:13"),
        (5, "3,9,123456780", "5:5"),
    ],
)
def test_faults_of_a_file_of_boards_have_line_and_column(contest, line, wrong, place):
    lines = contest.read_text().splitlines()
    contest.write_text("\n".join([*lines[: line - 1], wrong, *lines[line:]]) + "\n")
    checked = check(contest)
    assert checked.status == 1 and checked.lines[0].startswith(f"{contest}:{place}: found ")
    assert checked.lines[-1] == f"{contest}: not valid (gdd): 1 faults"


def test_expectations_are_for_mazes(contest):
    with pytest.raises(BadInput, match="--expect: found 'perfect' and a file of sliding boards"):
        check(contest, "perfect")


def test_a_file_of_boards_is_played_from_its_first_or_the_one_that_the_seed_numbers(contest, tmp_path):
    rows = tmp_path / "rows.txt"
    rows.write_text(write_rows([research.make("sliding.shuffled", seed=1, size=3, moves=6)]))
    assert parse(str(rows)).make().cells == research.make("sliding.file", seed=1, path=str(rows)).cells
    for seed, number in ((None, 1), (1, 1), (3, 3)):
        board = research.make("sliding.file", seed=number, path=str(contest))
        assert parse(str(contest), seed).make().cells == board.cells
    with pytest.raises(BadInput, match="found the seed 4; expected the number of a board, 1 to 3"):
        parse(str(contest), 4).make()


def test_a_number_out_of_range_is_told_as_a_number():
    with pytest.raises(ValueError, match=r"walls: found -1; expected at least 0"):
        parse("sliding.shuffled:size=3,walls=-1")


def test_answers_may_begin_with_a_byte_order_mark(contest, tmp_path):
    answers = tmp_path / "answers.txt"
    letters = research.play(parse(str(contest)).make(), "a_star", fog=research.Fog("jump")).letters
    for mark in ("", MARK):
        answers.write_text(f"{mark}{letters}\n", encoding="utf-8")
        checked = check_answers(contest, answers)
        assert checked.status == 0 and "1 of 3 boards solved, 2 skipped" in checked.lines[-1]


def test_korfs_file_is_valid():
    checked = check(shared("data", "sliding", "korf_15.txt"))
    assert (checked.status, checked.findings) == (0, [])
