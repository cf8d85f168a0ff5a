"""A plan as one reads it: counts, what is left out and why, and what to know before running it."""

from __future__ import annotations

from typing import Any

from research.arena.sandbox import level
from research.sweep.choices import bundle_of
from research.sweep.plan import Plan, group_label


def planned(plan: Plan) -> dict[str, Any]:
    """Return a plan as plain values: groups, skipped, notes, programs with their sandbox, jobs."""
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
    told = {"groups": groups, "skipped": dict(plan.skipped), "notes": notes, "programs": _programs(plan)}
    if plan.has_program:
        told["sandbox"] = level()
    return told | {"jobs": plan.size}


def _programs(plan: Plan) -> list[dict[str, Any]]:
    """Return what would be built and started: a line a program, whatever the sizes of its mazes."""
    experiment, found = plan.experiment, []
    for choice in [*experiment.instances, *(experiment.strategies or ())]:
        if choice.entry.is_program:
            shown = {key: choice.params[key] for key in ("name", "command", "build")}
            kind = {"strategy": choice.params.get("protocol"), "generator": "architect"}[choice.entry.kind]
            line = shown | {"speaks": kind, "folder": choice.params["folder"]}
            line["built"] = not choice.params["build"] or bundle_of(choice.params).is_ready
            found += [line] if line not in found else []
    return found


def program_lines(told: dict[str, Any]) -> list[str]:
    """Return what a plan tells of its programs as lines of text."""
    lines = []
    for program in told["programs"]:
        named = f"{program['name']}: " if program["name"] else ""
        built = "is built" if program["built"] else "to be built"
        built = f", {built} by {program['build']!r}" if program["build"] else ""
        lines.append(f"program: {named}{program['command']!r} ({program['speaks']}){built}")
    return [*lines, f"sandbox: {told['sandbox']}"] if lines else []


def _draws(choice: Any) -> bool:
    return bool(choice.entry.traits.get("random"))
