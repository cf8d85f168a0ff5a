"""Statistics: intervals, and whether the difference between two strategies is real.

All of it is paired: both strategies on the same instances and seeds. Methods, in words to cite:
95 % Student t interval of a mean; Clopper-Pearson interval of a rate; bias-corrected and
accelerated bootstrap (BCa, Efron 1987; 9,999 resamples, seeded) of the mean paired difference;
Wilcoxon signed-rank test with zeros split between both signs (zsplit); matched-pairs rank-biserial
correlation (Kerby 2014) as effect size; Holm's step-down correction over the strategies compared.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]

CONFIDENCE = 0.95
RESAMPLES = 9_999


def mean_interval(values: Floats) -> tuple[float, float]:
    """Return the 95 % t interval of the mean; (nan, nan) for fewer than two values."""
    from scipy import stats

    if len(values) < 2:
        return float("nan"), float("nan")
    half = stats.t.ppf((1 + CONFIDENCE) / 2, len(values) - 1) * values.std(ddof=1) / len(values) ** 0.5
    return float(values.mean() - half), float(values.mean() + half)


def grouped_interval(values: Floats, groups: Sequence[Any]) -> tuple[float, float]:
    """Return the 95 % t interval of the mean of values that are independent between groups only.

    Where all groups are of one size it is that of the groups' means; else the deviations from the mean
    are summed by group (linearised, degrees of freedom: groups less one; Cochran 1977, section 9A).
    (nan, nan) for fewer than two groups.
    """
    from scipy import stats

    names, group = np.unique(np.asarray(groups), return_inverse=True)
    count = len(names)
    if count < 2:
        return float("nan"), float("nan")
    mean = values.mean()
    off = np.bincount(group, weights=values - mean)
    error = (count / (count - 1) * (off**2).sum()) ** 0.5 / len(values)
    half = stats.t.ppf((1 + CONFIDENCE) / 2, count - 1) * error
    return float(mean - half), float(mean + half)


def rate_interval(successes: int, trials: int) -> tuple[float, float]:
    """Return the exact (Clopper-Pearson) 95 % interval of a rate: 0 of 100 gives 0 to 0.0362."""
    from scipy import stats

    interval = stats.binomtest(successes, trials).proportion_ci(CONFIDENCE, method="exact")
    return float(interval.low), float(interval.high)


@dataclass(frozen=True, slots=True)
class Paired:
    """A strategy against a baseline: mean difference with its interval, p value, effect, counts.

    `interval` names the method that gave low and high: "BCa", or "exact" where all differences are
    equal. `effect` is from -1 to 1, positive where the strategy's values are the greater.
    """

    n: int
    difference: float
    low: float
    high: float
    interval: str
    p: float
    effect: float
    greater: int
    equal: int
    less: int


def paired(values: Floats, baseline: Floats, seed: int = 0) -> Paired:
    """Compare two columns of the same length, pair by pair; ValueError when there is no pair."""
    from scipy import stats

    differences = values - baseline
    if not len(differences):
        raise ValueError("there is no pair to compare")
    low, high, method = _difference_interval(differences, seed)
    with warnings.catch_warnings():
        # scipy warns that it falls back to the normal approximation on small samples with ties.
        warnings.simplefilter("ignore")
        test = stats.wilcoxon(differences, zero_method="zsplit") if differences.any() else None
    return Paired(
        n=len(differences),
        difference=float(differences.mean()),
        low=low,
        high=high,
        interval=method,
        p=float(test.pvalue) if test is not None else 1.0,
        effect=rank_biserial(differences),
        greater=int((differences > 0).sum()),
        equal=int((differences == 0).sum()),
        less=int((differences < 0).sum()),
    )


def _difference_interval(differences: Floats, seed: int) -> tuple[float, float, str]:
    from scipy import stats

    mean = float(differences.mean())
    if len(differences) < 2:
        return float("nan"), float("nan"), "none"
    if (differences == differences[0]).all():
        return mean, mean, "exact"
    result = stats.bootstrap(
        (differences,),
        np.mean,
        n_resamples=RESAMPLES,
        batch=max(1, 10**7 // len(differences)),
        confidence_level=CONFIDENCE,
        method="BCa",
        rng=np.random.default_rng(seed),
    )
    low, high = result.confidence_interval
    return float(low), float(high), "BCa"


def rank_biserial(differences: Floats) -> float:
    """Return (positive - negative rank sums) / all ranks; zeros give half their ranks to each side."""
    from scipy import stats

    ranks = stats.rankdata(np.abs(differences))
    return float((ranks * np.sign(differences)).sum() / ranks.sum())


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p values adjusted by Holm's step-down procedure (1979), in the order given."""
    order = np.argsort(p_values, kind="stable")
    adjusted, largest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted
