"""Boards as text: rows of `.` or `·`, `#` or `▒`, and `S`, on lines of their own or joined by `/`."""

from __future__ import annotations

import re

from research.domains.compass import Cell
from research.domains.coverage.board import Board
from research.faults import BadInput, Fault, quoted
from research.registry import formats

FREE, BARRIER, START = ".·", "#▒", "S"


def is_board(text: str) -> bool:
    """Whether the text holds nothing but the characters of a board."""
    return re.fullmatch(rf"[{FREE}{BARRIER}{START}/\s]+", text) is not None and START in text


def write_board(board: Board) -> str:
    """Return the rows, a line each."""
    return "".join(f"{line}\n" for line in board.lines())


def parse_board(text: str) -> Board:
    """Return the board that a text holds; BadInput names every fault with line and column.

    Cells that the start has no way to are named by row and column, from 0.
    """
    placed = _rows(text)
    rows = [row for row, _, _ in placed]
    faults = _faults(rows, placed)
    if faults:
        raise BadInput(faults)
    cells = {(at, col): mark for at, row in enumerate(rows) for col, mark in enumerate(row)}
    start = next(cell for cell, mark in cells.items() if mark == START)
    barriers: frozenset[Cell] = frozenset(cell for cell, mark in cells.items() if mark in BARRIER)
    try:
        return Board(len(rows), len(rows[0]), barriers, start)
    except ValueError as error:
        raise BadInput([Fault(str(error))]) from None


def _rows(text: str) -> list[tuple[str, int, int]]:
    """Return the rows, each with the line and the column where it begins; empty lines at the ends go."""
    found = []
    for number, line in enumerate(text.rstrip().split("\n"), 1):
        column = 1
        for row in line.rstrip().split("/"):
            found.append((row, number, column))
            column += len(row) + 1
    while found and not found[0][0]:
        found.pop(0)
    return found


def _faults(rows: list[str], placed: list[tuple[str, int, int]]) -> list[Fault]:
    if not rows:
        return [Fault(f"found no board; expected rows of {FREE[0]} {BARRIER[0]} and one {START}", 1, 1)]
    faults, starts = list[Fault](), 0
    for row, line, column in placed:
        for at, mark in enumerate(row):
            starts += mark == START
            if mark not in FREE + BARRIER + START:
                said = f"found {quoted(mark)}; expected . or · (free), # or ▒ (a barrier) or S (the start)"
                faults.append(Fault(said, line, column + at))
            elif mark == START and starts > 1:
                faults.append(Fault("found a second S; expected one start", line, column + at))
        if len(row) != len(rows[0]):
            said = f"found a row of {len(row)} cells; expected {len(rows[0])} as in the first"
            faults.append(Fault(said, line, column))
    if not starts and not faults:
        faults.append(Fault("found no S; expected one start", placed[0][1], placed[0][2]))
    return faults


@formats.register("board", world="coverage", write=write_board, sniff=is_board)
def read_board(text: str) -> Board:
    """Rows of . (free), # (a barrier) and one S, on lines of their own or joined by /."""
    return parse_board(text)
