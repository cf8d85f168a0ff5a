"""The tables of a tournament as Markdown with their methods named, and the map architect by solver."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from research.analysis.bradley_terry import RESAMPLES
from research.analysis.standings import OTHER, Side, matches
from research.analysis.statistics import mean_interval
from research.faults import harmless, quoted
from research.report.markdown import as_text, interval, number

SCORES = {
    "architect": "steps / max(L1, inner walls), the more the better; a forfeited maze counts 0",
    "solver": "max(L1, inner walls) / steps, the more the better; a forfeited maze does not count",
}
LONGEST_NAME = 32


def standings_markdown(table: pd.DataFrame, side: Side) -> str:
    """Return the standings of a side as Markdown, its methods named."""
    parts = [
        f"# Standings: {side}s",
        "",
        f"Score: {SCORES[side]}.",
        "Mean [95 % t interval] over all matches and opponents, with the rank by it (#); the interval is",
        "over mazes, within which matches are not independent. Beside it the ratio of means (mean numerator",
        "over mean denominator), by which the order may be another. Failures: own, counted in the mean.",
        "Strength: Bradley-Terry (MM, Hunter 2004, with Newton steps; one virtual comparison, half won,",
        "against an average player), log, mean zero: a difference d means odds of e^d;",
        f"95 % percentile bootstrap ({RESAMPLES:,} resamples, seeded) over whole {_block(side)}.",
        "",
        as_text(standings_shown(table, side)),
    ]
    return "\n".join(parts) + "\n"


def standings_shown(table: pd.DataFrame, side: Side) -> pd.DataFrame:
    """Return the standings of a side as text, with its rank by each of the three measures."""
    rows = [
        {
            side: line["contestant"],
            "matches": line["matches"],
            "failures": line["failures"],
            "mean": f"{interval(line, 'mean')}{_ranked(line['rank'])}",
            "ratio of means": f"{number(line['ratio_of_means'])}{_ranked(line['rank_by_ratio'])}",
            "strength": f"{_strength(line)}{_ranked(line['rank_by_strength'])}",
            "wins/ties/losses": "/".join(number(line[key]) for key in ("wins", "ties", "losses")),
        }
        for line in table.to_dict("records")
    ]
    return pd.DataFrame(rows)


def _block(side: Side) -> str:
    return "mazes" if side == "solver" else "blocks of one solver, size and seed"


def _ranked(rank: Any) -> str:
    return "" if pd.isna(rank) else f" (#{int(rank)})"


def _strength(line: dict[Any, Any]) -> str:
    if line["strength"] != line["strength"]:
        return "not compared"
    bounds = {"value": line["strength"], "low": line["strength_low"], "high": line["strength_high"]}
    return interval(bounds, "value")


def head_to_head_markdown(won: pd.DataFrame, met: pd.DataFrame, side: Side) -> str:
    """Return who beats whom as Markdown: wins of the row's contestant over the column's, of comparisons."""
    cells = [
        [
            name,
            *(f"{number(w)} of {n}" if n else "" for w, n in zip(won.loc[name], met.loc[name], strict=True)),
        ]
        for name in won.index
    ]
    same = "on the same maze" if side == "solver" else "where both met the same solver, size and seed"
    said = f"How often the row's {side} beat the column's {same}; a tie is half a win. The strongest first."
    table = pd.DataFrame(cells, columns=[side, *won.columns], dtype=object)
    return f"# Who beats whom: {side}s\n\n{said}\n\n{as_text(table)}\n"


def failures_markdown(table: pd.DataFrame) -> str:
    """Return the failures as Markdown, each kind with its first example."""
    if table.empty:
        return "# Failures\n\nNone: every match was played out.\n"
    rows = [
        {key: line[key] for key in ("contestant", "side", "kind", "count", "reason")}
        | {"error": quoted(line["error"], 120) if line["error"] else ""}
        | {"first": f"against {line['opponent']}, {line['size']}, seed {line['seed']}"}
        for line in table.to_dict("records")
    ]
    said = "Matches lost by the contestant's own fault, by kind; reason, error and place are the first one's."
    return f"# Failures\n\n{said}\n\n{as_text(pd.DataFrame(rows))}\n"


def upsets_markdown(table: pd.DataFrame) -> str:
    """Return the upsets as Markdown, with the measure that ranks them."""
    if table.empty:
        return "# Upsets\n\nNone: no solver beat a stronger one on a maze that both solved.\n"
    rows = [
        {
            "maze": f"{line['architect']}, {line['size']}, seed {line['seed']}",
            "winner": f"{line['winner']}: {number(line['winner_steps'])} steps",
            "loser": f"{line['loser']}: {number(line['loser_steps'])} steps",
            "probability": number(line["probability"]),
            "surprise": number(line["surprise"]),
        }
        for line in table.to_dict("records")
    ]
    said = [
        "A weaker solver beat a stronger one on a maze that both solved. Probability: of that win, by the",
        "Bradley-Terry strengths. Surprise, the order: difference of log strengths times the log of the",
        "ratio of steps. One for each maze and each pair.",
    ]
    return "\n".join(["# Upsets", "", *said, "", as_text(pd.DataFrame(rows))]) + "\n"


def score_map(frame: pd.DataFrame, title: str) -> tuple[Any, pd.DataFrame]:
    """Draw the mean solver score of each architect and solver, the number in its cell, dark is low.

    n stands under a mean; an empty cell had no match that counts. Returns the figure and the numbers
    drawn: architect, solver, n, mean, low, high (95 % t interval).
    """
    from matplotlib.figure import Figure

    drawn = _cells(frame)
    table = drawn.pivot(index="architect", columns="solver", values="mean").sort_index(axis=1)
    figure = Figure(figsize=(3.2 + 0.85 * table.shape[1], 2.2 + 0.5 * table.shape[0]))
    axis = figure.subplots()
    values = table.to_numpy(dtype=float)
    top = np.nanmax(values, initial=1e-9)
    # cividis is read the same with every kind of colour vision (Nunez et al. 2018).
    image = axis.imshow(values, cmap="cividis", vmin=0, vmax=top, aspect="auto")
    for line in drawn[drawn["n"] > 0].to_dict("records"):
        x, y = list(table.columns).index(line["solver"]), list(table.index).index(line["architect"])
        ink = "black" if line["mean"] > 0.55 * top else "white"
        said = f"{number(line['mean'])}\nn = {line['n']}"
        axis.text(x, y, said, ha="center", va="center", color=ink, fontsize=7)
    for ticks, names in ((axis.set_xticks, table.columns), (axis.set_yticks, table.index)):
        # Names come from programs: a dollar sign is no formula.
        ticks(range(len(names)), [_short(name) for name in names], parse_math=False)
    for label in axis.get_xticklabels():
        label.set(rotation=30, ha="right", rotation_mode="anchor")
    axis.set(xlabel="solver", ylabel="architect")
    axis.grid(visible=False)
    figure.colorbar(image, label="mean solver score (par / steps)")
    figure.suptitle(title or "Mean solver score", parse_math=False)
    return figure, drawn


def _short(name: str) -> str:
    text = harmless(name)
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"


def _cells(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a line for each architect and solver that are in the frame, also without a match."""
    played, lines = matches(frame, "solver"), []
    sides = [sorted(frame[side].dropna().unique()) for side in OTHER]
    for architect, solver in ((a, s) for a in sides[0] for s in sides[1]):
        own = played[(played["architect"] == architect) & (played["solver"] == solver)]
        found = own["score"].to_numpy(dtype=float)
        low, high = mean_interval(found)
        mean = found.mean() if len(found) else float("nan")
        line = {"architect": architect, "solver": solver, "n": len(found), "mean": mean}
        lines.append(line | {"low": low, "high": high})
    return pd.DataFrame.from_records(lines, columns=["architect", "solver", "n", "mean", "low", "high"])
