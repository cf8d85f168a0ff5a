"""Configuration files of the hexadecimal family: what board to make, and where to write it.

    # a comment, also behind a value
    WIDTH=20
    HEIGHT=15
    ENTRY=0,0
    EXIT=19,14
    OUTPUT_FILE=maze.txt
    PERFECT=False
    SEED=42

ENTRY and EXIT are x,y (x is the column, 0,0 top left; here they become (row, col)). All but SEED are
required; without it the seed is 0, so that the same file always makes the same board. Keys are in
capitals; True and False may be written in any way. An unknown key, a key given twice and a value that
does not fit are errors.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from research.domains.compass import Cell
from research.domains.maze.glyph import FORTY_TWO, closed_by, fits
from research.faults import BadInput, Fault, quoted
from research.instances import Instance, instance_of
from research.parameters import MAX_SIDE, BoardSize, one_of


@dataclass(frozen=True, slots=True)
class Config:
    """A board to make and the file to write it to; entry and exit are (row, col)."""

    size: BoardSize
    entry: Cell
    exit: Cell
    output_file: str
    perfect: bool
    seed: int = 0

    @property
    def instance(self) -> Instance:
        """The board as an instance: the backtracker's, carved from the entry, or the Pac-Man board.

        Its `make` raises ValueError for an imperfect board that cannot be (1xN, Nx1, 2x2).
        """
        params = {"size": self.size, "start": self.entry, "goal": self.exit, "glyph": "42"}
        return instance_of("maze.backtracker" if self.perfect else "maze.pacman", params, self.seed)

    @property
    def note(self) -> str:
        """What one should know before the board is made, "" where there is nothing."""
        if fits(FORTY_TWO, self.size):
            return ""
        return f"a board of {self.size} is too small for the 42; it is made without"


@dataclass(frozen=True, slots=True)
class Setting:
    """A key with its value as text, and where the two stand."""

    key: str
    value: str
    line: int
    column: int

    def fault(self, expected: str) -> Fault:
        """Return the fault of a value that is not what was expected."""
        return Fault(f"found {self.key} {quoted(self.value)}; expected {expected}", self.line, self.column)


def parse(text: str) -> Config:
    """Return what a configuration file says; BadInput names every fault with line and column."""
    faults: list[Fault] = []
    settings = _settings(text, faults)
    values: dict[str, Any] = {}
    for key, setting in settings.items():
        reader, expected = READERS[key]
        value = reader(setting.value)
        if value is None:
            faults.append(setting.fault(expected))
        else:
            values[key] = value
    faults += _place_faults(settings, values)
    if faults:
        raise BadInput(sorted(faults, key=lambda fault: (fault.line, fault.column)))
    size = BoardSize(values["WIDTH"], values["HEIGHT"])
    return Config(
        size, values["ENTRY"], values["EXIT"], values["OUTPUT_FILE"], values["PERFECT"], values.get("SEED", 0)
    )


def _settings(text: str, faults: list[Fault]) -> dict[str, Setting]:
    """Return the settings with a known key; the others, and those that are missing, are faults."""
    settings: dict[str, Setting] = {}
    meant = set()
    lines = text.removeprefix("\ufeff").splitlines()
    for number, line in enumerate(lines, 1):
        setting = _setting(line, number, faults)
        if setting is None:
            continue
        meant.add(setting.key.upper())
        if setting.key not in READERS:
            wanted = one_of("key", setting.key.upper(), READERS)
            said = f"found the key {quoted(setting.key)}; expected {wanted}"
            faults.append(Fault(said, number, line.index(setting.key) + 1))
        elif setting.key in settings:
            first = settings[setting.key].line
            said = f"found {setting.key} again; expected it once, as in line {first}"
            faults.append(Fault(said, number, line.index(setting.key) + 1))
        else:
            settings[setting.key] = setting
    missing = [key for key in READERS if key != "SEED" and key not in meant]
    if missing:
        said = f"found no {', '.join(missing)}; expected a value for each of them, as in {missing[0]}=..."
        faults.append(Fault(said, len(lines) + 1, 1))
    return settings


def _setting(line: str, number: int, faults: list[Fault]) -> Setting | None:
    """Return the setting in a line; None for a comment, an empty line and a line without one."""
    said = re.sub(r"(^|\s)#.*", "", line)
    key, equals, value = said.partition("=")
    if not said.strip():
        return None
    if not equals or not key.strip():
        faults.append(Fault(f"found {quoted(said.strip())}; expected KEY=VALUE", number, 1))
        return None
    column = len(key) + 2 + len(value) - len(value.lstrip())
    return Setting(key.strip(), value.strip(), number, column)


def _side(text: str) -> int | None:
    side = int(text) if re.fullmatch(r"[0-9]{1,9}", text) else 0
    return side if 1 <= side <= MAX_SIDE else None


def _cell(text: str) -> Cell | None:
    found = re.fullmatch(r"([0-9]{1,9}),([0-9]{1,9})", text)
    return (int(found[2]), int(found[1])) if found else None


def _truth(text: str) -> bool | None:
    return {"true": True, "false": False}.get(text.lower())


def _whole(text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?[0-9]{1,1000}", text) else None


def _file(text: str) -> str | None:
    return text if text and "\0" not in text else None


# How each value is read (None: it does not fit), and what was expected then.
READERS: dict[str, tuple[Callable[[str], Any], str]] = {
    "WIDTH": (_side, f"a whole number from 1 to {MAX_SIDE}"),
    "HEIGHT": (_side, f"a whole number from 1 to {MAX_SIDE}"),
    "ENTRY": (_cell, "x,y such as 0,2"),
    "EXIT": (_cell, "x,y such as 0,2"),
    "OUTPUT_FILE": (_file, "the name of a file"),
    "PERFECT": (_truth, "True or False"),
    "SEED": (_whole, "a whole number"),
}


def _place_faults(settings: dict[str, Setting], values: dict[str, Any]) -> list[Fault]:
    """Return the faults of an entry and an exit that are outside, on the 42, or the same cell."""
    faults = []
    size = BoardSize(values.get("WIDTH", MAX_SIDE), values.get("HEIGHT", MAX_SIDE))
    closed = closed_by("42", size) if {"WIDTH", "HEIGHT"} <= values.keys() else ()
    for key in ("ENTRY", "EXIT"):
        row, col = cell = values.get(key, (0, 0))
        if row >= size.height or col >= size.width:
            faults.append(
                settings[key].fault(f"x,y inside the board, up to {size.width - 1},{size.height - 1}")
            )
        elif cell in closed:
            faults.append(settings[key].fault("a cell that is not on the 42"))
    if "ENTRY" in values and values["ENTRY"] == values.get("EXIT"):
        faults.append(settings["EXIT"].fault("another cell than the entry"))
    return faults
