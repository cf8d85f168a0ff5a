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
from research.domains.sliding.file import BYTE_ORDER_MARK, format_of, read_boards, text_of
from research.domains.sliding.formats import TOTALS, is_gdd, resembles_gdd, totals_of
from research.domains.sliding.solvable import hopeless
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
    """Check a maze or a file of sliding boards: status 0 where it is valid, 1 where something was found.

    expect: "perfect" or "pacman", for mazes. BadInput (status 2 on the command line): the file cannot be
    read, is no text or holds neither; or `expect` is another word.
    """
    if expect is not None and expect not in get_args(Expectation):
        wanted = one_of("expectation", expect, get_args(Expectation))
        raise BadInput([Fault(f"found {expect!r}; expected {wanted}")], "--expect")
    text = read_text(path)
    boards = "gdd" if resembles_gdd(text) else format_of(text.removeprefix(BYTE_ORDER_MARK))
    if boards is not None and expect is not None:
        raise BadInput([Fault(f"found {expect!r} and a file of sliding boards; expected a maze")], "--expect")
    if boards is not None:
        return _check_boards(path, text, boards)
    try:
        verdict = validate(text, expect, max_dead_ends)  # type: ignore[arg-type]
    except BadInput as error:
        raise BadInput(error.faults, str(path)) from None
    lines = [finding.as_line(str(path)) for finding in verdict.findings]
    last = f"{path}: {_summary(verdict)}"
    return Checked(
        [*lines, last], [finding.as_json() for finding in verdict.findings], int(not verdict.valid)
    )


def _check_boards(path: str | Path, text: str, format: str) -> Checked:
    """Check a file of boards; one that cannot be solved is something that was found."""
    try:
        boards = read_boards(path, format)
    except BadInput as error:
        faults, said = list(error.faults), f"not valid ({format}): {len(error.faults)} faults"
    else:
        lines = [number for number, line in enumerate(text.splitlines(), 1) if line.strip()][-len(boards) :]
        why = [hopeless(board.cells, board.goal, board.slide) for board in boards]
        told = [(line, reason) for line, reason in zip(lines, why, strict=True) if reason]
        faults = [Fault(f"found a board that cannot be solved: {reason}", at, 1) for at, reason in told]
        counts = (
            f"{len(boards)} boards, {len(faults)} of them unsolvable as far as can be told without a search"
        )
        said = f"{'not valid' if faults else 'valid'} ({format}): {counts}"
    lines_of_faults = [fault.at(str(path)) for fault in faults]
    found = [{"line": each.line, "column": each.column, "message": each.message} for each in faults]
    return Checked([*lines_of_faults, f"{path}: {said}"], found, int(bool(faults)))


def check_answers(problems: str | Path, answers: str | Path) -> Checked:
    """Check a file of answers to a file of sliding puzzles: status 0 where every answer holds.

    Faults are answers that do not solve their board, and totals that are exceeded. BadInput: one of
    the files cannot be read, or the first holds no puzzles.
    """
    boards = read_boards(problems)
    text = text_of(problems)
    totals = totals_of(text) if is_gdd(text) else {}
    judged = judge(text_of(answers), boards, totals)
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
