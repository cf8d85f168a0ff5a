"""How figures look: a palette for all eyes, one way to save, files that are the same each time."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd

from research.files import replacing, write_text

# Okabe and Ito 2008, readable with every kind of colour vision; black last.
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#7A7A00", "#000000")
DASHES = ("-", "--", "-.", ":")

RC: dict[Any, Any] = {
    "svg.hashsalt": "research",
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "figure.constrained_layout.use": True,
}


@contextmanager
def looks() -> Iterator[None]:
    """Apply the style inside the block, and leave the user's own settings as they were."""
    import matplotlib

    with matplotlib.rc_context(RC):
        yield


def colour(index: int) -> str:
    """Return the colour of the index-th strategy."""
    return PALETTE[index % len(PALETTE)]


def dash(index: int) -> str:
    """Return its line style: a second round of colours is told apart by it."""
    return DASHES[index // len(PALETTE) % len(DASHES)]


def grid_of(count: int, width: float, height: float) -> tuple[Any, list[Any]]:
    """Return a figure with `count` axes, at most three in a row, and its axes; sizes in inches."""
    from matplotlib.figure import Figure

    across = min(count, 3 if count != 4 else 2)
    down = -(-count // across)
    figure = Figure(figsize=(width * across, height * down))
    axes = figure.subplots(down, across, squeeze=False).ravel().tolist()
    for unused in axes[count:]:
        unused.set_axis_off()
    return figure, axes[:count]


def save(figure: Any, data: pd.DataFrame, path: Path) -> None:
    """Write `path`.svg, .png and .csv (what is drawn); each appears whole or not at all."""
    for suffix, options in ((".svg", {"metadata": {"Date": None, "Creator": None}}), (".png", {"dpi": 130})):
        with replacing(path.with_suffix(suffix)) as beside:
            figure.savefig(beside, **options)
    write_text(path.with_suffix(".csv"), csv_of(data))


def csv_of(frame: pd.DataFrame) -> str:
    """Return a table as CSV, six significant digits, the same text on every machine."""
    text = io.StringIO()
    frame.to_csv(text, index=False, float_format="%.6g", lineterminator="\n")
    return text.getvalue()
