"""Claims against rows: which hold, of how many rows or pairs, and the first counter-example."""

from __future__ import annotations

import ast
import operator
from typing import Any

import numpy as np
import pandas as pd

from research.analysis.frames import KEY
from research.analysis.statistics import rate_interval
from research.analysis.tables import EVERYTHING
from research.sweep.claims import COMPARISONS, OPERATORS, Claim

PLACE = ["fog", *KEY]
COLUMNS = ["claim", "holds", "instances", "checked", "broken", "low", "high", "counter_example"]


def _quotient(above: Any, below: Any) -> Any:
    """Return above / below, no value (nan) where that is a division by zero."""
    if isinstance(below, pd.Series):
        return above / below.where(below != 0)
    return above / below if below else above * float("nan")


SIGNS: dict[str, Any] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _quotient,
}
assert set(SIGNS) == {*COMPARISONS.values(), *OPERATORS.values()}


def check_claims(frame: pd.DataFrame, claims: list[Claim]) -> pd.DataFrame:
    """Return a line per claim and group of instances, the last over all of them.

    checked counts rows, pairs or 1 (a comparison of two numbers), broken those of which the claim is
    false, low and high are the exact (Clopper-Pearson) 95 % interval of their rate. Rows without a
    value (the route of a failure, say) are not checked; a claim of which nothing can be checked
    does not hold; what is divided by zero has no value.
    """
    frame = frame.assign(solved=(frame["outcome"] == "solved").astype(float), fog=frame["fog"].fillna(""))
    parts = [(str(name), rows) for name, rows in frame.groupby("instances", sort=False)]
    if len(parts) > 1:
        parts.append((EVERYTHING, frame))
    lines = [_line(rows, claim) | {"instances": name} for claim in claims for name, rows in parts]
    return pd.DataFrame(lines, columns=COLUMNS)


def broken_claims(checked: pd.DataFrame) -> list[str]:
    """Return one line for every claim that does not hold in some group."""
    broken = checked[~checked["holds"].astype(bool)]
    return [
        f"{line['claim']}: broken on {line['instances']}, {line['broken']} of {line['checked']}: "
        f"{line['counter_example']}"
        for _, line in broken.iterrows()
    ]


def _line(frame: pd.DataFrame, claim: Claim) -> dict[str, Any]:
    left, right = _value(frame, claim.left), _value(frame, claim.right)
    if not isinstance(left, pd.Series) and not isinstance(right, pd.Series):
        if left != left or right != right:
            nothing = {"checked": 0, "broken": 0, "counter_example": "nothing to check"}
            return {"claim": claim.text, "holds": False, **nothing}
        holds = bool(SIGNS[claim.sign](left, right))
        said = "" if holds else f"{left:.6g} {claim.sign} {right:.6g} is false"
        counts = {"checked": 1, "broken": int(not holds)}
        return {"claim": claim.text, "holds": holds, "counter_example": said, **counts}
    both = pd.DataFrame({"left": left, "right": right}).dropna()
    broken = both[~SIGNS[claim.sign](both["left"], both["right"])]
    said = _example(frame, broken, claim) if len(broken) else "" if len(both) else "nothing to check"
    low, high = rate_interval(len(broken), len(both)) if len(both) else (float("nan"), float("nan"))
    return {
        "claim": claim.text,
        "holds": bool(len(both)) and not len(broken),
        "checked": len(both),
        "broken": len(broken),
        "low": low,
        "high": high,
        "counter_example": said,
    }


def _example(frame: pd.DataFrame, broken: pd.DataFrame, claim: Claim) -> str:
    first = broken.iloc[0]
    if claim.strategies:
        _, instance, seed = broken.index[0]
        place = f"{instance}, seed {seed}"
    else:
        row = frame.loc[broken.index[0]]
        place = ", ".join(str(row[name]) for name in ("instance", "label") if row[name] is not None)
    return f"{place}: {first['left']:.6g} {claim.sign} {first['right']:.6g} is false"


def _value(frame: pd.DataFrame, node: ast.expr) -> Any:
    """Return what an expression is worth: a number, or a series of one value per row or pair."""
    match node:
        case ast.Constant(value=number):
            return float(number)  # type: ignore[arg-type]
        case ast.Name(id=column):
            return frame[column].astype("float64")
        case ast.Attribute(value=ast.Name(id=strategy), attr=column):
            own = frame[frame["strategy"] == strategy]
            # Of several variants of one strategy each place has the mean.
            return own.groupby(PLACE, sort=False)[column].mean().astype("float64")
        case ast.BinOp(left=left, op=sign, right=right):
            return SIGNS[OPERATORS[type(sign)]](_value(frame, left), _value(frame, right))
        case ast.UnaryOp(operand=operand):
            return -_value(frame, operand)
        case ast.Call(func=ast.Name(id=function), args=[argument]):
            return float(getattr(pd.Series(np.atleast_1d(_value(frame, argument))), function)())
    raise AssertionError(f"the parser let {ast.dump(node)} pass")
