"""Files of boards: the contest's of 2011 (gdd), and rows of numbers such as Korf's benchmarks."""

from __future__ import annotations

import re
from math import isqrt

from research.domains.sliding.board import Board, GoalName
from research.domains.sliding.symbols import rows_of, tile_of
from research.faults import BadInput, Fault, quoted
from research.registry import formats

TOTALS = "LRUD"


def is_gdd(text: str) -> bool:
    """Whether the text begins as a contest file does: four totals, a count, a board."""
    lines = text.splitlines()[:3]
    looks = (r"\d+ \d+ \d+ \d+", r"\d+", r"\d+,\d+,.*")
    return len(lines) == 3 and all(map(re.fullmatch, looks, lines))


def resembles_gdd(text: str) -> bool:
    """Whether the text is meant to be a contest file, faults or not: one of its first lines has a board."""
    return any(re.match(r"\d+,\d+,", line) for line in text.splitlines()[:9])


def is_rows(text: str) -> bool:
    """Whether the first line is numbers only, at least four of them."""
    first = text.lstrip("\n").partition("\n")[0].split()
    return len(first) >= 4 and all(word.isdecimal() for word in first)


def totals_of(text: str) -> dict[str, int]:
    """Return the moves L, R, U and D that all answers to a contest file may use together."""
    words = text.partition("\n")[0].split()
    if len(words) != 4 or not all(word.isdecimal() for word in words):
        said = f"found {quoted(text.partition(chr(10))[0])}; expected the totals of L R U D, four numbers"
        raise BadInput([Fault(said, 1, 1)])
    return dict(zip(TOTALS, map(int, words), strict=True))


def write_gdd(boards: list[Board], totals: dict[str, int] | None = None) -> str:
    """Return a contest file of the boards; ValueError for a tile that has no symbol."""
    head = " ".join(str((totals or {}).get(letter, 0)) for letter in TOTALS)
    lines = [head, str(len(boards))]
    for board in boards:
        if board.goal_name != "blank_last" or len(board.cells) > 36:
            raise ValueError(
                f"the contest format holds boards of up to 36 cells with the blank last, not {board}"
            )
        lines.append(f"{board.width},{board.height},{''.join(rows_of(board.cells, board.width))}")
    return "\n".join(lines) + "\n"


@formats.register("gdd", world="sliding", write=write_gdd, sniff=is_gdd)
def read_gdd(text: str, goal: GoalName = "blank_last") -> list[Board]:
    """Read a contest file: totals of L R U D, the count, then `width,height,cells` a line.

    BadInput names every line that is wrong, and the column.
    """
    lines, faults, boards = text.splitlines(), list[Fault](), list[Board]()
    try:
        totals_of(text)
    except BadInput as error:
        faults += error.faults
    for number, line in enumerate(lines[2:], 3):
        try:
            boards.append(_gdd_board(line, goal))
        except _Wrong as wrong:
            faults.append(Fault(wrong.message, number, wrong.column))
    count = lines[1].strip() if len(lines) > 1 else ""
    if not count.isdecimal() or int(count) != len(lines) - 2:
        said = f"found {quoted(count)}; expected the number of boards that follow, {max(0, len(lines) - 2)}"
        faults.insert(0 if not faults or faults[0].line > 1 else 1, Fault(said, 2, 1))
    if faults:
        raise BadInput(faults)
    return boards


class _Wrong(Exception):
    def __init__(self, message: str, column: int = 1) -> None:
        super().__init__(message)
        self.message, self.column = message, column


def _gdd_board(line: str, goal: GoalName) -> Board:
    parts = line.split(",")
    if len(parts) != 3 or not all(part.isdecimal() and len(part) < 4 for part in parts[:2]):
        raise _Wrong(f"found {quoted(line)}; expected width,height,cells")
    width, height, at = int(parts[0]), int(parts[1]), len(parts[0]) + len(parts[1]) + 3
    return _board(width, height, list(parts[2]), goal, [at + offset for offset in range(len(parts[2]))])


def _board(width: int, height: int, words: list[str], goal: GoalName, columns: list[int]) -> Board:
    tiles = [tile_of(word) for word in words]
    for word, tile, column in zip(words, tiles, columns, strict=True):
        if tile is None:
            raise _Wrong(f"found {word!r}; expected 0 for the blank, = for a wall, or a tile", column)
    try:
        return Board(width, height, bytes(tile for tile in tiles if tile is not None), goal)
    except ValueError as error:
        raise _Wrong(str(error), columns[0] if columns else 1) from None


def write_rows(boards: list[Board]) -> str:
    """Return a line of numbers for each board, the first its place from 1; ValueError for walls."""
    for board in boards:
        if board.slide.walls or board.width != board.height:
            raise ValueError(f"rows of numbers hold square boards without walls, not {board}")
    lines = (" ".join(map(str, [at, *board.cells])) for at, board in enumerate(boards, 1))
    return "\n".join(lines) + "\n"


@formats.register("rows", world="sliding", write=write_rows, sniff=is_rows)
def read_rows(text: str, goal: GoalName = "blank_first") -> list[Board]:
    """Read a line of numbers for each board, row by row, 0 the blank, with or without a number before.

    Boards are square. BadInput names every line that is wrong, and the column.
    """
    faults, boards = list[Fault](), list[Board]()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        found = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", line)]
        numbered = isqrt(len(found)) ** 2 != len(found) and isqrt(len(found) - 1) ** 2 == len(found) - 1
        words, columns = zip(*found[numbered:], strict=True) if found[numbered:] else ((), ())
        side = isqrt(len(words))
        try:
            if side**2 != len(words):
                raise _Wrong(f"found {len(found)} numbers; expected those of a square board, such as 9 or 16")
            odd = next((at for at, word in enumerate(words) if not word.isdecimal()), None)
            if odd is not None:
                raise _Wrong(f"found {quoted(words[odd])}; expected a number", columns[odd])
            boards.append(_board(side, side, list(words), goal, list(columns)))
        except _Wrong as wrong:
            faults.append(Fault(wrong.message, number, wrong.column))
    if not boards and not faults:
        faults.append(Fault("found no board; expected a line of numbers for each", 1, 1))
    if faults:
        raise BadInput(faults)
    return boards


def parse_board(text: str, goal: GoalName = "blank_last") -> Board:
    """Return the board of one line: rows joined by "/", such as `102/754/863` or `1 2 3/4 5 0`.

    ValueError says what is wrong.
    """
    rows = [row.split() if " " in row.strip() else list(row.strip()) for row in text.split("/")]
    widths = {len(row) for row in rows}
    if len(widths) != 1:
        raise ValueError(f"found rows of {', '.join(map(str, sorted(widths)))} cells; expected all alike")
    words = [word for row in rows for word in row]
    try:
        return _board(widths.pop(), len(rows), words, goal, list(range(1, len(words) + 1)))
    except _Wrong as wrong:
        raise ValueError(wrong.message) from None
