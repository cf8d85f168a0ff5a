"""sliding.file and sliding.board: boards that other people made."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

from research.domains.sliding.board import Board, GoalName
from research.domains.sliding.formats import parse_board
from research.domains.sliding.slide import OFFERS
from research.faults import BadInput, Fault
from research.files import read_text
from research.registry import formats, generators

FormatName = Literal["gdd", "rows"]
SNIFFED: tuple[FormatName, ...] = ("gdd", "rows")
BYTE_ORDER_MARK = "\ufeff"


def text_of(path: str | Path) -> str:
    """Return the text of a file of boards or answers, without the mark that some editors put before it."""
    return read_text(path).removeprefix(BYTE_ORDER_MARK)


def format_of(text: str) -> str | None:
    """Return the name of the format that a text of boards has, None where it has none."""
    return next((each for each in SNIFFED if formats[each].traits["sniff"](text)), None)


def holds_boards(path: str) -> bool:
    """Whether there is a file of boards."""
    try:
        return format_of(text_of(path)) is not None
    except BadInput:
        return False


@generators.register("sliding.file", offers=OFFERS, numbered=True, reads=holds_boards)
def file(seed: int, path: str, format: FormatName | None = None, goal: GoalName | None = None) -> Board:
    """The board of a file that the seed numbers, from 1; the format is told from the content.

    goal: blank_last or blank_first; default: the format's own (gdd: last, rows: first). BadInput: the
    file cannot be read, or has no such board.
    """
    boards = read_boards(path, format, goal)
    if not 1 <= seed <= len(boards):
        raise BadInput(
            [Fault(f"found the seed {seed}; expected the number of a board, 1 to {len(boards)}")], path
        )
    return boards[seed - 1]


def read_boards(path: str | Path, format: str | None = None, goal: GoalName | None = None) -> list[Board]:
    """Return the boards in a file; BadInput names each fault with file, line and column."""
    path = Path(path)
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        changed = 0
    return _read(str(path), changed, format, goal)


@lru_cache(maxsize=8)
def _read(path: str, changed: int, format: str | None, goal: GoalName | None) -> list[Board]:
    text = text_of(path)
    name = format or format_of(text)
    if name is None:
        said = f"found no format that is known; expected one of {', '.join(SNIFFED)}"
        raise BadInput([Fault(said, 1, 1)], path)
    try:
        boards: list[Board] = formats[name].function(text, **({"goal": goal} if goal else {}))
    except BadInput as error:
        raise BadInput(error.faults, path) from None
    return boards


@generators.register("sliding.board", offers=OFFERS, seeded=False)
def board(cells: str, goal: GoalName = "blank_last") -> Board:
    """The board of one line: rows joined by "/", 0 the blank, = a wall, such as 102/754/863."""
    return parse_board(cells, goal)
