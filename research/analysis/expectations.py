"""Measured means beside what theory expects of the generators, with z scores."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pandas as pd

from research.analysis.statistics import holm
from research.instances import parse
from research.registry import metrics

EXPECTED = ["instances", "metric", "n", "mean", "error", "expected", "exact", "z", "p", "p_holm"]
# Without any spread there is no standard error, but there is rounding.
ROUNDING = 1e-9


def expectations(frame: pd.DataFrame, names: Iterable[str]) -> pd.DataFrame:
    """Return one line per group of instances and metric of which the expectation is known.

    Columns: instances, metric, n (different instances), mean, error (standard error of the mean),
    expected, exact (the expectation as a fraction, "" where it is known up to rounding), z (mean
    minus expected over error), p (two-sided, normal), p_holm (adjusted over all lines).
    """
    lines = []
    known = [name for name in names if "expected" in metrics[name].traits and name in frame]
    for instances, rows in frame.groupby("instances", sort=False):
        if len(rows) and known:
            made = parse(str(rows["instance"].iloc[0]))
            different = rows.drop_duplicates("instance")
            for name in known:
                expected = metrics[name].traits["expected"](made.generator.name, made.params)
                if expected is not None:
                    lines.append({"instances": instances, "metric": name} | _line(different[name], expected))
    tested = [line for line in lines if line["p"] == line["p"]]
    for line, adjusted in zip(tested, holm([line["p"] for line in tested]), strict=True):
        line["p_holm"] = adjusted
    return pd.DataFrame.from_records(lines, columns=EXPECTED)


def _line(column: pd.Series[Any], expected: Fraction | float) -> dict[str, Any]:
    from scipy import stats

    found = column.dropna().to_numpy(dtype=float)
    error = float(found.std(ddof=1) / len(found) ** 0.5) if len(found) > 1 else float("nan")
    z = (float(found.mean()) - float(expected)) / max(error, ROUNDING) if error == error else float("nan")
    return {
        "n": len(found),
        "mean": found.mean(),
        "error": error,
        "expected": float(expected),
        "exact": str(expected) if isinstance(expected, Fraction) else "",
        "z": z,
        "p": float(2 * stats.norm.sf(abs(z))) if z == z else float("nan"),
    }
