"""A hexadecimal text as it is, faults and all: what can be read of it, and what is wrong so far.

Reading goes on after a fault. A character that is no digit, and a whole row of another length than
most, leave cells *unknown*: nothing is said about them, and their sides are what the neighbours tell.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from research.domains.compass import Cell
from research.domains.maze.findings import Finding
from research.faults import BadInput, Fault, quoted
from research.parameters import MAX_SIDE

BOM = "\ufeff"
DIGITS = re.compile(r"[0-9A-Fa-f]+")
LETTERS = re.compile(r"[NESWnesw]+")
NUMBER = r"(?:0|-?[1-9][0-9]*)"
COORDINATE = re.compile(f"{NUMBER},{NUMBER}")
# As people write it: in brackets, with blanks, with another separator.
MEANT = re.compile(r"\s*[(\[]?\s*(-?[0-9]+)\s*[,;\s]\s*(-?[0-9]+)\s*[)\]]?\s*")
PLACE = re.compile(r"\s*[(\[]?\s*-?[0-9]{1,4}\s*,\s*-?[0-9]{1,4}\s*[)\]]?\s*")
# What comes before the first character that is wrong.
RIGHT = re.compile(f"(?:{NUMBER},{NUMBER}|{NUMBER},?|)")
FAR = 10**9


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the text, counted from 1, without its end."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a hexadecimal text holds.

    digits   uint8 array of shape (rows, cols), a bit for every closed side; 0 where not known
    known    bool array of the same shape: whether there was a digit
    numbers  the line of each row
    ends     entry and exit as (row, col), on the board or not; None where they are not told
    spots    line and column of entry and exit, those of their x and of their y
    path     the line of the path; its text is empty where there is none
    """

    digits: np.ndarray[Any, np.dtype[np.uint8]]
    known: np.ndarray[Any, np.dtype[np.bool_]]
    numbers: tuple[int, ...]
    ends: tuple[Cell | None, Cell | None]
    spots: tuple[tuple[int, int, int], tuple[int, int, int]]
    path: Line
    findings: tuple[Finding, ...]


def looks_hexadecimal(text: str) -> bool:
    """Whether at least two lines, and half of those before any coordinate, are rows of digits."""
    lines = [line.strip() for line in text.split("\n")]
    head = [line for line in lines[: _limit(lines, _width(lines))] if line]
    alike = Counter(len(line) for line in head if len(line) > 1 and DIGITS.fullmatch(line))
    most = max(alike.values(), default=0)
    return most >= 2 and most * 2 >= len(head)


def read_sheet(text: str) -> Sheet:
    """Read as much as can be told; BadInput where there is no row of digits."""
    findings: list[Finding] = []
    lines = _lines(text, findings)
    last, width = _last_row(lines)
    if max(width, last) > MAX_SIDE:
        said = f"found {max(width, last)} cells on a side; expected at most {MAX_SIDE}"
        raise BadInput([Fault(said, 1, 1)])
    rows = _rows(lines[: last + 1], width, findings)
    digits, known = _decode(rows, width, findings)
    ends, spots, path = _tail(lines, last + 1, findings)
    numbers = tuple(row.number for row in rows)
    return Sheet(digits, known, numbers, ends, spots, path, tuple(findings))


def _lines(text: str, findings: list[Finding]) -> list[Line]:
    if text.startswith(BOM):
        said = "found a byte order mark (BOM); expected a hexadecimal digit as the first character"
        findings.append(Finding(said, 1, 1, code="byte-order-mark"))
    texts = text.removeprefix(BOM).split("\n")
    if texts[-1]:
        said = "found the end of the text; expected a newline at the end of the last line"
        findings.append(Finding(said, len(texts), len(texts[-1]) + 1, code="no-final-newline"))
    else:
        texts.pop()
    ended = [number for number, line in enumerate(texts, 1) if line.endswith("\r")]
    if ended:
        said = f"found CRLF at the end of {len(ended)} lines, here first; expected LF"
        findings.append(Finding(said, ended[0], len(texts[ended[0] - 1]), code="crlf"))
    return [Line(number, line.removesuffix("\r")) for number, line in enumerate(texts, 1)]


def _limit(lines: list[str], width: int) -> int:
    """Return the index of the first line after the rows: x,y, or what is no row and follows a blank."""
    limit = _first_place(lines)
    for index in range(1, limit):
        line, before = lines[index], lines[index - 1]
        if line and not before and (MEANT.fullmatch(line) or not _is_row(line, width)):
            return index
    return limit


def _first_place(lines: list[str]) -> int:
    """Return the index of the first line that is x,y and not a row with a comma in it."""
    for index in range(1, len(lines)):
        after = lines[index + 1] if index + 1 < len(lines) else ""
        if PLACE.fullmatch(lines[index]) and not (lines[index - 1] and DIGITS.fullmatch(after)):
            return index
    return len(lines)


def _last_row(lines: list[Line]) -> tuple[int, int]:
    """Return the index of the last row of digits, and how many digits most rows have."""
    texts = [line.text for line in lines]
    width = _width(texts)
    limit = _limit(texts, width)
    alike = [index for index in range(limit) if len(texts[index]) == width and DIGITS.fullmatch(texts[index])]
    if not alike:
        raise BadInput([Fault("found no row of digits; expected the maze first", 1, 1)])
    last = alike[-1]
    while last + 1 < limit and _is_row(texts[last + 1], width):
        last += 1
    return last, width


