"""Walks side by side: one maze or board, a panel for each strategy, to see why the numbers differ."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from research.domains.coverage import Board
from research.domains.maze import Maze
from research.episode import Budget, Episode, play
from research.fog import Fog
from research.instances import parse
from research.registry import strategies
from research.report.coverage import draw_cover
from research.report.style import grid_of

MAX_STRATEGIES = 12
PASSES = (0.0, 0.16, -0.16, 0.08, -0.08, 0.24, -0.24)


def walks(frame: pd.DataFrame, instance: str | None, title: str) -> tuple[Any, pd.DataFrame]:
    """Draw the walks of all strategies on one maze or coverage board (default: the first), played again.

    Cells of a maze are shaded by when they were entered first, the walk is a line from dark to light;
    cells of a board by how often they were entered. Returns the figure and the steps drawn. ValueError:
    there is no such instance, or nothing walks on it.
    """
    walked = frame[frame["fog"].fillna("").str.startswith("walk") & frame["label"].notna()]
    if walked.empty:
        raise ValueError("there is no walk to draw: the fog is not walk")
    label = instance or walked["instance"].iloc[0]
    rows = walked[walked["instance"] == label].drop_duplicates("label").head(MAX_STRATEGIES)
    if rows.empty:
        raise ValueError(f"there is no instance {label!r} among the rows")
    ground = parse(label).make()
    if not isinstance(ground, Maze | Board):
        raise ValueError(f"{label} is neither a maze nor a coverage board")
    figure, axes = grid_of(len(rows), 3.2, 3.5)
    steps = []
    for axis, (_, row) in zip(axes, rows.iterrows(), strict=True):
        episode = _again(ground, row)
        if isinstance(ground, Maze):
            draw_walk(axis, ground, episode)
        else:
            draw_cover(axis, ground, episode.walk)
        said = f"{episode.steps} steps" if row["outcome"] == "solved" else f"{row['outcome']}"
        axis.set_title(f"{row['label']}: {said}")
        cells = np.array(episode.walk)
        columns = {"strategy": row["label"], "step": range(len(cells))}
        steps.append(pd.DataFrame(columns | {"row": cells[:, 0], "col": cells[:, 1]}))
    figure.suptitle(title or label)
    return figure, pd.concat(steps)


def _again(ground: Maze | Board, row: pd.Series[Any]) -> Episode:
    """Play the episode of a row again; it is the same walk."""
    budget = Budget(steps=int(row["allowed"])) if pd.notna(row["allowed"]) else Budget()
    params = json.loads(row["strategy_params"])
    function = strategies[row["strategy"]].function
    return play(
        ground.task(), function, fog=Fog.parse(row["fog"]), budget=budget, seed=int(row["seed"]), **params
    )


def draw_walk(axis: Any, maze: Maze, episode: Episode) -> None:
    """Draw a maze and a walk in it on matplotlib axes."""
    from matplotlib.collections import LineCollection

    cells = np.array(episode.walk, dtype=float)
    first: dict[Any, int] = {}
    for step, cell in enumerate(episode.walk):
        first.setdefault(cell, step)
    shade = np.full((maze.rows, maze.cols), np.nan)
    for cell, step in first.items():
        shade[cell] = step
    axis.imshow(shade, cmap="viridis", alpha=0.45, vmin=0, vmax=max(1, len(cells)))
    # Each later passage of a cell is drawn a little off its centre, so that it is seen beside the first.
    passed: Counter[Any] = Counter()
    off = np.zeros(len(cells))
    for step, cell in enumerate(episode.walk):
        off[step] = PASSES[passed[cell] % len(PASSES)]
        passed[cell] += 1
    line = np.column_stack([cells[:, 1] + off, cells[:, 0] + off])
    pieces = [line[at : at + size + 1] for size in [len(line) // 64 + 1] for at in range(0, len(line), size)]
    drawn = LineCollection(pieces, cmap="viridis", linewidths=0.7)
    drawn.set_array(np.arange(len(pieces)))
    axis.add_collection(drawn)
    draw_maze(axis, maze)


def draw_maze(axis: Any, maze: Maze) -> None:
    """Draw the walls of a maze with its start and goals; closed cells are grey."""
    from matplotlib.collections import LineCollection
    from matplotlib.patches import Rectangle

    for row, col in sorted(maze.closed):
        axis.add_patch(Rectangle((col - 0.5, row - 0.5), 1, 1, color="#888888", linewidth=0))
    axis.add_collection(LineCollection(wall_lines(maze), colors="black", linewidths=0.9))
    for (row, col), mark, fill in (
        (maze.start, "o", "#0072B2"),
        *((goal, "*", "#D55E00") for goal in maze.goals),
    ):
        axis.scatter(
            [col], [row], marker=mark, s=55, color=fill, edgecolors="white", linewidths=0.6, zorder=3
        )
    axis.set(xlim=(-0.6, maze.cols - 0.4), ylim=(maze.rows - 0.4, -0.6), xticks=[], yticks=[])
    axis.set_aspect("equal")
    axis.grid(visible=False)
    for spine in axis.spines.values():
        spine.set_visible(False)


def wall_lines(maze: Maze) -> list[list[tuple[float, float]]]:
    """Return the walls and the border as lines between (x, y) points; a cell is 1 wide, centred."""
    lines = [[(col - 0.5, row + 0.5), (col + 0.5, row + 0.5)] for row, col in np.argwhere(maze.south)]
    lines += [[(col + 0.5, row - 0.5), (col + 0.5, row + 0.5)] for row, col in np.argwhere(maze.east)]
    right, low = maze.cols - 0.5, maze.rows - 0.5
    corners = [(-0.5, -0.5), (right, -0.5), (right, low), (-0.5, low), (-0.5, -0.5)]
    return lines + [[a, b] for a, b in pairwise(corners)]
