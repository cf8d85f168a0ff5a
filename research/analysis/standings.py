"""Standings of a tournament of maze architects and solvers: who is best, who beats whom, what failed.

A frame has a row per match: architect, solver, size, seed, outcome, reason, error, at_fault ("",
"architect" or "solver"), contest_steps, contest_par, architect_score = steps / par and solver_score =
par / steps. A match that the architect lost by fault counts 0 for it and nothing for the solver, which
had no maze. A row without a score that is nobody's fault is no match yet. Two solvers are compared on the
same maze (architect, size, seed), two architects where they met the same (solver, size, seed); a forfeit
loses against any valid maze and ties with a forfeit. All is independent of the order of the rows.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pandas as pd

from research.analysis.bradley_terry import block_wins, intervals, strengths
from research.analysis.statistics import Floats, grouped_interval

Side = Literal["architect", "solver"]
OTHER: dict[Side, Side] = {"architect": "solver", "solver": "architect"}
MATCH = ["architect", "solver", "size", "seed"]
MAZE = ["architect", "size", "seed"]

STANDINGS = ["contestant", "matches", "failures", "mean", "low", "high", "rank", "ratio_of_means"]
STANDINGS += ["rank_by_ratio", "strength", "strength_low", "strength_high", "rank_by_strength"]
STANDINGS += ["wins", "ties", "losses"]
FAILURES = ["contestant", "side", "kind", "count", "reason", "error", "opponent", "size", "seed"]
UPSETS = ["architect", "size", "seed", "winner", "loser", "winner_steps", "loser_steps", "probability"]
UPSETS += ["surprise"]


def matches(frame: pd.DataFrame, side: Side) -> pd.DataFrame:
    """Return the rows that count for a side, in a fixed order, with the column `score`.

    score: the side's own, 0 for an architect's forfeit.
    """
    rows = _in_order(frame)
    score = rows[f"{side}_score"].astype("float64")
    forfeit = rows["at_fault"] == "architect"
    score = score.where(~forfeit, 0.0 if side == "architect" else np.nan)
    return rows.assign(score=score)[score.notna()]


def _in_order(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that name both contestants, sorted by what they hold, not by where they stand."""
    rows = frame[frame["architect"].notna() & frame["solver"].notna()]
    rows = rows.assign(at_fault=rows["at_fault"].fillna(""))
    return rows.sort_values([*MATCH, "outcome", "contest_steps"], kind="stable", ignore_index=True)


def standings(frame: pd.DataFrame, side: Side, seed: int = 0) -> pd.DataFrame:
    """Return one line per contestant of a side, the best mean first.

    Columns: contestant, matches (that count for it), failures (by its own fault), mean score with its
    95 % t interval (low, high) over mazes, within which matches are not independent, rank by it;
    ratio_of_means, rank_by_ratio; strength (Bradley-Terry, log, mean zero) with its 95 % bootstrap
    interval over whole blocks (strength_low, strength_high), rank_by_strength; wins, ties and losses of
    all comparisons. Equal values share the better rank; what is not known is missing: a mean without
    matches, a strength without comparisons.
    """
    names, wins, comparisons = _tally(frame, side)
    played, rows = matches(frame, side), _in_order(frame)
    lines = [
        {"contestant": name, "failures": _own_failures(rows, side, name)}
        | _scores(played[played[side] == name], side)
        for name in names
    ]
    low, high = intervals(wins, seed)
    table = pd.DataFrame.from_records(lines, columns=STANDINGS).assign(
        strength=strengths(wins.sum(axis=0)),
        strength_low=low,
        strength_high=high,
        wins=(wins == 1).sum(axis=(0, 2)),
        ties=(wins == 0.5).sum(axis=(0, 2)),
        losses=(comparisons - wins == 1).sum(axis=(0, 2)),
    )
    for rank, value in (
        ("rank", "mean"),
        ("rank_by_ratio", "ratio_of_means"),
        ("rank_by_strength", "strength"),
    ):
        table[rank] = _ranks(table[value])
    return table.sort_values(["rank", "contestant"], kind="stable", ignore_index=True)


def _own_failures(rows: pd.DataFrame, side: Side, name: str) -> int:
    return int(((rows["at_fault"] == side) & (rows[side] == name)).sum())


def _scores(own: pd.DataFrame, side: Side) -> dict[str, Any]:
    found = own["score"].to_numpy(dtype=float)
    if not len(found):
        return {"matches": 0}
    low, high = grouped_interval(found, own.groupby(MAZE).ngroup().to_list())
    spread = {"matches": len(found), "mean": found.mean(), "low": low, "high": high}
    return spread | {"ratio_of_means": _ratio_of_means(own, side)}


def _ratio_of_means(own: pd.DataFrame, side: Side) -> float:
    """Return the mean numerator over the mean denominator; a forfeit adds 0 steps and has no par.

    Where no match was forfeited that is the sum of the numerators over the sum of the denominators.
    """
    forfeit = own["at_fault"] == "architect"
    steps = own["contest_steps"].astype("float64").where(~forfeit, 0.0).mean()
    par = own["contest_par"].astype("float64").where(~forfeit).mean()
    if forfeit.all():
        return 0.0
    return float(steps / par if side == "architect" else par / steps)


