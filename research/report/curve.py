"""Curves: what a parameter of the strategies does to the share that is solved, and to the answers."""

from __future__ import annotations

from typing import Any

import pandas as pd

from research.analysis.best import against
from research.report.style import colour, dash, grid_of

# From this ratio of largest to smallest value of the parameter on, its axis is logarithmic.
LOG_FROM = 10


def curve(frame: pd.DataFrame, metric: str, parameter: str, title: str) -> tuple[Any, pd.DataFrame]:
    """Draw share solved and mean of metric over best against a parameter, a line for each other choice.

    best: the best of all strategies of the run on the same instance; the means are over what a strategy
    has solved. A strategy that does not have the parameter is a line across. Two panels for each group of
    instances. Returns the figure and the points drawn.
    """
    points = against(frame, metric, parameter)
    shown = list(points.groupby(["instances", "fog"], sort=False))
    figure, axes = grid_of(2 * len(shown), 4.6, 3.6)
    for at, (names, lines) in enumerate(shown):
        panels = axes[2 * at], axes[2 * at + 1]
        for axis, column, name in zip(
            panels, ("share", "mean"), ("share solved", f"{metric} / best of all"), strict=True
        ):
            _lines(axis, lines, column)
            axis.set(xlabel=parameter, ylabel=name, title=", ".join(filter(None, map(str, names))))
        panels[0].set_ylim(0, 1.02)
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2, frameon=False)
    figure.suptitle(title or f"{metric} against {parameter}")
    return figure, points


def _lines(axis: Any, lines: pd.DataFrame, column: str) -> None:
    if lines["x"].notna().any() and lines["x"].min() > 0 and lines["x"].max() / lines["x"].min() >= LOG_FROM:
        axis.set_xscale("log")
    for index, (label, own) in enumerate(lines.groupby("strategy", sort=False)):
        own = own.sort_values("x")
        look = {"color": colour(index), "linestyle": dash(index), "label": label}
        if own["x"].isna().all():
            axis.axhline(own[column].iloc[0], **look)
            continue
        axis.plot(own["x"], own[column], marker="o", markersize=3.5, **look)
        if column == "mean":
            axis.fill_between(own["x"], own["low"], own["high"], color=colour(index), alpha=0.15, linewidth=0)
