"""A tournament: every architect's mazes against every solver, and the standings of both sides."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from research.analysis.standings import Side, failures, head_to_head, standings, upsets
from research.arena.transcript import Recorded
from research.domains.compass import Cell, next_to
from research.domains.maze import Maze
from research.domains.maze.formats import koth
from research.files import remove_named, write_text
from research.report.standings import (
    failures_markdown,
    head_to_head_markdown,
    score_map,
    standings_markdown,
    upsets_markdown,
)
from research.report.style import csv_of, looks, save
from research.report.upsets import upset_svg
from research.results import Results, run_plan
from research.sweep.reading import plan_of, read_checked
from research.sweep.run import Progress
from research.sweep.tournament import check_tournament

SIDES: tuple[Side, ...] = ("architect", "solver")
TABLES = ("standings", "head_to_head", "failures", "upsets")
AT_FAULT = {"instance": "architect", "strategy": "solver"}


@dataclass
class Tournament:
    """The results of a tournament; `frame` has a row a match, with who met whom on which maze."""

    results: Results
    frame: pd.DataFrame

    @cached_property
    def _standings(self) -> dict[Side, pd.DataFrame]:
        return {side: standings(self.frame, side) for side in SIDES}

    def standings(self, side: Side) -> pd.DataFrame:
        """Return the standing of one side, best first."""
        return self._standings[side]

    def failures(self) -> pd.DataFrame:
        """Return who failed how, most often first."""
        return failures(self.frame)

    def write(self) -> None:
        """Write the standings, who beats whom, failures and upsets, with their figures."""
        folder = self.results.folder
        remove_named(folder / "tables", TABLES)
        remove_named(folder / "figures", ("score_map", "upset"))
        for side in SIDES:
            table = self.standings(side)
            self._write(f"standings_{side}", table, standings_markdown(table, side))
            won, met = head_to_head(self.frame, side)
            self._write(f"head_to_head_{side}", won.reset_index(), head_to_head_markdown(won, met, side))
        failed, found = self.failures(), upsets(self.frame)
        self._write("failures", failed, failures_markdown(failed))
        self._write("upsets", found, upsets_markdown(found))
        with looks():
            save(*score_map(self.frame, self.results.title), folder / "figures" / "score_map")
        for number, upset in enumerate(found.to_dict("records"), 1):
            write_text(folder / "figures" / f"upset_{number}.svg", self._drawn(upset))

    def _write(self, name: str, table: pd.DataFrame, text: str) -> None:
        write_text(self.results.folder / "tables" / f"{name}.csv", csv_of(table))
        write_text(self.results.folder / "tables" / f"{name}.md", text)

    def _drawn(self, upset: dict[Any, Any]) -> str:
        """Return the picture of an upset, from the transcripts of its two matches."""
        names = [str(upset["winner"]), str(upset["loser"])]
        same = [self.frame[name] == upset[name] for name in ("architect", "size", "seed")]
        on_maze = self.frame[same[0] & same[1] & same[2]]
        jobs = [on_maze[on_maze["solver"] == name]["job"].iloc[0] for name in names]
        mazes, walks = zip(*(self._walked(job) for job in jobs), strict=True)
        title = f"{upset['architect']}, {upset['size']}, seed {upset['seed']}"
        return upset_svg(mazes[0], list(walks), names, title)

    def _walked(self, job: str) -> tuple[Maze, tuple[Cell, ...]]:
        """Return the maze and the walk of a match."""
        recorded = Recorded(self.results.folder / "transcripts" / f"{job}.gz")
        maze: Maze = koth.read(recorded.head["text"])
        walk = [maze.start]
        for letter in recorded.ended["letters"]:
            walk.append(next_to(walk[-1], letter))
        return maze, tuple(walk)


def run(
    path: str | Path,
    *,
    out: str | Path | None = None,
    jobs: int | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Tournament:
    """Play a tournament; matches that were played before are not played again.

    BadInput: the file or the folder is at fault; nothing has been played.
    """
    plan = plan_of(read_checked(path, check_tournament))
    results = run_plan(plan, out=out, jobs=jobs, fresh=fresh, progress=progress)
    tournament = Tournament(results, frame_of_matches(results.frame))
    tournament.write()
    return tournament


def frame_of_matches(frame: pd.DataFrame) -> pd.DataFrame:
    """Return rows with the columns architect, solver and size; `at_fault` names the side."""
    made = [_architect(row) for row in frame.to_dict("records")]
    return frame.assign(
        architect=[name for name, _ in made],
        size=[size for _, size in made],
        solver=frame["label"],
        at_fault=frame["at_fault"].map(lambda who: AT_FAULT.get(who, "")),
    )


def _architect(row: dict[Any, Any]) -> tuple[str, str]:
    """Return who made a match's maze, and its size."""
    params = json.loads(row["params"])
    size = str(params.get("size", ""))
    if params.get("command") and params.get("name"):
        return str(params["name"]), size
    return re.sub(r"(?<=[:,])size=\d+x\d+,?", "", row["instances"]).rstrip(":,"), size
