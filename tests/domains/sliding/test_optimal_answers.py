"""The shortest answers that results/ holds to the contest's boards: each holds, and none contradicts others."""

import csv
from pathlib import Path

from conftest import shared

from research.domains.sliding.answers import judge
from research.domains.sliding.file import read_boards

ANSWERS = Path(__file__).resolve().parents[3] / "results/sliding_optimal/answers.txt"
FOUND = {number: line for number, line in enumerate(ANSWERS.read_text().splitlines(), 1) if line}


def known():
    """Of each board the best length that was known, 0 for none, and whether it was proven."""
    with shared("vectors", "contest_best_lengths.csv").open() as lines:
        return {
            int(row["id"]): (int(row["best_len"] or 0), row["proven_optimal"] == "1")
            for row in csv.DictReader(lines)
        }


def test_every_answer_solves_its_board():
    boards = read_boards(shared("data", "sliding", "contest_5000.txt"))
    judged = judge(ANSWERS.read_text(), boards, {})
    assert not judged.faults
    assert len(judged.solved) == len(FOUND) == 3163


def test_lengths_are_those_that_were_proven_and_at_most_those_that_were_known():
    lengths = known()
    proven = [number for number in FOUND if lengths[number][1]]
    assert [len(FOUND[number]) for number in proven] == [lengths[number][0] for number in proven]
    assert len(proven) == 701
    shorter = 0
    for number in FOUND.keys() - set(proven):
        best = lengths[number][0]
        assert not best or len(FOUND[number]) <= best
        shorter += not best or len(FOUND[number]) < best
    assert shorter == 137
