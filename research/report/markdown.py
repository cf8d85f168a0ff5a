"""Tables as Markdown: the summary and the comparison, each group under its own heading."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator
from typing import Any

import pandas as pd
from tabulate import tabulate

from research.faults import harmless

POLICIES = {
    "common": "means are over the instances that all strategies of the group solved",
    "drop": "means are over the instances that the strategy itself solved",
    "budget": "a failure counts the steps that it was allowed",
    "worst": "a failure counts the worst value of any strategy in the group",
}


def number(value: Any) -> str:
    """Return a number with four significant digits, whole numbers whole, "" for none."""
    if value is None or value != value:
        return ""
    if float(value) == int(value) and abs(value) < 1e7:
        return str(int(value))
    digits = 4 if abs(value) < 1e4 else max(1, int(math.log10(abs(value))) + 1)
    return f"{value:.{digits}g}"


def interval(line: Any, middle: str) -> str:
    """Return "mean [low, high]"."""
    if line["low"] != line["low"]:
        return number(line[middle])
    return f"{number(line[middle])} [{number(line['low'])}, {number(line['high'])}]"


def wide(summary: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield (group, table) with a line per strategy and a column per metric.

    A cell is the mean with its interval and, where the number of rows is not that of all jobs, n.
    """
    for (instances, fog), lines in summary.groupby(["instances", "fog"], sort=False):
        table = []
        for label, own in lines.groupby("strategy", sort=False):
            first = own.iloc[0]
            line: dict[str, Any] = {"strategy": label} if label else {}
            line |= {"jobs": first["jobs"]}
            if pd.notna(first["solved"]):
                line |= {"solved": int(first["solved"])}
            for _, cell in own.iterrows():
                line |= _cells(cell)
            if lines["failures"].any():
                line["failures"] = first["failures"]
            table.append(line)
        yield f"{instances}, {fog}" if fog else str(instances), pd.DataFrame(table).fillna("")


def _cells(cell: Any) -> dict[str, str]:
    if not cell["n"]:
        return {cell["metric"]: "none"}
    over = "" if cell["n"] == cell["jobs"] else f" (n={int(cell['n'])})"
    found = {cell["metric"]: interval(cell, "mean") + over}
    if "ratio_of_means" in cell and cell["ratio_of_means"] == cell["ratio_of_means"]:
        found[f"{cell['metric']}, ratio of means"] = number(cell["ratio_of_means"])
    return found


def summary_markdown(summary: pd.DataFrame, policy: str, title: str) -> str:
    """Return the summary as Markdown, with the policy on failures said in words."""
    census = summary["solved"].isna().all()
    said = "over all instances" if census else f"policy `{policy}`: {POLICIES[policy]}"
    parts = [f"# {title}", "", f"Mean [95 % t interval]; {said}."]
    for name, table in wide(summary):
        parts += ["", f"## {escaped(name)}", "", as_text(table)]
    return "\n".join(parts) + "\n"


def comparison_markdown(comparison: pd.DataFrame) -> str:
    """Return the paired comparison as Markdown, with the methods named."""
    first = comparison.iloc[0]
    parts = [
        f"# {first['metric']} against {first['baseline']}",
        "",
        "Strategy minus baseline on the same instances and seeds: mean difference with its 95 % bootstrap",
        "interval (BCa, 9,999 resamples, seeded), Wilcoxon signed-rank p (zeros split), adjusted by Holm",
        "within the group; effect: matched-pairs rank-biserial correlation.",
    ]
    for name, table in comparison_tables(comparison):
        parts += ["", f"## {escaped(name)}", "", as_text(table)]
    return "\n".join(parts) + "\n"


