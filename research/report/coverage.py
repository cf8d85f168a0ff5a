"""Coverage boards in pictures and tables: a walk with its revisits, and the regret in its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from research.analysis.coverage import PARTS, SCORES, regret, sensitivity
from research.domains.coverage import Board
from research.domains.coverage.drawing import COLOURS, shade
from research.report.markdown import as_text, escaped, number
from research.report.style import PALETTE, grid_of

SAID = {
    "fog_cost": "what fog costs",
    "short_sight": "what short sight costs",
    "board": "what the board costs everybody",
}


def draw_cover(axis: Any, board: Board, walk: tuple[Any, ...]) -> None:
    """Draw a board and a walk on matplotlib axes, cells the darker, the more often they were entered."""
    from matplotlib.patches import Rectangle

    entered = Counter(walk)
    for row, col in ((row, col) for row in range(board.rows) for col in range(board.cols)):
        fill = COLOURS["barrier"] if (row, col) in board.barriers else COLOURS["free"]
        fill = shade(entered[row, col]) if (row, col) in entered else fill
        square = (col - 0.5, row - 0.5), 1, 1
        axis.add_patch(Rectangle(*square, facecolor=fill, edgecolor="#cccccc", linewidth=0.4))
    line = np.array(walk, dtype=float)
    axis.plot(line[:, 1], line[:, 0], color=COLOURS["walk"], linewidth=0.8, alpha=0.6)
    axis.scatter([board.start[1]], [board.start[0]], s=40, color=COLOURS["start"], zorder=3)
    axis.set(xlim=(-0.6, board.cols - 0.4), ylim=(board.rows - 0.4, -0.6), xticks=[], yticks=[])
    axis.set_aspect("equal")
    axis.grid(visible=False)
    for spine in axis.spines.values():
        spine.set_visible(False)


def regret_bars(frame: pd.DataFrame, instance: str | None, title: str) -> tuple[Any, pd.DataFrame]:
    """Draw the mean steps into visited cells of each strategy, split in three, a panel per group.

    instance: the boards of this one's group only. Returns the figure and the numbers drawn. ValueError:
    no strategy was played with the whole map as well.
    """
    rows = frame if instance is None else frame[frame["instance"] == instance]
    found = regret(rows)
    if found.empty:
        raise ValueError("there is no regret to split: no strategy was played with the whole map as well")
    groups = list(found.groupby(["instances", "fog"], sort=False))
    figure, axes = grid_of(len(groups), 4.8, 1.4 + 0.3 * max(len(own) for _, own in groups))
    for axis, ((instances, fog), own) in zip(axes, groups, strict=True):
        left = np.zeros(len(own))
        for part, fill in zip(reversed(PARTS), (PALETTE[7], PALETTE[1], PALETTE[0]), strict=True):
            width = own[part].to_numpy()
            axis.barh(range(len(own)), width, left=left, color=fill, label=SAID[part])
            left = left + width
        axis.set_yticks(range(len(own)), own["strategy"])
        axis.invert_yaxis()
        # Beyond the others' scale a walk at random is only cut off.
        axis.set_xlim(min(0.0, own[list(PARTS)].min().min() * 1.2), 2.2 * own["again"].median())
        axis.set(xlabel="steps into visited cells", title=f"{instances}, {fog}\nn = {own['n'].max()} boards")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
    figure.suptitle(title)
    return figure, found


def coverage_tables(frame: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame, str]]:
    """Yield (name, table, Markdown) of the tables that an experiment on coverage boards has beside others."""
    split = regret(frame)
    if len(split):
        yield "regret", split, _regret_markdown(split)
    ranks = sensitivity(frame)
    if len(ranks):
        yield "sensitivity", ranks, _sensitivity_markdown(ranks)


def _regret_markdown(split: pd.DataFrame) -> str:
    parts = [
        "# Steps into visited cells, split",
        "",
        "Mean [95 % t interval] over boards with a proven optimum. Fog: steps more than the same rule takes",
        "with the whole map. Short sight: steps that it takes there beyond the optimum. Board: steps that",
        "the optimum needs too. The three add up to `again`.",
    ]
    for (instances, fog), lines in split.groupby(["instances", "fog"], sort=False):
        table = [
            {"strategy": line["strategy"], "n": line["n"], "again": number(line["again"])}
            | {SAID[part]: _with_interval(line, part) for part in PARTS}
            for line in lines.to_dict("records")
        ]
        parts += ["", f"## {escaped(f'{instances}, {fog}')}", "", as_text(pd.DataFrame(table))]
    return "\n".join(parts) + "\n"


def _with_interval(line: dict[Any, Any], part: str) -> str:
    low, high = line[f"{part}_low"], line[f"{part}_high"]
    said = number(line[part])
    return said if low != low else f"{said} [{number(low)}, {number(high)}]"


def _sensitivity_markdown(ranks: pd.DataFrame) -> str:
    parts = [
        "# Does the choice of score decide?",
        "",
        "Mean and rank by each score on boards that all strategies covered: `score` by letters, N - 1.5 C;",
        "`event`, N - 0.5 R; `conversion`, N - 0.5 C. Turned: boards on which the strategy's rank is not",
        "the same by all three.",
    ]
    for (instances, fog), lines in ranks.groupby(["instances", "fog"], sort=False):
        table = [
            {"strategy": line["strategy"]}
            | {name: f"{number(line[name])} (#{number(line[f'rank_{name}'])})" for name in SCORES}
            | {"turned": f"{line['turned']} of {line['n']}"}
            for line in lines.to_dict("records")
        ]
        parts += ["", f"## {escaped(f'{instances}, {fog}')}", "", as_text(pd.DataFrame(table))]
    return "\n".join(parts) + "\n"
