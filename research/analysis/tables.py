"""Tables: the summary of every strategy on every group of instances, and the paired comparison."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from research.analysis.frames import KEY, solved, values
from research.analysis.statistics import holm, mean_interval, paired
from research.registry import metrics

GROUP = ["instances", "fog"]
EVERYTHING = "all instances"
SUMMARY = [*GROUP, "strategy", "jobs", "solved", "failures", "metric", "policy", "n", "mean", "low", "high"]
SUMMARY += ["median", "min", "max", "ratio_of_means"]
COMPARED = [*GROUP, "strategy", "baseline", "metric", "n", "difference", "low", "high"]
COMPARED += ["interval", "p", "p_holm", "effect", "wins", "ties", "losses"]


def groups(frame: pd.DataFrame) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """Yield (instances, fog, rows) of every group in the order of the rows; of all last, by fog."""
    frame = frame.assign(fog=frame["fog"].fillna(""))
    for (instances, fog), rows in frame.groupby(GROUP, sort=False):
        yield str(instances), str(fog), rows
    for fog, rows in frame.groupby("fog", sort=False):
        if rows["instances"].nunique() > 1:
            yield EVERYTHING, str(fog), rows


def summary(frame: pd.DataFrame, names: list[str], policy: str) -> pd.DataFrame:
    """Return one line per group, strategy and metric.

    Columns: instances, fog, strategy, jobs, solved, failures (by outcome and reason), metric,
    policy, n (what the mean is over), mean, low and high (95 % t interval), median, min, max,
    ratio_of_means (for ratios: mean of numerators over mean of denominators on the same rows).
    """
    lines = []
    for instances, fog, rows in groups(frame):
        chosen = {name: values(rows, name, policy) for name in names if name in rows}
        for label, own in rows.groupby("label", sort=False, dropna=False):
            played = isinstance(label, str)
            head = {"instances": instances, "fog": fog, "strategy": label if played else "", **_counts(own)}
            for name, kept in chosen.items():
                mine = kept[kept["label"] == label] if played else kept
                lines.append(head | {"metric": name, "policy": _policy(name, policy)} | _spread(mine, name))
    return pd.DataFrame.from_records(lines, columns=SUMMARY)


def _counts(rows: pd.DataFrame) -> dict[str, Any]:
    if rows["outcome"].isna().all():
        return {"jobs": len(rows), "solved": None, "failures": ""}
    return {"jobs": len(rows), "solved": int(solved(rows).sum()), "failures": failures(rows)}


def failures(rows: pd.DataFrame) -> str:
    """Return the failures by kind, most frequent first: "3 gave-up (pruned), 1 crashed (KeyError)"."""
    failed = rows[~solved(rows) & rows["outcome"].notna()]
    kinds = failed["outcome"] + failed["reason"].map(lambda reason: f" ({reason})" if reason else "")
    counts = kinds.value_counts().sort_index().sort_values(ascending=False, kind="stable")
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())


def _policy(name: str, policy: str) -> str:
    traits = metrics[name].traits
    return "all rows" if traits["per"] == "instance" or traits.get("total") else policy


def _spread(rows: pd.DataFrame, name: str) -> dict[str, Any]:
    found = rows["value"].to_numpy(dtype=float)
    if not len(found):
        return {"n": 0}
    low, high = mean_interval(found)
    line = {
        "n": len(found),
        "mean": found.mean(),
        "low": low,
        "high": high,
        "median": float(np.median(found)),
        "min": found.min(),
        "max": found.max(),
    }
    if "ratio_of" in metrics[name].traits:
        # The numerators are taken from the ratios, so that a failure counts in both as the policy says.
        below = rows[metrics[name].traits["ratio_of"][1]].to_numpy(dtype=float)
        line["ratio_of_means"] = (found * below).sum() / below.sum() if below.sum() else float("nan")
    return line


def comparison(frame: pd.DataFrame, metric: str, baseline: str, policy: str) -> pd.DataFrame:
    """Return one line per group and strategy: its paired difference to the baseline.

    Only instances and seeds that both have count, by the policy. Columns: instances, fog, strategy,
    baseline, metric, n, difference (strategy minus baseline), low, high, interval, p, p_holm, effect,
    wins, ties, losses (wins: the strategy is better).
    """
    lines: list[dict[str, Any]] = []
    for instances, fog, rows in groups(frame):
        start = len(lines)
        for label in rows["label"].unique():
            if label == baseline:
                continue
            pairs = _pairs(rows[rows["label"].isin([label, baseline])], metric, label, baseline, policy)
            head = {"instances": instances, "fog": fog, "strategy": label, "baseline": baseline}
            lines.append(head | {"metric": metric, "n": len(pairs)} | _paired_line(pairs, metric))
        family = lines[start:]
        tested = [line for line in family if "p" in line]
        for line, adjusted in zip(tested, holm([line["p"] for line in tested]), strict=True):
            line["p_holm"] = adjusted
    return pd.DataFrame.from_records(lines, columns=COMPARED)


def _pairs(rows: pd.DataFrame, metric: str, label: str, baseline: str, policy: str) -> pd.DataFrame:
    kept = values(rows, metric, policy)
    both = kept.pivot_table(index=KEY, columns="label", values="value", sort=False)
    return both.reindex(columns=[label, baseline]).dropna()


def _paired_line(pairs: pd.DataFrame, metric: str) -> dict[str, Any]:
    if pairs.empty:
        return {}
    result = paired(pairs.iloc[:, 0].to_numpy(dtype=float), pairs.iloc[:, 1].to_numpy(dtype=float))
    less_wins = metrics[metric].traits.get("better") != "more"
    return {
        "difference": result.difference,
        "low": result.low,
        "high": result.high,
        "interval": result.interval,
        "p": result.p,
        "effect": result.effect,
        "wins": result.less if less_wins else result.greater,
        "ties": result.equal,
        "losses": result.greater if less_wins else result.less,
    }