def _ranks(values: pd.Series[Any]) -> pd.Series[Any]:
    """Return ranks from 1, the greatest first; values that differ by rounding errors only share one."""
    return values.astype("float64").round(9).rank(ascending=False, method="min").astype("Int64")


def _tally(frame: pd.DataFrame, side: Side) -> tuple[list[str], Floats, Floats]:
    """Return the names of a side, sorted, and per block who beat whom and who was compared.

    Both arrays have the shape (blocks, k, k); a match that was played twice counts with its mean score.
    """
    names = sorted(_in_order(frame)[side].unique())
    played = matches(frame, side)
    block = [OTHER[side], "size", "seed"]
    scores = played.pivot_table(index=block, columns=side, values="score", aggfunc="mean")
    wins = block_wins(scores.reindex(columns=names).to_numpy(dtype=float))
    return names, wins, wins + np.swapaxes(wins, 1, 2)


def head_to_head(frame: pd.DataFrame, side: Side) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return two square tables, rows over columns: wins (a tie is half of one), and comparisons.

    Contestants stand in the order of their strength; the diagonal of both is zero.
    """
    names, wins, comparisons = _tally(frame, side)
    strength = -strengths(wins.sum(axis=0)).round(9)
    order = [names[at] for at in np.lexsort((np.arange(len(names)), strength))]
    tables = [pd.DataFrame(each.sum(axis=0), index=names, columns=names) for each in (wins, comparisons)]
    won, met = (table.loc[order, order].rename_axis(index=side) for table in tables)
    return won, met.astype("int64")


def failures(frame: pd.DataFrame) -> pd.DataFrame:
    """Return one line per contestant and kind of its own failures, the most frequent first.

    Columns: contestant, side, kind (the outcome), count, and of the first example by size, seed and
    opponent: reason, error, opponent, size, seed.
    """
    rows, lines = _in_order(frame), []
    for side, other in OTHER.items():
        own = rows[rows["at_fault"] == side].sort_values(["size", "seed", other], kind="stable")
        for (name, kind), group in own.groupby([side, "outcome"], dropna=False):
            first = group[["reason", "error", "size", "seed"]].iloc[0].to_dict()
            said = {key: "" if pd.isna(first[key]) else str(first[key]) for key in ("reason", "error")}
            head = {"contestant": name, "side": side, "kind": kind, "count": len(group)}
            lines.append(head | first | said | {"opponent": group[other].iloc[0]})
    table = pd.DataFrame.from_records(lines, columns=FAILURES)
    order = ["count", "contestant", "side", "kind"]
    return table.sort_values(order, ascending=[False, True, True, True], kind="stable", ignore_index=True)


def upsets(frame: pd.DataFrame, count: int = 3) -> pd.DataFrame:
    """Return the greatest upsets: a weaker solver beat a stronger one on a maze that both solved.

    Columns: architect, size, seed, winner, loser, winner_steps, loser_steps, probability and surprise.
    probability: of the winner's win by the Bradley-Terry strengths, less than 1/2. surprise, by which
    they are sorted: the gap of log strengths times the log of the ratio of steps, so that neither a narrow
    win over a far stronger solver nor a landslide between equals comes first. No maze and no pair of
    solvers appears twice.
    """
    names, wins, _ = _tally(frame, "solver")
    strength = dict(zip(names, strengths(wins.sum(axis=0)).round(9), strict=True))
    found = _pairs(frame)
    gap = (found["loser"].map(strength) - found["winner"].map(strength)).astype("float64")
    ratio = (found["loser_steps"] / found["winner_steps"]).astype("float64")
    found = found.assign(probability=1 / (1 + np.exp(gap)), surprise=gap * np.log(ratio))
    found = found[(gap > 0) & (ratio > 1)].sort_values(
        ["surprise", *UPSETS[:5]], ascending=[False] + [True] * 5, kind="stable"
    )
    return _apart(found, count)


def _pairs(frame: pd.DataFrame) -> pd.DataFrame:
    """Return every ordered pair of different solvers that solved the same maze."""
    played = matches(frame, "solver")
    good = played[(played["outcome"] == "solved") & (played["at_fault"] == "")]
    good = good[[*MAZE, "solver", "contest_steps"]].drop_duplicates([*MAZE, "solver"])
    winner = good.rename(columns={"solver": "winner", "contest_steps": "winner_steps"})
    loser = good.rename(columns={"solver": "loser", "contest_steps": "loser_steps"})
    both = winner.merge(loser, on=MAZE)
    return both[both["winner"] != both["loser"]]


def _apart(found: pd.DataFrame, count: int) -> pd.DataFrame:
    """Return the first `count` rows of which no two share the maze or the pair."""
    seen: set[Any] = set()
    kept: list[dict[Any, Any]] = []
    for line in found[UPSETS].to_dict("records"):
        marks = {tuple(line[key] for key in UPSETS[:3]), (line["winner"], line["loser"])}
        if len(kept) < count and not marks & seen:
            kept.append(line)
            seen |= marks
    return pd.DataFrame.from_records(kept, columns=UPSETS)
