"""A plan as one reads it: counts, what is left out and why, and what to know before running it."""

from __future__ import annotations

from typing import Any

from research.sweep.plan import Plan, group_label


def planned(plan: Plan) -> dict[str, Any]:
    """Return the counts of a plan as plain values: groups, skipped, notes, jobs."""
    groups = []
    notes = []
    for fog, choice, able in plan.pairs:
        _, first = next(plan.instances(choice))
        count = plan.count(choice)
        groups.append(
            {
                "instances": first.label if first.seed is None else group_label(first),
                "fog": str(fog) if plan.experiment.strategies is not None else "",
                "count": count,
                "strategies": len([each for each in able if each is not None]),
                "jobs": count * len(able),
            }
        )
        repeated = len(plan.experiment.seeds)
        if first.seed is None and repeated > 1 and any(each and not _draws(each) for each in able):
            notes.append(
                f"{first.label} takes no seed: a strategy that draws no random numbers plays the same "
                f"episode {repeated} times"
            )
        if count < repeated:
            notes.append(f"{group_label(first)} has {count} different instances for {repeated} seeds")
    return {"groups": groups, "skipped": dict(plan.skipped), "notes": notes, "jobs": plan.size}


def _draws(choice: Any) -> bool:
    return bool(choice.entry.traits.get("random"))
