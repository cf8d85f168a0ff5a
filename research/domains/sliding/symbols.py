"""Symbols of tiles: 1 to 9, A to Z, numbers beyond 35 tiles; 0 the blank, = a wall."""

from __future__ import annotations

from research.domains.sliding.slide import BLANK, WALL

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WALL_SYMBOL = "="


def symbol(tile: int, cells: int) -> str:
    """Return the symbol of a tile on a board of so many cells: one character where all have one."""
    if tile == WALL:
        return WALL_SYMBOL
    return SYMBOLS[tile] if cells <= len(SYMBOLS) and tile < len(SYMBOLS) else str(tile)


def tile_of(text: str) -> int | None:
    """Return the tile that a symbol or a number means; None for any other text."""
    if text == WALL_SYMBOL:
        return WALL
    if len(text) == 1 and text in SYMBOLS:
        return SYMBOLS.index(text)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 3 and int(text) < WALL else None


def rows_of(cells: bytes, width: int) -> list[str]:
    """Return a board's rows as text; with spaces between where tiles have more than one character."""
    names = [symbol(tile, len(cells)) for tile in cells]
    between = "" if len(cells) <= len(SYMBOLS) else " "
    return [between.join(names[at : at + width]) for at in range(0, len(names), width)]


def goal_cells(count: int, walls: frozenset[int], goal_name: str) -> bytes:
    """Return the cells of a goal: walls stay and take the symbols of their cells with them.

    ValueError: a wall is where the blank has to be.
    """
    blank = count - 1 if goal_name == "blank_last" else 0
    if blank in walls:
        raise ValueError(f"found a wall in cell {blank}, where the blank has to end; expected it free")
    first = 1 if goal_name == "blank_last" else 0
    return bytes(WALL if at in walls else BLANK if at == blank else at + first for at in range(count))
