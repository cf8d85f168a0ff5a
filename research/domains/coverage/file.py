"""coverage.file and coverage.board: boards that other people made."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from research.domains.coverage.board import OFFERS, Board
from research.domains.coverage.formats import parse_board
from research.faults import BadInput
from research.files import read_text
from research.registry import generators


@generators.register("coverage.file", offers=OFFERS, seeded=False)
def file(path: str) -> Board:
    """A board from a file: rows of `.` and `#` with one `S`; BadInput where it cannot be read."""
    try:
        return replace(parse_board(read_text(path)), name=Path(path).name)
    except BadInput as error:
        raise BadInput(error.faults, path) from None


@generators.register("coverage.board", offers=OFFERS, seeded=False)
def board(cells: str) -> Board:
    """The board of one line: rows joined by "/", such as .S./#.. with # a barrier and S the start."""
    return parse_board(cells)
