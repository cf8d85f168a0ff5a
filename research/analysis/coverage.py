"""Coverage boards: where the moves beyond the fewest come from, and where the choice of score decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from research.analysis.frames import KEY, solved
from research.analysis.statistics import mean_interval
from research.fog import WHOLE_MAP, Fog

SCORES = ("score", "event", "conversion")
PARTS = ("fog_cost", "short_sight", "board")
REGRET = ["instances", "fog", "strategy", "n", "again"]
REGRET += [name + end for name in PARTS for end in ("", "_low", "_high")]
SENSITIVITY = ["instances", "fog", "strategy", "n", *SCORES, *(f"rank_{name}" for name in SCORES), "turned"]


def regret(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the steps into visited cells split in three, a line per group and strategy.

    fog_cost: steps more than the same rule takes on the same board with the whole map; short_sight: steps
    that it takes there beyond the optimum; board: steps into visited cells that the optimum needs too. Of
    each the mean with its 95 % t interval over the n boards that were covered both times and whose optimum
    is proved; the three add up to `again`. Empty where no row was played with the whole map.
    """
    if not {"cells", "optimal", "again"} <= set(frame.columns):
        return pd.DataFrame(columns=REGRET)
    rows = frame[solved(frame) & frame["again"].notna() & frame["optimal"].notna()]
    seeing = rows[rows["fog"].map(_sees_all).astype(bool)] if len(rows) else rows
    place = ["instances", "label", *KEY]
    both = rows.merge(seeing[[*place, "steps"]], on=place, suffixes=("", "_seeing"))
    both = both.assign(
        fog_cost=both["steps"] - both["steps_seeing"],
        short_sight=both["steps_seeing"] - both["optimal"],
        board=both["optimal"] - (both["cells"] - 1),
    )
    lines = [
        _regret_line(names, own) for names, own in both.groupby(["instances", "fog", "label"], sort=False)
    ]
    return pd.DataFrame(lines, columns=REGRET)


def _sees_all(fog: str) -> bool:
    return Fog.parse(fog).sight >= WHOLE_MAP


def _regret_line(names: Any, rows: pd.DataFrame) -> dict[str, Any]:
    line = dict(zip(("instances", "fog", "strategy"), names, strict=True))
    line |= {"n": len(rows), "again": rows["again"].astype(float).mean()}
    for name in PARTS:
        found = rows[name].to_numpy(dtype=float)
        low, high = mean_interval(found)
        line |= {name: found.mean(), f"{name}_low": low, f"{name}_high": high}
    return line


def sensitivity(frame: pd.DataFrame) -> pd.DataFrame:
    """Return how the strategies rank by the mean of each score, a line per group and strategy.

    n: boards that all strategies of the group covered. turned: boards among them on which the strategy's
    rank is not the same by all three scores. Equal values share the better rank.
    """
    if not set(SCORES) <= set(frame.columns) or frame["score"].isna().all():
        return pd.DataFrame(columns=SENSITIVITY)
    return pd.DataFrame(list(_sensitivity_lines(frame)), columns=SENSITIVITY)


def _sensitivity_lines(frame: pd.DataFrame) -> Iterator[dict[str, Any]]:
    for (instances, fog), rows in frame.groupby(["instances", "fog"], sort=False):
        boards = {name: _on_common_boards(rows, name) for name in SCORES}
        means = {name: table.mean() for name, table in boards.items()}
        ranks = {name: found.rank(ascending=False, method="min") for name, found in means.items()}
        own = [table.rank(axis=1, ascending=False, method="min") for table in boards.values()]
        turned = ((own[0] != own[1]) | (own[0] != own[2])).sum()
        for label in rows["label"].unique():
            line = {"instances": instances, "fog": fog, "strategy": label, "n": len(boards["score"])}
            line |= {name: float(means[name][label]) for name in SCORES}
            line |= {f"rank_{name}": int(ranks[name][label]) for name in SCORES} if line["n"] else {}
            yield line | {"turned": int(turned[label])}


def _on_common_boards(rows: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return a line per board that all strategies covered, a column per strategy."""
    found = rows.assign(value=rows[name].astype(float))
    return found.pivot_table(index=KEY, columns="label", values="value", dropna=False, sort=False).dropna()
