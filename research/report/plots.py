"""Distributions of a metric: ECDF and violins, a panel for each group of instances."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from research.analysis.frames import solved
from research.analysis.tables import EVERYTHING, groups
from research.registry import metrics
from research.report.style import colour, dash, grid_of

MAX_PANELS = 12
# Beyond this ratio of largest to smallest a linear axis hides what happens at the small end.
LOG_FROM = 30


def panels(frame: pd.DataFrame) -> list[tuple[str, pd.DataFrame]]:
    """Return (title, rows) of the groups to draw, no more than MAX_PANELS."""
    found = [(f"{i}, {fog}" if fog else i, rows) for i, fog, rows in groups(frame) if i != EVERYTHING]
    return found[:MAX_PANELS]


def drawn_values(rows: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Return the rows whose value is drawn: all that have one and did not fail."""
    total = metrics[metric].traits.get("total") or metrics[metric].traits["per"] == "instance"
    kept = rows if total else rows[solved(rows)]
    kept = kept.assign(value=kept[metric].astype("float64"))
    return kept[kept["value"].notna()]


def ecdf(frame: pd.DataFrame, metric: str, title: str) -> tuple[Any, pd.DataFrame]:
    """Draw, for each strategy, the share of its jobs that were solved with a value up to x.

    A curve that ends below 1 shows failures. Returns the figure and the points drawn.
    """
    shown = panels(frame)
    figure, axes = grid_of(len(shown), 4.4, 3.4)
    points = []
    for axis, (name, rows) in zip(axes, shown, strict=True):
        for index, label in enumerate(rows["label"].unique()):
            jobs = rows[rows["label"] == label]
            x = np.sort(drawn_values(jobs, metric)["value"].to_numpy())
            share = np.arange(1, len(x) + 1) / len(jobs)
            axis.step(x, share, where="post", color=colour(index), linestyle=dash(index), label=label)
            points.append(pd.DataFrame({"panel": name, "strategy": label, "x": x, "share": share}))
        _scale(axis.set_xscale, drawn_values(rows, metric)["value"])
        axis.set(xlabel=axis_name(metric), ylabel="share of jobs", ylim=(0, 1.02), title=_panel(name, rows))
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
    figure.suptitle(title or f"Distribution of {metric}")
    return figure, pd.concat(points)


def violin(frame: pd.DataFrame, metric: str, title: str) -> tuple[Any, pd.DataFrame]:
    """Draw each strategy's values as a violin with its points and its median.

    Failures have no value here; their number stands beside the name. Returns figure and points.
    """
    shown = panels(frame)
    tallest = max(rows["label"].nunique() for _, rows in shown)
    figure, axes = grid_of(len(shown), 4.8, 1.2 + 0.42 * tallest)
    points = []
    for axis, (name, rows) in zip(axes, shown, strict=True):
        names = []
        _scale(axis.set_xscale, drawn_values(rows, metric)["value"])
        for index, label in enumerate(rows["label"].unique()):
            jobs = rows[rows["label"] == label]
            x = drawn_values(jobs, metric)["value"].to_numpy()
            _violin(axis, x, index)
            names.append(label if len(x) == len(jobs) else f"{label} ({len(jobs) - len(x)} failed)")
            points.append(pd.DataFrame({"panel": name, "strategy": label, "value": x}))
        axis.set_yticks(range(len(names)), names)
        axis.invert_yaxis()
        axis.set(xlabel=axis_name(metric), title=_panel(name, rows))
    figure.suptitle(title or f"Distribution of {metric}")
    return figure, pd.concat(points)


def _violin(axis: Any, x: np.ndarray[Any, Any], index: int) -> None:
    if not len(x):
        return
    logarithmic = axis.get_xscale() == "log"
    if len(np.unique(x)) > 1:
        body = _density(np.log(x) if logarithmic else x)
        at, width = np.exp(body[0]) if logarithmic else body[0], 0.38 * body[1] / body[1].max()
        axis.fill_between(at, index - width, index + width, color=colour(index), alpha=0.35, linewidth=0)
    # Points are spread by their rank, so that a figure is the same each time.
    spread = (np.arange(len(x)) * 0.618034 % 1 - 0.5) * 0.5
    axis.scatter(x, index + spread, s=5, color=colour(index), alpha=0.6, linewidths=0)
    axis.plot([np.median(x)] * 2, [index - 0.3, index + 0.3], color="black", linewidth=1.5)


def _density(x: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    from scipy import stats

    at = np.linspace(x.min(), x.max(), 100)
    return at, stats.gaussian_kde(x)(at)


def _scale(set_scale: Any, values: pd.Series[float]) -> None:
    if len(values) and values.min() > 0 and values.max() / values.min() > LOG_FROM:
        set_scale("log")


def axis_name(metric: str) -> str:
    """Return the name of an axis: the metric with its unit."""
    unit = metrics[metric].traits.get("unit", "1")
    return metric if unit in ("1", metric) else f"{metric} ({unit})"


def _panel(name: str, rows: pd.DataFrame) -> str:
    return f"{name}\nn = {rows['label'].value_counts(dropna=False).max()} per strategy"
