"""The check of an instance file for somebody who reads it, or for a script."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from research.domains.maze.findings import Expectation
from research.domains.maze.generators.pacman import MAX_DEAD_ENDS
from research.domains.maze.validator import Verdict, validate
from research.faults import BadInput, Fault
from research.files import read_text
from research.parameters import one_of


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check has to say: lines to read, findings as plain values, and the exit status."""

    lines: list[str]
    findings: list[dict[str, Any]]
    status: int


def check(path: str | Path, expect: str | None = None, max_dead_ends: int = MAX_DEAD_ENDS) -> Checked:
    """Check a file: status 0 where it is valid, 1 where something was found.

    expect: "perfect" or "pacman". BadInput (status 2 on the command line): the file cannot be read, is
    no text or holds no maze; or `expect` is another word.
    """
    if expect is not None and expect not in get_args(Expectation):
        wanted = one_of("expectation", expect, get_args(Expectation))
        raise BadInput([Fault(f"found {expect!r}; expected {wanted}")], "--expect")
    try:
        verdict = validate(read_text(path), expect, max_dead_ends)  # type: ignore[arg-type]
    except BadInput as error:
        raise BadInput(error.faults, str(path)) from None
    lines = [finding.as_line(str(path)) for finding in verdict.findings]
    last = f"{path}: {_summary(verdict)}"
    return Checked(
        [*lines, last], [finding.as_json() for finding in verdict.findings], int(not verdict.valid)
    )


def _summary(verdict: Verdict) -> str:
    facts, parts = verdict.facts(), [verdict.format]
    if facts:
        parts += [
            f"{facts['cols']}x{facts['rows']}",
            f"{facts['loops']} loops",
            f"{facts['dead_ends']} real dead ends",
            f"{facts['enclosed']} enclosed",
        ]
    if verdict.valid:
        return f"valid ({', '.join(parts)})"
    counts = Counter(finding.code for finding in verdict.findings)
    told = ", ".join(f"{count} {code}" for code, count in sorted(counts.items()))
    return f"not valid ({', '.join(parts)}): {told}"