def comparison_tables(comparison: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield (group, table) of the paired comparison, ready to be read."""
    for (instances, fog), lines in comparison.groupby(["instances", "fog"], sort=False):
        table = [
            {
                "strategy": line["strategy"],
                "n": line["n"],
                "difference": interval(line, "difference") if line["n"] else "none",
                "p (Holm)": f"{line['p_holm']:.2g}" if line["p_holm"] == line["p_holm"] else "",
                "effect": f"{line['effect']:+.2f}" if line["effect"] == line["effect"] else "",
                "wins/ties/losses": "/".join(number(line[k]) for k in ("wins", "ties", "losses")),
            }
            for _, line in lines.iterrows()
        ]
        yield f"{instances}, {fog}" if fog else str(instances), pd.DataFrame(table)


def best_markdown(table: pd.DataFrame) -> str:
    """Return the values over the best as Markdown, with what is meant by it."""
    metric = table.iloc[0]["metric"]
    parts = [
        f"# {metric} over the best of all strategies",
        "",
        f"{metric} divided by the best that any strategy of this run has on the same instance and seed: mean",
        "[95 % t interval], median and maximum over what the strategy itself has solved. best: how often its",
        "own is the best.",
    ]
    for (instances, fog), lines in table.groupby(["instances", "fog"], sort=False):
        rows = [
            {
                "strategy": line["strategy"],
                "jobs": line["jobs"],
                "solved": line["solved"],
                "best": line["best"],
                "mean": interval(line, "mean") if line["solved"] else "none",
                "median": number(line["median"]),
                "max": number(line["max"]),
                "failures": line["failures"],
            }
            for _, line in lines.iterrows()
        ]
        name = escaped(f"{instances}, {fog}" if fog else str(instances))
        parts += ["", f"## {name}", "", as_text(pd.DataFrame(rows))]
    return "\n".join(parts) + "\n"


def claims_markdown(checked: pd.DataFrame) -> str:
    """Return the claims as Markdown, with the exact interval of the rate at which each is broken."""
    rows = [
        {
            "claim": line["claim"],
            "instances": line["instances"],
            "holds": "yes" if line["holds"] else "NO",
            "broken": f"{line['broken']} of {line['checked']}",
            "rate, exact 95 % interval": interval(line | {"rate": _rate(line)}, "rate"),
            "counter-example": line["counter_example"],
        }
        for line in checked.to_dict("records")
    ]
    return f"# Claims\n\n{as_text(pd.DataFrame(rows), coded=['claim'])}\n"


def _rate(line: Any) -> float:
    return line["broken"] / line["checked"] if line["checked"] else float("nan")


def expectation_table(expected: pd.DataFrame) -> pd.DataFrame:
    """Return the means beside their expectations, ready to be read."""
    rows = [
        {
            "instances": line["instances"],
            "metric": line["metric"],
            "n": line["n"],
            "mean": number(line["mean"]),
            "standard error": number(line["error"]),
            "expected": number(line["expected"]) + _fraction(line["exact"]),
            "z": f"{line['z']:+.2f}" if line["z"] == line["z"] else "",
            "p (Holm)": f"{line['p_holm']:.2g}" if line["p_holm"] == line["p_holm"] else "",
        }
        for line in expected.to_dict("records")
    ]
    return pd.DataFrame(rows)


def _fraction(exact: str) -> str:
    """Return " = 55/16", "" for a whole number and for what nobody would read."""
    return f" = {exact}" if "/" in exact and len(exact) <= 12 else ""


def expectations_markdown(expected: pd.DataFrame) -> str:
    """Return the means beside their expectations as Markdown, with the method named."""
    parts = [
        "# Means beside their expectations",
        "",
        "Expected over all seeds by theory; z: mean minus expected over the standard error; p two-sided by",
        "the normal distribution, adjusted by Holm over this table. Where theory knows no expectation there",
        "is no line.",
        "",
        as_text(expectation_table(expected)),
    ]
    return "\n".join(parts) + "\n"


def escaped(text: str) -> str:
    r"""Return a text of unknown origin (a name, a program's output) as Markdown that shows it as it is.

    No table, code, HTML, formula, picture or emphasis comes of it, and no link but a bare address;
    control and escape characters are shown as `\x1b`. Underscores within words, and brackets, stay
    readable.
    """
    text = harmless(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"[\\|`*~$]|(?<![^\W_])_|_(?![^\W_])|(?<=\])(?=[(\[:])", r"\\\g<0>", text)


def code(text: str) -> str:
    """Return a text as a code span in a table, with a fence that is longer than any in it."""
    text = harmless(text).replace("|", "\\|")
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def as_text(table: pd.DataFrame, style: str = "pipe", coded: Collection[str] = ()) -> str:
    """Return a table in Markdown's pipes, all text in it escaped, or in another of tabulate's styles.

    coded: the columns that are code in Markdown.
    """
    text, span = (escaped, code) if style == "pipe" else (harmless, harmless)
    shown = [span if name in coded else text for name in table.columns]
    rows = [
        [show(cell) if isinstance(cell, str) else cell for show, cell in zip(shown, row, strict=True)]
        for row in table.to_numpy().tolist()
    ]
    headers = [text(str(name)) for name in table.columns]
    return tabulate(rows, headers=headers, tablefmt=style, disable_numparse=True)
