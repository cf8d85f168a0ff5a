"""The check of an instance file for somebody who reads it, or for a script."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from research.domains.maze.findings import Expectation
from research.domains.maze.generators.pacman import MAX_DEAD_ENDS
from research.domains.maze.validator import Verdict, validate
from research.domains.sliding.answers import judge
from research.domains.sliding.file import read_boards
from research.domains.sliding.formats import TOTALS, is_gdd, totals_of
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


def check_answers(problems: str | Path, answers: str | Path) -> Checked:
    """Check a file of answers to a file of sliding puzzles: status 0 where every answer holds.

    Faults are answers that do not solve their board, and totals that are exceeded. BadInput: one of
    the files cannot be read, or the first holds no puzzles.
    """
    boards = read_boards(problems)
    text = read_text(problems)
    totals = totals_of(text) if is_gdd(text) else {}
    judged = judge(read_text(answers), boards, totals)
    lines = [fault.at(str(answers)) for fault in judged.faults]
    lines += [f"{answers}: {more} {letter} too many" for letter, more in judged.over.items()]
    used = ", ".join(
        f"{letter} {judged.used[letter]}" + (f" of {totals[letter]}" if totals else "") for letter in TOTALS
    )
    said = f"{len(judged.solved)} of {judged.boards} boards solved, {judged.skipped} skipped; used {used}"
    found = [{"line": f.line, "column": f.column, "message": f.message} for f in judged.faults]
    found += [{"line": 0, "column": 0, "message": f"{more} {k} too many"} for k, more in judged.over.items()]
    return Checked([*lines, f"{answers}: {said}"], found, int(bool(lines)))


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