def _width(texts: list[str]) -> int:
    """Return the length that most rows have, the first of those where several are as frequent."""
    lengths = Counter(len(text) for text in texts[: _first_place(texts)] if DIGITS.fullmatch(text))
    return max(lengths, key=lambda length: lengths[length], default=0)


def _is_row(text: str, width: int) -> bool:
    """Whether a line is meant as a row of that many digits, right or wrong."""
    if DIGITS.fullmatch(text):
        return True
    right = len(re.sub(r"[^0-9A-Fa-f]", "", text))
    return bool(text) and not LETTERS.fullmatch(text) and width in (len(text), right)


def _rows(lines: list[Line], width: int, findings: list[Finding]) -> list[Line]:
    """Return the lines that are rows; what stands before and between them is a finding."""
    for line in lines:
        if not line.text:
            said = "found an empty line; expected a row of digits"
            findings.append(Finding(said, line.number, 1, code="extra-line"))
        elif not DIGITS.fullmatch(line.text):
            findings.append(_not_hexadecimal(line))
    return [line for line in lines if _is_row(line.text, width)]


def _not_hexadecimal(line: Line) -> Finding:
    odd = [found.start() for found in re.finditer(r"[^0-9A-Fa-f]", line.text)]
    more = f", the first of {len(odd)} such characters" if len(odd) > 1 else ""
    said = f"found {line.text[odd[0]]!r}{more}; expected a hexadecimal digit"
    return Finding(said, line.number, odd[0] + 1, code="not-hexadecimal")


def _decode(rows: list[Line], width: int, findings: list[Finding]) -> tuple[Any, Any]:
    digits, known = np.zeros((len(rows), width), np.uint8), np.zeros((len(rows), width), bool)
    lower: list[tuple[int, int]] = []
    for index, row in enumerate(rows):
        text = row.text if len(row.text) == width else re.sub(r"[^0-9A-Fa-f]", "", row.text)
        if len(text) != width:
            said = f"found {len(text)} digits; expected {width}, as in most rows"
            findings.append(Finding(said, row.number, min(len(text), width) + 1, code="ragged-row"))
            continue
        lower += [(row.number, found.start() + 1) for found in re.finditer(r"[a-f]", row.text)]
        values = [int(digit, 16) if DIGITS.fullmatch(digit) else -1 for digit in text]
        known[index] = [value >= 0 for value in values]
        digits[index] = [max(value, 0) for value in values]
    if lower:
        said = f"found {len(lower)} digits in lower case, here the first; expected upper case"
        findings.append(Finding(said, *lower[0], code="lowercase-digit"))
    return digits, known


def _tail(lines: list[Line], index: int, findings: list[Finding]) -> tuple[Any, Any, Line]:
    """Return entry and exit, where they stand, and the path: what follows the rows."""
    rest, after = lines[index:], len(lines) + 1
    if rest and not rest[0].text:
        rest.pop(0)
    else:
        found = quoted(rest[0].text) if rest else "the end of the text"
        said = f"found {found}; expected an empty line after the rows of digits"
        findings.append(Finding(said, lines[index - 1].number + 1, 1, code="no-blank-line"))
    ends, spots = [], []
    for what in ("entry", "exit"):
        cell, spot = _end(what, rest, after, findings)
        ends.append(cell)
        spots.append(spot)
    path = rest.pop(0) if rest else Line(after, "")
    if rest:
        more = f", the first of {len(rest)} lines" if len(rest) > 1 else ""
        said = f"found {quoted(rest[0].text)}{more}; expected the end after the path"
        findings.append(Finding(said, rest[0].number, 1, code="extra-line"))
    return tuple(ends), tuple(spots), path


def _end(
    what: str, rest: list[Line], after: int, findings: list[Finding]
) -> tuple[Cell | None, tuple[int, int, int]]:
    """Take entry or exit from the lines that are left; return it, and the place of its x and y."""
    while len(rest) > 1 and not rest[0].text:
        said = f"found an empty line; expected the {what}"
        findings.append(Finding(said, rest.pop(0).number, 1, code="extra-line"))
    if not rest or not rest[0].text or LETTERS.fullmatch(rest[0].text):
        number = rest[0].number if rest else after
        said = f"found no {what}; expected it as x,y such as 0,2"
        findings.append(Finding(said, number, 1, code=f"{what}-missing"))
        return None, (number, 1, 1)
    line = rest.pop(0)
    if not COORDINATE.fullmatch(line.text):
        right = RIGHT.match(line.text)
        assert right is not None, "it matches the empty text"
        said = f"found {quoted(line.text)}; expected the {what} as x,y such as 0,2"
        findings.append(Finding(said, line.number, right.end() + 1, code="bad-coordinate"))
    meant = MEANT.fullmatch(line.text)
    if meant is None:
        return None, (line.number, 1, 1)
    col, row = (int(part) if len(part) < 10 else FAR for part in meant.groups())
    return (row, col), (line.number, meant.start(1) + 1, meant.start(2) + 1)
