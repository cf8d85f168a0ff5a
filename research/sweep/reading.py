"""From a file or a dictionary to a plan: what is read is checked, and every instance can be made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from research.faults import BadInput, Fault
from research.files import read_text
from research.sweep.experiment import Experiment, check_experiment
from research.sweep.plan import Plan
from research.sweep.source import MAX_BYTES, Source, parse

# What makes an experiment of a source, its text, its name and the folder that its paths begin in.
Check = Callable[[Source, str, str, Path], Experiment]


def read_checked(path: str | Path, check: Check = check_experiment) -> Experiment:
    """Return the checked experiment in a YAML file; BadInput lists all faults."""
    path = Path(path)
    text = read_text(path, MAX_BYTES)
    return check(parse(text, str(path)), text, path.stem, path.resolve().parent)


def experiment_of(content: dict[str, Any], name: str = "experiment") -> Experiment:
    """Return the checked experiment that a dictionary describes, paths relative to where we are."""
    try:
        text = yaml.safe_dump(content, sort_keys=False, allow_unicode=True)
    except yaml.representer.RepresenterError as error:
        said = f"found {error.args[-1]!r}; expected plain values, as in a YAML file"
        raise BadInput([Fault(said)], name) from None
    return check_experiment(parse(text, name), text, name, Path.cwd())


def plan_of(experiment: Experiment) -> Plan:
    """Return the plan of an experiment of which every instance can be made; BadInput says why not."""
    plan = Plan(experiment)
    plan.check_instances()
    if not plan.size:
        raise BadInput([Fault(f"nothing to run: {'; '.join(plan.skipped)}")], experiment.name)
    return plan


def prepare(experiment: str | Path | dict[str, Any]) -> Plan:
    """Return the plan of the experiment in a file or a dictionary; BadInput says why there is none."""
    return plan_of(experiment_of(experiment) if isinstance(experiment, dict) else read_checked(experiment))
