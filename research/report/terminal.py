"""Tables and findings on a terminal, with rich; plain where the output is not one."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

import pandas as pd

from research.faults import harmless
from research.rng import untouched

# rich draws from the global generator when it is imported.
with untouched():
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

PLAIN_WIDTH = 200


def console(*, stderr: bool = False) -> Console:
    """Return a console; one that is not a terminal is wide enough not to break tables."""
    stream = sys.stderr if stderr else sys.stdout
    terminal = stream.isatty()
    return Console(
        file=stream, width=None if terminal else PLAIN_WIDTH, highlight=False, soft_wrap=not terminal
    )


def has_box_characters() -> bool:
    """Whether the output's encoding can hold box-drawing characters."""
    try:
        "┼░·".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def show_tables(tables: Iterable[tuple[str, pd.DataFrame]]) -> None:
    """Print each table under its title."""
    for title, frame in tables:
        show_table(title, list(frame.columns), frame.astype(str).to_numpy().tolist())


def show_table(title: str, columns: list[str], rows: Iterable[Iterable[Any]]) -> None:
    """Print one table; strings from files stay text, whatever they hold."""
    from rich.box import ASCII, SIMPLE_HEAD

    table = Table(
        title=Text(title) if title else None,
        title_justify="left",
        box=SIMPLE_HEAD if has_box_characters() else ASCII,
    )
    cells = [[harmless(str(value)) for value in row] for row in rows]
    for number, column in enumerate(columns):
        numeric = all(row[number][:1].isdigit() or row[number][:1] in ("", "-", "+") for row in cells)
        justify: Any = "right" if numeric else "left"
        table.add_column(Text(column), justify=justify, overflow="fold", no_wrap=not number)
    for row in cells:
        table.add_row(*map(Text, row))
    console().print(table)
