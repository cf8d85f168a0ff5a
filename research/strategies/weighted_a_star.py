"""Weighted A* (Pohl 1970): best-first search by f = g + weight * h."""

from fractions import Fraction
from typing import Any

from research.fog import View, Visits
from research.heuristics import HeuristicName
from research.kernels.found import Found, Limits
from research.kernels.twins import Twin
from research.parameters import AtLeastOne
from research.registry import strategies
from research.strategies.a_star import H
from research.strategies.best_first import best_first
from research.task import Task

# The compiled search has a list of boards for each f.
LARGEST = 100


def _terms(weight: float) -> tuple[int, int]:
    """Return the weight as a quotient of whole numbers, as it is written: 1.1 as 11 / 10."""
    return Fraction(str(weight)).as_integer_ratio()


class WeightedTwin(Twin):
    """Fits where f, in whole numbers, does not grow too large."""

    def call(
        self, start: bytes, goal: bytes, width: int, params: dict[str, Any], limits: Limits, key: int
    ) -> Found:
        """Search by the weight's two terms."""
        return super().call(start, goal, width, params | {"weight": _terms(params["weight"])}, limits, key)

    def fits(self, task: Task, params: dict[str, Any]) -> bool:
        """Whether it can take the task with these parameters."""
        return super().fits(task, params) and _terms(params["weight"])[0] <= LARGEST


TWIN = WeightedTwin("research.kernels.sliding.a_star", "a_star", max_cells=16, h=H, sums=True)


@strategies.register(twins={"slide": TWIN})
def weighted_a_star(view: View, h: HeuristicName = "manhattan", weight: AtLeastOne = 2.0) -> Visits:
    """Weighted A*: f = g + weight * h. With an admissible h at most `weight` times the optimum.

    f is compared times the weight's denominator, so that equal ones are equal: 10 * g + 11 * h for 1.1.
    """
    h_weight, g_weight = _terms(weight)
    return (yield from best_first(view, h, g_weight=g_weight, h_weight=h_weight))
