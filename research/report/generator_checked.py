"""A generator held against what is known of its mazes: dead ends, uniformity, its own documentation.

What a generator documents is what its docstring says: "Perfect maze" begins it, and "uniformly from
all spanning trees" or "Not uniform over the spanning trees" stands in it; nothing of it is no claim.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from research.analysis.uniformity import Uniformity, is_spanning_tree, uniformity
from research.domains.maze import Maze
from research.domains.maze.closed_forms import Number
from research.domains.maze.expectations import dead_ends, exact_dead_ends
from research.instances import instance_of, parse_params
from research.parameters import BoardSize, known, label
from research.registry import Entry, generators

SAMPLES = 19_200
# Five for each of the 192 trees of 3x3, as chi-square needs.
LEAST_SAMPLES = 960
# Square boards by their side, with one maze for each so many samples.
BOARDS = {3: 1, 4: 8, 8: 8, 20: 96, 50: 960}
SMALL, LARGE = 3, 8
# A mean so many standard errors from its expectation is a fault: by chance one in 16,000 is.
MOST_ERRORS = 4.0


def mazes_to_make(samples: int = SAMPLES) -> int:
    """Return how many mazes a check makes, for those who show its progress."""
    return sum(samples // share for share in BOARDS.values())


@dataclass(frozen=True)
class Measured:
    """The mazes of one size that a generator made, each with how often, and the dead ends expected.

    `first` is the first seed of each maze; `refused` says why there are none for some seeds.
    """

    size: BoardSize
    drawn: Counter[Maze]
    first: dict[Maze, int]
    exact: Number | None
    refused: str

    @cached_property
    def odd(self) -> list[int]:
        """Seeds of the different mazes that are no spanning trees."""
        return [self.first[maze] for maze in self.drawn if not is_spanning_tree(maze)]

    @cached_property
    def spread(self) -> tuple[float, float]:
        """Mean number of dead ends and its standard error (nan for fewer than two mazes)."""
        leaves = np.repeat([dead_ends(maze) for maze in self.drawn], list(self.drawn.values()))
        if len(leaves) < 2:
            return float(leaves.sum()) if len(leaves) else float("nan"), float("nan")
        return float(leaves.mean()), float(leaves.std(ddof=1) / len(leaves) ** 0.5)

    @property
    def z(self) -> float | None:
        """How many standard errors the mean lies above the expectation; None: one is not known."""
        mean, error = self.spread
        if self.exact is None or np.isnan(error):
            return None
        # Without any spread there is no error, but there is rounding.
        return (mean - float(self.exact)) / max(error, 1e-9)

    def facts(self) -> dict[str, Any]:
        """Return all of it as plain values; dead ends and their error are in percent of the cells."""
        percent = 100 / (self.size.width * self.size.height)
        mean, error = (None if np.isnan(value) else value * percent for value in self.spread)
        return {
            "size": str(self.size),
            "mazes": self.drawn.total(),
            "different": len(self.drawn),
            "dead_ends": mean,
            "error": error,
            "expected": None if self.exact is None else float(self.exact) * percent,
            "expected_number": str(self.exact) if isinstance(self.exact, Fraction) else self.exact,
            "z": self.z,
            "refused": self.refused,
        }


class GeneratorChecked:
    """The check of a generator named as text, `name` or `name:param=value,...`.

    samples: mazes of 3x3; larger boards get fewer (BOARDS). first: the first seed. made: called
    before each maze. ValueError: no such generator or parameter, none with a size, too few samples.
    """

    def __init__(
        self, text: str, samples: int = SAMPLES, first: int = 0, made: Callable[[], None] = lambda: None
    ) -> None:
        if samples < LEAST_SAMPLES:
            raise ValueError(f"found {samples} samples; expected at least {LEAST_SAMPLES}")
        name, _, rest = text.partition(":")
        self.entry: Entry = generators[name]
        known(self.entry, "size")
        self.params, self.samples, self.first = parse_params(rest), samples, first
        if "size" in self.params:
            raise ValueError("found a size; expected none, the check chooses its own")
        self.measured = {side: self._measure(side, samples // share, made) for side, share in BOARDS.items()}

    def _measure(self, side: int, count: int, made: Callable[[], None]) -> Measured:
        size = BoardSize(side, side)
        params = instance_of(self.entry.name, self.params | {"size": side}).params
        drawn, first, refused = Counter[Maze](), dict[Maze, int](), ""
        for seed in range(self.first, self.first + count):
            made()
            try:
                maze = self.entry.function(seed, **params)
            except ValueError as error:
                refused = refused or str(error)
                continue
            if (maze.cols, maze.rows) != size:
                refused = f"it makes {maze.cols}x{maze.rows} instead"
                break
            drawn[maze] += 1
            first.setdefault(maze, seed)
        return Measured(size, drawn, first, exact_dead_ends(self.entry.name, size, params), refused)

    @cached_property
    def uniformity(self) -> Uniformity | None:
        """The verdict of the tests; None where the mazes are no spanning trees, or too few."""
        boards = self.measured[SMALL], self.measured[LARGE]
        if any(board.odd or board.refused for board in boards):
            return None
        return uniformity(boards[0].drawn, boards[1].drawn)

    @cached_property
    def faults(self) -> list[str]:
        """Where the mazes are not as documented or not as expected."""
        return [*self._imperfect(), *self._unexpected(), *self._misnamed()]

    def _imperfect(self) -> list[str]:
        if not self.entry.doc.startswith("Perfect") or self.params.get("braid"):
            return []
        odd = [board for board in self.measured.values() if board.odd]
        return [f"seed {board.odd[0]} of {board.size}: documented as perfect, it is no tree" for board in odd]

    def _unexpected(self) -> list[str]:
        far = [board for board in self.measured.values() if board.z and abs(board.z) > MOST_ERRORS]
        return [f"dead ends of {board.size}: {board.z:+.1f} standard errors off" for board in far]

    def _misnamed(self) -> list[str]:
        claim, verdict = documented_uniform(self.entry), self.uniformity
        if claim is None or self.params.get("braid"):
            return []
        if verdict is None:
            return ["documented as uniform, it makes other than spanning trees"] if claim else []
        # That so many samples do not tell a generator from a uniform one proves nothing against it.
        return (
            ["documented as uniform over the spanning trees, it is not"]
            if claim and not verdict.uniform
            else []
        )

    @property
    def status(self) -> int:
        """Exit status: 0 all is as documented and expected, 1 there is a fault."""
        return int(bool(self.faults))

    def facts(self) -> dict[str, Any]:
        """Return what was measured as plain values for JSON."""
        verdict = self.uniformity
        return {
            "generator": label(self.entry.name, self.params),
            "samples": self.samples,
            "first_seed": self.first,
            "boards": [board.facts() for board in self.measured.values()],
            "documented_uniform": documented_uniform(self.entry),
            "uniform": verdict.uniform if verdict else None,
            "tests": {name: _plain(test) for name, test in asdict(verdict).items()} if verdict else None,
            "faults": self.faults,
        }

    def lines(self) -> list[str]:
        """Return what was measured as lines to read."""
        head = f"{'board':>6} {'mazes':>6} {'dead ends':>10} {'expected':>10} {'error':>7} {'z':>6}"
        return [
            f"{label(self.entry.name, self.params)}, seeds from {self.first}",
            head,
            *(_line(board.facts()) for board in self.measured.values()),
            *_verdict_lines(self.uniformity),
            *(f"fault: {fault}" for fault in self.faults),
            *([] if self.faults else ["all as documented and expected"]),
        ]


def documented_uniform(entry: Entry) -> bool | None:
    """Return whether a generator's docstring calls it uniform; None where it says nothing."""
    doc = " ".join((inspect.getdoc(entry.function) or "").split())
    if "Not uniform over the spanning trees" in doc:
        return False
    return True if "uniformly from all spanning trees" in doc else None


