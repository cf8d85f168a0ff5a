"""Figures by name: what an experiment's `plots` asks for, drawn."""

from __future__ import annotations

from typing import Any

import pandas as pd

from research.report.style import looks


def figure(frame: pd.DataFrame, kind: str, options: dict[str, Any], title: str) -> tuple[Any, pd.DataFrame]:
    """Return a matplotlib figure of one kind, and the numbers that it shows.

    options: metric, instance and parameter, of which each kind takes its own. ValueError: there is no such
    kind, or it cannot be drawn with these options.
    """
    from research.report.boards import boards, histogram
    from research.report.coverage import regret_bars
    from research.report.curve import curve
    from research.report.means import means
    from research.report.plots import ecdf, violin
    from research.report.walks import walks

    of_instances = {"walks": walks, "boards": boards, "regret": regret_bars}
    of_metrics = {"ecdf": ecdf, "violin": violin, "histogram": histogram, "means": means}
    metric, parameter = options["metric"], options.get("parameter")
    with looks():
        if kind in of_instances:
            return of_instances[kind](frame, options["instance"], title)
        if kind in of_metrics:
            return of_metrics[kind](frame, metric, title)
        if kind == "curve" and parameter:
            return curve(frame, metric, parameter, title)
        known = ", ".join([*of_metrics, "curve (of a parameter)", *of_instances])
        raise ValueError(f"unknown plot {kind!r}; expected one of {known}")
