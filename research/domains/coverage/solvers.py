"""Two solvers of integer programmes behind one door: HiGHS, which comes with scipy, and CP-SAT."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from research.domains.coverage.programme import Floats, Objective, Programme

HAS_CP_SAT = importlib.util.find_spec("ortools") is not None


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver found: values of the variables (None: none in time), and what no values go below.

    Asked for is an objective inside a window: at least the first number, which is known to be a bound, and
    below the second. bound: -inf where nothing is known, inf where nothing is inside. proven: the values
    are best. others: values that were met on the way there.
    """

    values: Floats | None
    bound: float
    proven: bool
    others: tuple[Floats, ...] = ()


Solver = Callable[[Programme, Objective, tuple[int, int], float], Solution]


def relaxed(programme: Programme, objective: Objective, window: tuple[int, int], seconds: float) -> Solution:
    """Solve the programme without asking for whole numbers (HiGHS)."""
    return _highs(programme, objective, window, seconds, whole=0)


def highs(programme: Programme, objective: Objective, window: tuple[int, int], seconds: float) -> Solution:
    """Solve the programme by branch and bound on one core (HiGHS, Huangfu and Hall 2018)."""
    return _highs(programme, objective, window, seconds, whole=1)


def _highs(
    programme: Programme, objective: Objective, window: tuple[int, int], seconds: float, *, whole: int
) -> Solution:
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    # A row for what the objective is at least makes HiGHS several times slower.
    rows = programme.below(objective, window[1])
    at = [number for number, (row, _, _) in enumerate(rows) for _ in row]
    columns = [variable for row, _, _ in rows for variable in row]
    factors = [factor for row, _, _ in rows for factor in row.values()]
    matrix = csr_array((factors, (at, columns)), shape=(len(rows), programme.size))
    low = [-np.inf if lowest is None else lowest for _, lowest, _ in rows]
    high = [np.inf if highest is None else highest for _, _, highest in rows]
    result = milp(
        programme.cost(objective),
        constraints=LinearConstraint(matrix, low, high),
        bounds=Bounds(*programme.limits()),
        integrality=np.full(programme.size, whole),
        options={"time_limit": max(seconds, 0.01)},
    )
    proven, empty = result.status == 0, result.status == 2
    bound = result.mip_dual_bound if whole else (result.fun if proven else None)
    if empty:
        bound = np.inf
    return Solution(result.x, -np.inf if bound is None else float(bound), proven)


def cp_sat(programme: Programme, objective: Objective, window: tuple[int, int], seconds: float) -> Solution:
    """Solve the programme by clause learning on one core (CP-SAT of OR-tools; the extra `exact`)."""
    from ortools.sat.python import cp_model

    model, variables = _cp_model(programme, objective, window)
    met: list[Floats] = []

    class Watch(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, unused-ignore]
        def on_solution_callback(self) -> None:
            met.append(np.array([self.value(variable) for variable in variables], dtype=float))

    solver = cp_model.CpSolver()
    parameters: Any = solver.parameters
    parameters.num_workers, parameters.random_seed, parameters.linearization_level = 1, 0, 2
    parameters.max_time_in_seconds = max(seconds, 0.01)
    status = solver.solve(model, Watch())
    if status == cp_model.INFEASIBLE:
        return Solution(None, np.inf, False)
    if not met:
        return Solution(None, solver.best_objective_bound, False)
    *others, last = met
    return Solution(last, solver.best_objective_bound, status == cp_model.OPTIMAL, tuple(others))


def _cp_model(programme: Programme, objective: Objective, window: tuple[int, int]) -> tuple[Any, list[Any]]:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    limits = zip(*programme.limits(), strict=True)
    variables = [model.new_int_var(low, high, "") for low, high in limits]
    for row, lowest, highest in programme.below(objective, window[1]):
        total = sum(factor * variables[at] for at, factor in row.items())
        if lowest is not None:
            model.add(total >= lowest)
        if highest is not None:
            model.add(total <= highest)
    cost = sum(variables[at] for at, factor in enumerate(programme.cost(objective)) if factor)
    model.add(cost >= window[0])
    model.minimize(cost)
    return model, variables


SOLVERS: dict[str, Solver] = {"highs": highs, "cp_sat": cp_sat}
