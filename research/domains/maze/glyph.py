"""Glyphs: closed cells in the middle of a board, the "42" or a user's own drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator

from research.domains.compass import Cell
from research.faults import BadInput, Fault, quoted
from research.files import read_text
from research.parameters import BoardSize

FORTY_TWO = ("#...###", "#.....#", "###.###", "..#.#..", "..#.###")


def _drawable(glyph: str) -> str:
    rows_of(glyph)
    return glyph


Glyph = Annotated[str, AfterValidator(_drawable)]


def rows_of(glyph: str) -> tuple[str, ...]:
    """Return the rows of "42", or of a text file of # (closed) and . (free); BadInput for others."""
    if glyph == "42":
        return FORTY_TWO
    rows = tuple(read_text(glyph, 2**20).rstrip("\n").split("\n"))
    faults = []
    for number, row in enumerate(rows, 1):
        odd = next((column for column, mark in enumerate(row, 1) if mark not in "#."), 0)
        if odd:
            faults.append(Fault(f"found {quoted(row[odd - 1])}; expected # or .", number, odd))
        elif len(row) != len(rows[0]) or not row:
            said = f"found {len(row)} characters; expected {len(rows[0]) or 'at least 1'}, as in line 1"
            faults.append(Fault(said, number, 1))
    if faults:
        raise BadInput(faults, str(Path(glyph)))
    return rows


def fits(rows: tuple[str, ...], size: BoardSize) -> bool:
    """Whether a glyph is drawn on such a board: there must be a free cell all around it."""
    return size.width >= len(rows[0]) + 2 and size.height >= len(rows) + 2


def closed_by(glyph: str | None, size: BoardSize) -> frozenset[Cell]:
    """Return the cells that a glyph closes: drawn in the middle, none where the board is too small."""
    if glyph is None or not fits(rows := rows_of(glyph), size):
        return frozenset()
    top, left = size.height // 2 - len(rows) // 2, size.width // 2 - len(rows[0]) // 2
    return frozenset(
        (top + row, left + col)
        for row, marks in enumerate(rows)
        for col, mark in enumerate(marks)
        if mark == "#"
    )