def _plain(test: dict[str, Any]) -> dict[str, Any]:
    return test | {"size": str(BoardSize(*test["size"]))}


def _line(facts: dict[str, Any]) -> str:
    def shown(name: str, form: str) -> str:
        return "-" if facts[name] is None else format(facts[name], form)

    line = f"{facts['size']:>6} {facts['mazes']:>6} {shown('dead_ends', '.3f'):>8} %"
    line += f" {shown('expected', '.3f'):>8} % {shown('error', '.3f'):>7} {shown('z', '+.2f'):>6}"
    number = str(facts["expected_number"])
    notes = [f"{number} cells"] if "/" in number and len(number) < 16 else []
    notes += [facts["refused"]] if facts["refused"] else []
    return "  ".join([line, *notes])


def _verdict_lines(verdict: Uniformity | None) -> list[str]:
    if verdict is None:
        return ["uniformity: not tested, these are not all spanning trees of the boards asked for"]
    trees, edges = verdict.trees, verdict.edges
    said = {True: "accepted", False: "rejected"}
    return [
        f"uniform over the {trees.trees} trees of {trees.size}: {said[trees.uniform]}, chi-square "
        f"{trees.statistic:.1f}, critical {trees.critical:.1f} ({trees.degrees} degrees of freedom, 0.1 %)",
        f"uniform on the {edges.edges} sides of {edges.size}: {said[edges.uniform]}, least p {edges.p:.2g} "
        f"(Holm): {edges.cell[0]},{edges.cell[1]} {edges.side} open in {100 * edges.frequency:.1f} % "
        f"of the mazes, {100 * edges.expected:.1f} % expected",
    ]
