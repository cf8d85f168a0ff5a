"""Rows as a DataFrame: fixed order of columns, one type a column, and what failures do to a mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from research.registry import metrics

FIRST = ["job", "instance", "generator", "params", "seed", "strategy", "strategy_params", "fog", "outcome"]
FIRST += ["reason", "steps", "backsteps", "visited", "expanded", "generated", "route", "cost", "optimal"]
FIRST += ["ratio", "seconds", "engine", "code", "sandbox"]
KEY = ["instance", "seed"]


def frame_of(rows: Iterable[dict[Any, Any]]) -> pd.DataFrame:
    """Return one row a job: the columns in a fixed order, whole numbers as Int64 where some are missing."""
    frame = pd.DataFrame.from_records(list(rows))
    first = [name for name in FIRST if name in frame.columns]
    frame = frame[first + [name for name in frame.columns if name not in first]]
    return frame.apply(_typed)


def _typed(column: pd.Series[Any]) -> pd.Series[Any]:
    values = [value for value in column if value is not None and value == value]
    if values and all(type(value) is int for value in values):
        return column.astype("Int64")
    if values and all(type(value) in (int, float) for value in values):
        return column.astype("float64")
    return column.astype("object").where(column.notna(), None)


def solved(frame: pd.DataFrame) -> pd.Series[bool]:
    """Return which rows reached their objective."""
    return frame["outcome"] == "solved"


def values(frame: pd.DataFrame, metric: str, policy: str) -> pd.DataFrame:
    """Return the rows that a mean of `metric` is over, with the column `value`.

    `frame` holds the rows of the strategies that are compared, on one group of instances. Policies:
    "common" keeps the instances that all strategies solved, "drop" each strategy's own solved
    ones, "budget" lets a failure count the steps it was allowed (for steps, cost, expanded,
    travelled and ratio), "worst" the worst value of any strategy in the group. A metric that is
    defined for failures keeps all rows under every policy.
    """
    traits = metrics[metric].traits
    found = frame.assign(value=frame[metric].astype("float64"))
    if traits["per"] == "instance" or traits.get("total"):
        return found[found["value"].notna()]
    good = solved(found)
    if policy == "common":
        return found[_on_common(found, good) & found["value"].notna()]
    if policy == "budget":
        found.loc[~good, "value"] = _allowed(found[~good], metric)
    elif policy == "worst":
        at_worst = found.loc[good, "value"].agg("min" if traits.get("better") == "more" else "max")
        found.loc[~good, "value"] = at_worst
    else:
        found = found[good]
    return found[found["value"].notna()]


def _on_common(frame: pd.DataFrame, good: pd.Series[bool]) -> pd.Series[bool]:
    """Return which rows stand on an instance and seed that every strategy has solved."""
    strategies = frame["label"].nunique()
    count = good.groupby([frame[name] for name in KEY], sort=False).transform("sum")
    return count == strategies


def _allowed(failed: pd.DataFrame, metric: str) -> pd.Series[float]:
    allowed = failed["allowed"].astype("float64")
    if metric == "ratio":
        return allowed / failed["optimal"].astype("float64")
    return allowed if metric in ("steps", "cost", "expanded", "travelled") else allowed * float("nan")


def told_apart(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with the folder in the labels of those that two runs have, played differently."""
    place = ["fog", "instance", "seed", "label"]
    twice = set(rows.loc[rows.duplicated(place, keep=False), "label"].dropna())
    told = rows["label"].where(~rows["label"].isin(twice), rows["label"] + " [" + rows["folder"] + "]")
    return rows.assign(label=told)
