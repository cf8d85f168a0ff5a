"""Answers to a contest file: a line of letters for each board, checked by playing them.

The replay here works on rows of characters and knows nothing of nodes, graphs and searches.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from research.domains.sliding.board import Board
from research.domains.sliding.formats import TOTALS
from research.domains.sliding.symbols import SYMBOLS, rows_of
from research.faults import Fault

STEPS = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}


@dataclass
class Judged:
    """What a file of answers is worth: boards solved, answers that are none, letters used.

    faults name the line, and the column of the letter from 1. Only answers without a fault count,
    also for the letters used.
    """

    boards: int
    solved: list[int] = field(default_factory=list)
    skipped: int = 0
    used: Counter[str] = field(default_factory=Counter)
    totals: dict[str, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    @property
    def over(self) -> dict[str, int]:
        """Letters of which more are used than the totals allow, with how many more."""
        return {k: self.used[k] - allowed for k, allowed in self.totals.items() if self.used[k] > allowed}


def judge(text: str, boards: list[Board], totals: dict[str, int]) -> Judged:
    """Return what the answers in `text` are worth: line n is for board n, an empty line skips it.

    totals: how many of each letter all answers together may use; empty for no limit.
    """
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    judged = Judged(len(boards), totals=totals)
    for number, line in enumerate(lines[: len(boards)], 1):
        answer = line.rstrip("\r")
        wrong = replay(boards[number - 1], answer) if answer else None
        if not answer:
            judged.skipped += 1
        elif wrong:
            judged.faults.append(Fault(f"board {number}: {wrong[0]}", number, wrong[1]))
        else:
            judged.solved.append(number)
            judged.used.update(answer)
    judged.skipped += max(0, len(boards) - len(lines))
    if len(lines) > len(boards):
        said = f"found {len(lines)} lines; expected at most one for each of {len(boards)} boards"
        judged.faults.append(Fault(said, len(boards) + 1, 1))
    return judged


def replay(board: Board, answer: str) -> tuple[str, int] | None:
    """Return what is wrong with an answer and at which letter, from 1; None where it solves the board."""
    lines = rows_of(board.cells, board.width)
    rows = [line.split(" ") if " " in line else list(line) for line in lines]
    row = next(at for at, cells in enumerate(rows) if "0" in cells)
    col = rows[row].index("0")
    for column, letter in enumerate(answer, 1):
        if letter not in STEPS:
            return f"found {letter!r}; expected a letter of {', '.join(TOTALS)}", column
        to_row, to_col = row + STEPS[letter][0], col + STEPS[letter][1]
        if not (0 <= to_row < board.height and 0 <= to_col < board.width):
            return f"found {letter}, over the edge from row {row}, column {col}", column
        if rows[to_row][to_col] == "=":
            return f"found {letter}, into the wall at row {to_row}, column {to_col}", column
        rows[row][col], rows[to_row][to_col] = rows[to_row][to_col], "0"
        row, col = to_row, to_col
    wrong = [
        (at, cell)
        for at, cell in enumerate(cell for cells in rows for cell in cells)
        if not _at_home(board, at, cell)
    ]
    if not wrong:
        return None
    at, cell = wrong[0]
    said = f"the goal is not reached: {len(wrong)} cells are wrong, the first in row {at // board.width}, "
    return said + f"column {at % board.width} holds {cell}", len(answer)


def _at_home(board: Board, at: int, cell: str) -> bool:
    """Whether a cell holds what the rules of the goal want there."""
    last = board.goal_name == "blank_last"
    if cell == "=":
        return True
    number = at + 1 if last else at
    if last and at == board.width * board.height - 1:
        number = 0
    return cell == (SYMBOLS[number] if len(board.cells) <= len(SYMBOLS) else str(number))
