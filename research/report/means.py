"""Means: a line for each group of instances (and strategy), with its interval and its expectation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from research.analysis.expectations import expectations
from research.analysis.statistics import mean_interval
from research.report.plots import axis_name, drawn_values
from research.report.style import PALETTE

MAX_LINES = 80
POINTS, MEAN, EXPECTATION = PALETTE[5], PALETTE[0], PALETTE[3]


def means(frame: pd.DataFrame, metric: str, title: str) -> tuple[Any, pd.DataFrame]:
    """Draw mean and 95 % t interval of each group over its points; a cross where theory expects it.

    Failures of a strategy have no value here; n counts those that have one. Returns the figure and
    the numbers drawn.
    """
    from matplotlib.figure import Figure

    keys = ["instances", "label"] if frame["label"].notna().any() else ["instances"]
    groups = list(frame.groupby(keys, sort=False))[:MAX_LINES]
    figure = Figure(figsize=(7.2, 1.3 + 0.27 * len(groups)))
    axis = figure.subplots()
    drawn = []
    for at, (names, rows) in enumerate(groups):
        values = drawn_values(rows, metric)["value"].to_numpy()
        expected = expectations(rows, [metric])["expected"].dropna().tolist()
        _line(axis, at, values, expected)
        low, high = mean_interval(values)
        mean = values.mean() if len(values) else float("nan")
        numbers = {"n": len(values), "mean": mean, "low": low, "high": high}
        drawn.append(
            {"group": ", ".join(map(str, names))} | numbers | {"expected": expected[0] if expected else None}
        )
    axis.set_yticks(range(len(drawn)), [f"{line['group']} (n = {line['n']})" for line in drawn])
    axis.set_ylim(len(drawn) - 0.4, -0.6)
    axis.set(xlabel=axis_name(metric))
    axis.legend(*_legend(axis), loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False)
    figure.suptitle(title or f"Mean {metric}")
    return figure, pd.DataFrame(drawn)


def _line(axis: Any, at: int, values: np.ndarray[Any, Any], expected: list[float]) -> None:
    # Points are spread by their rank, so that a figure is the same each time.
    spread = (np.arange(len(values)) * 0.618034 % 1 - 0.5) * 0.5
    axis.scatter(values, at + spread, s=4, color=POINTS, alpha=0.35, linewidths=0, label="one instance")
    if len(values):
        low, high = mean_interval(values)
        axis.plot([low, high], [at, at], color=MEAN, linewidth=2.5, solid_capstyle="butt")
        axis.plot(
            values.mean(), at, "|", color=MEAN, markersize=11, markeredgewidth=2, label="mean, 95 % interval"
        )
    axis.plot(
        expected, [at] * len(expected), "x", color=EXPECTATION, markersize=6, label="expected by theory"
    )


def _legend(axis: Any) -> tuple[list[Any], list[str]]:
    """Return each name once, with the first handle that something was drawn by."""
    found: dict[str, Any] = {}
    for handle, name in zip(*axis.get_legend_handles_labels(), strict=True):
        if len(getattr(handle, "get_xdata", lambda: [0])()):
            found.setdefault(name, handle)
    return list(found.values()), list(found)
