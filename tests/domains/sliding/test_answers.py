import subprocess
import sys

import pytest

import research
from research.domains.sliding.answers import judge, replay
from research.domains.sliding.formats import parse_board, read_gdd, totals_of

PROBLEMS = "3 3 3 3\n3\n3,3,123456708\n3,3,12345=078\n3,2,123405\n"


@pytest.mark.parametrize(
    ("answer", "said", "column"),
    [
        ("RX", "found 'X'; expected a letter of L, R, U, D", 2),
        ("LLL", "found L, over the edge from row 2, column 0", 2),
        ("UR", "found R, into the wall at row 1, column 2", 2),
        ("L", "the goal is not reached: 3 cells are wrong, the first in row 2, column 0 holds 0", 1),
        ("r", "found 'r'", 1),
    ],
)
def test_what_is_wrong_with_an_answer(answer, said, column):
    board = parse_board("123/45=/708")
    told, at = replay(board, answer)
    assert told.startswith(said) and at == column


def test_answers_are_judged_by_line():
    judged = judge("R\n\nRR\n", read_gdd(PROBLEMS), totals_of(PROBLEMS))
    assert (judged.solved, judged.skipped, judged.used) == ([1], 1, {"R": 1})
    assert [(fault.line, fault.column) for fault in judged.faults] == [(3, 2)]
    assert judge("R\nRR\nR\nR\n", read_gdd(PROBLEMS), {}).faults[-1].line == 4


def test_totals_that_are_exceeded_are_told():
    judged = judge("R\nRR\nR", read_gdd(PROBLEMS), {"L": 3, "R": 3, "U": 3, "D": 3})
    assert judged.solved == [1, 2, 3] and judged.over == {"R": 1}


def test_the_replay_and_the_referee_agree():
    for seed in range(5):
        board = research.make("sliding.shuffled", seed=seed, size=(7, 6), moves=25, walls=3)
        way = research.play(board, "greedy", fog=research.Fog("jump"), h="wall_distance")
        assert way.outcome.value == "solved" and replay(board, way.letters) is None
        assert replay(board, way.letters[:-1]) is not None
        first = research.make("sliding.random", seed=seed, goal="blank_first")
        assert replay(first, research.play(first, "a_star", fog=research.Fog("jump")).letters) is None


def check(folder, *words):
    command = [sys.executable, "-m", "research", "check", "boards.txt", "--answers", "answers.txt", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_the_command_checks_a_file_of_answers(tmp_path):
    (tmp_path / "boards.txt").write_text(PROBLEMS)
    (tmp_path / "answers.txt").write_text("R\n\nR\n")
    done = check(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        done.stdout
        == "answers.txt: 2 of 3 boards solved, 1 skipped; used L 0 of 3, R 2 of 3, U 0 of 3, D 0 of 3\n"
    )
    (tmp_path / "answers.txt").write_text("RX\nRR\nR\n")
    done = check(tmp_path)
    assert done.returncode == 1
    assert (
        done.stdout.splitlines()[0] == "answers.txt:1:2: board 1: found 'X'; expected a letter of L, R, U, D"
    )
    (tmp_path / "answers.txt").write_text("R\nRR\nR\n")
    done = check(tmp_path)
    assert done.returncode == 1 and "answers.txt: 1 R too many" in done.stdout


def test_a_file_that_holds_no_boards_is_bad_input(tmp_path):
    (tmp_path / "boards.txt").write_text("what\n")
    (tmp_path / "answers.txt").write_text("R\n")
    done = check(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("boards.txt:1:1: found no format that is known")
    (tmp_path / "boards.txt").write_text(PROBLEMS)
    (tmp_path / "answers.txt").unlink()
    done = check(tmp_path)
    assert done.returncode == 2 and done.stderr == "answers.txt: cannot be read: No such file or directory\n"
