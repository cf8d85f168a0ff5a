"""Values over the best that any strategy of a run has found for the same instance."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd

from research.analysis.frames import KEY, solved
from research.analysis.statistics import mean_interval
from research.analysis.tables import EVERYTHING, GROUP, failures, groups
from research.parameters import shown
from research.registry import metrics

BEST = [*GROUP, "strategy", "jobs", "solved", "metric", "best", "mean", "low", "high", "median", "max"]
BEST += ["failures"]


def over_best(frame: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Return the solved rows that have a value of the metric, with the column `over`.

    over: the value divided by the best of all strategies on the same instance, seed and fog, 1 where it
    is the best; best is the least, or the most where more is better. Others than the best may exist.
    """
    rows = frame[solved(frame) & frame[metric].notna()]
    value = rows[metric].astype("float64")
    most = metrics[metric].traits.get("better") == "more"
    best = value.groupby([rows[name].fillna("") for name in (*KEY, "fog")], sort=False).transform(
        "max" if most else "min"
    )
    return rows.assign(over=(value / best).where(value != best, 1.0))


def best_table(frame: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Return one line per group and strategy: how far its answers are above the best that are known.

    Columns: instances, fog, strategy, jobs, solved, metric, best (how often it has the best value), mean
    of value over best with its 95 % t interval, median and max, each over the strategy's own solved jobs;
    failures by outcome and reason.
    """
    lines = []
    for instances, fog, rows in groups(frame):
        over = over_best(rows, metric)
        for label, own in rows.groupby("label", sort=False):
            found = over.loc[over["label"] == label, "over"].to_numpy()
            low, high = mean_interval(found)
            line = {"instances": instances, "fog": fog, "strategy": label, "jobs": len(own), "low": low}
            line |= {"solved": len(found), "metric": metric, "best": int((found == 1).sum()), "high": high}
            if len(found):
                line |= {"mean": found.mean(), "median": float(np.median(found)), "max": found.max()}
            lines.append(line | {"failures": failures(own)})
    return pd.DataFrame.from_records(lines, columns=BEST)


def against(frame: pd.DataFrame, metric: str, parameter: str) -> pd.DataFrame:
    """Return what changes with a parameter of the strategies: share solved, and value over the best.

    Lines: a group of instances, a strategy without the parameter in its name, and a value x of it; x is
    missing for strategies that have no number there. Columns: instances, fog, strategy, x, jobs, share,
    n, mean, low, high (of value over best, with its 95 % t interval).
    """
    lines = []
    for instances, fog, rows in groups(frame):
        if instances == EVERYTHING:
            continue
        over = over_best(rows, metric)
        for label, own in rows.groupby("label", sort=False):
            x, rest = _without(own.iloc[0], parameter)
            found = over.loc[over["label"] == label, "over"].to_numpy()
            low, high = mean_interval(found)
            line = {"instances": instances, "fog": fog, "strategy": rest, "x": x, "jobs": len(own)}
            line |= {"share": solved(own).mean(), "n": len(found), "low": low, "high": high}
            lines.append(line | {"mean": found.mean() if len(found) else None})
    columns = [*GROUP, "strategy", "x", "jobs", "share", "n", "mean", "low", "high"]
    return pd.DataFrame.from_records(lines, columns=columns)


def _without(job: pd.Series[Any], parameter: str) -> tuple[float | None, str]:
    """Return a parameter's value where it is a number, and the strategy's label without it."""
    params = json.loads(job["strategy_params"])
    value, name = params.get(parameter), str(job["label"])
    if type(value) not in (int, float):
        return None, name
    strategy, _, rest = name.partition(":")
    told = [part for part in rest.split(",") if part and part != f"{parameter}={shown(value)}"]
    return float(value), f"{strategy}:{','.join(told)}".rstrip(":")
