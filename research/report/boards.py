"""Boards and counts: a maze of each group with its dead ends in colour, and bars over the seeds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from research.domains.maze import Maze
from research.domains.maze.census import dead_ends
from research.instances import parse
from research.report.plots import axis_name, panels
from research.report.style import PALETTE, grid_of
from research.report.walks import draw_maze

MAX_BOARDS = 6
REAL, ENCLOSED = PALETTE[3], PALETTE[0]


def boards(frame: pd.DataFrame, instance: str | None, title: str) -> tuple[Any, pd.DataFrame]:
    """Draw the first maze of each group, real dead ends in one colour and enclosed ones in another.

    instance: draw this one only. Returns the figure and the cells marked. ValueError: there is no
    maze among the rows.
    """
    firsts = [instance] if instance else [str(rows["instance"].iloc[0]) for _, rows in panels(frame)]
    made = [(name, parse(name).make()) for name in firsts[:MAX_BOARDS]]
    mazes = [(name, maze) for name, maze in made if isinstance(maze, Maze)]
    if not mazes:
        raise ValueError("there is no maze to draw")
    figure, axes = grid_of(len(mazes), 3.4, 3.4)
    marked = []
    for axis, (name, maze) in zip(axes, mazes, strict=True):
        draw_maze(axis, maze)
        found = dead_ends(maze)
        for (row, col), real in found.items():
            kind, fill = ("real", REAL) if real else ("enclosed", ENCLOSED)
            axis.add_patch(_square(row, col, fill))
            marked.append({"instance": name, "row": row, "col": col, "dead_end": kind})
        count = sum(found.values())
        axis.set_title(
            f"{name.partition(':')[0]} {maze.cols}x{maze.rows}: {count} real, {len(found) - count} enclosed"
        )
    figure.suptitle(title)
    return figure, pd.DataFrame(marked, columns=["instance", "row", "col", "dead_end"])


def _square(row: int, col: int, fill: str) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((col - 0.5, row - 0.5), 1, 1, color=fill, alpha=0.7, linewidth=0)


def histogram(frame: pd.DataFrame, metric: str, title: str) -> tuple[Any, pd.DataFrame]:
    """Draw how many rows of each group have which value: a bar a whole number, or 20 bins.

    Returns the figure and the heights drawn.
    """
    shown = panels(frame)
    figure, axes = grid_of(len(shown), 4.0, 2.8)
    bars = []
    for axis, (name, rows) in zip(axes, shown, strict=True):
        found = rows[metric].dropna().to_numpy(dtype=float)
        edges = _edges(found)
        heights, _ = np.histogram(found, edges)
        axis.bar(
            edges[:-1],
            heights,
            np.diff(edges),
            align="edge",
            color=PALETTE[0],
            edgecolor="white",
            linewidth=0.4,
        )
        axis.set(
            xlabel=axis_name(metric),
            ylabel="rows",
            title=f"{name}\nn = {len(found)}, mean {found.mean():.4g}",
        )
        bars.append(pd.DataFrame({"panel": name, "from": edges[:-1], "to": edges[1:], "rows": heights}))
    figure.suptitle(title)
    return figure, pd.concat(bars)


def _edges(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    low, high = values.min(), values.max()
    if (values == values.astype(int)).all() and high - low <= 60:
        return np.arange(low, high + 2) - 0.5
    return np.linspace(low, high, 21)
