"""Results: the rows of an experiment with the tables and figures that they give."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from research.analysis.answers import HandedIn, handed_in
from research.analysis.best import best_table
from research.analysis.claims import check_claims
from research.analysis.expectations import expectations
from research.analysis.frames import frame_of, told_apart
from research.analysis.tables import comparison, summary
from research.arena import sandbox
from research.arena.transcript import remove_partial
from research.faults import BadInput, Fault
from research.files import read_text, remove_named, replacing, write_text
from research.plugins import PluginError, load_plugin
from research.registry import metrics
from research.report.coverage import coverage_tables
from research.report.figures import figure
from research.report.markdown import (
    best_markdown,
    claims_markdown,
    comparison_markdown,
    expectations_markdown,
    summary_markdown,
    wide,
)
from research.report.progress import Quiet
from research.report.style import csv_of, looks, save
from research.sweep import manifest as manifests
from research.sweep.claims import parse as parse_claim
from research.sweep.plan import Plan
from research.sweep.reading import prepare
from research.sweep.run import Progress, play_missing
from research.sweep.schema import PLOTS
from research.sweep.store import Store

# What a run writes into its folders.
TABLES = ("summary", "compare", "claims", "expectations", "answers", "best", "regret", "sensitivity")


@dataclass
class Results:
    """What an experiment gave. `frame` has one row a job, in the order of the plan."""

    folder: Path
    frame: pd.DataFrame = field(repr=False)
    manifest: dict[str, Any] = field(repr=False)

    @property
    def settings(self) -> dict[str, Any]:
        """What the experiment asked for: metrics, failures, compare, plots."""
        settings: dict[str, Any] = self.manifest["settings"]
        return settings

    @property
    def metrics(self) -> list[str]:
        """The metrics of the tables: those asked for that any row has."""
        asked = self.settings["metrics"]
        return [name for name in asked if name in self.frame and self.frame[name].notna().any()]

    @property
    def title(self) -> str:
        """The experiment's question, or its name."""
        return str(self.manifest["question"] or self.manifest["experiment"])

    def table(self) -> pd.DataFrame:
        """Return the summary: a line per group of instances, strategy and metric."""
        return summary(self.frame, self.metrics, self.settings["failures"])

    def compare(self, metric: str | None = None, baseline: str | None = None) -> pd.DataFrame:
        """Return each strategy's paired difference to the baseline.

        Default: what the experiment compares; without that, its first metric and strategy.
        ValueError: there is no such metric or strategy.
        """
        asked = self.settings["compare"] or {}
        metric = metric or asked.get("metric") or self.metrics[0]
        labels = [label for label in self.frame["label"].unique() if label]
        wanted = baseline or asked.get("baseline") or (labels or [""])[0]
        found = [label for label in labels if wanted == label]
        found = found or [label for label in labels if wanted == label.partition(" [")[0]]
        found = found or [label for label in labels if wanted == label.partition(":")[0]]
        if metric not in metrics or metric not in self.frame:
            raise ValueError(f"no row has the metric {metric!r}; there are {', '.join(self.metrics)}")
        if len(found) != 1:
            raise ValueError(f"{wanted!r} is not one of the strategies {', '.join(labels)}")
        return comparison(self.frame, metric, found[0], self.settings["failures"])

    def plot(
        self,
        kind: str,
        metric: str | None = None,
        instance: str | None = None,
        parameter: str | None = None,
    ) -> Any:
        """Return a matplotlib figure: those of PLOTS, of a metric (against a parameter) or an instance."""
        options = {"metric": metric or self.metrics[0], "instance": instance, "parameter": parameter}
        return figure(self.frame, kind, options, self.title)[0]

    def claims(self) -> pd.DataFrame:
        """Return a line per claim and group of instances: whether it holds, and where it does not."""
        return check_claims(self.frame, [parse_claim(text) for text in self.settings["claims"]])

    def expectations(self) -> pd.DataFrame:
        """Return the measured means whose expectation is known, each beside it, with its z score."""
        return expectations(self.frame, self.metrics)

    def load_plugins(self) -> None:
        """Import the plug-ins of the run: a figure that plays a walk again needs its strategy."""
        for plugin in self.settings.get("plugins", []):
            # Without it the numbers are still there; what needs the strategy itself says so.
            with suppress(PluginError):
                load_plugin(plugin)

    def handed_in(self) -> HandedIn:
        """Return the answers that were found, as many as the experiment's totals allow."""
        return handed_in(self.frame, self.settings.get("totals", {}))

    def write_tables(self) -> None:
        """Write the tables, as CSV and Markdown; those of an earlier version of the experiment go."""
        remove_named(self.folder / "tables", TABLES)
        folder, table = self.folder / "tables", self.table()
        write_text(folder / "summary.csv", csv_of(table))
        policy = self.settings["failures"]
        write_text(folder / "summary.md", summary_markdown(table, policy, self.title))
        if self.settings["compare"]:
            compared = self.compare()
            write_text(folder / "compare.csv", csv_of(compared))
            if len(compared):
                write_text(folder / "compare.md", comparison_markdown(compared))
        if self.settings.get("best"):
            over = best_table(self.frame, self.settings["best"])
            write_text(folder / "best.csv", csv_of(over))
            write_text(folder / "best.md", best_markdown(over))
        if self.settings["claims"]:
            checked = self.claims()
            write_text(folder / "claims.csv", csv_of(checked))
            write_text(folder / "claims.md", claims_markdown(checked))
        if self.settings.get("totals"):
            write_text(folder / "answers.csv", csv_of(self.handed_in().table()))
        for name, found, text in coverage_tables(self.frame):
            write_text(folder / f"{name}.csv", csv_of(found))
            write_text(folder / f"{name}.md", text)
        expected = self.expectations()
        if len(expected):
            write_text(folder / "expectations.csv", csv_of(expected))
            write_text(folder / "expectations.md", expectations_markdown(expected))

    def write_figures(self) -> list[Path]:
        """Draw the experiment's plots; return the paths of the pictures (SVG; PNG and CSV beside).

        Pictures of an earlier version of the experiment go.
        """
        remove_named(self.folder / "figures", PLOTS)
        written = []
        for kind, options in self.settings["plots"]:
            options = options | {"metric": options["metric"] or self.metrics[0]}
            drawn, data = figure(self.frame, kind, options, self.title)
            named = [options[name] for name in PLOTS[kind] if name != "instance"]
            path = self.folder / "figures" / "_".join([kind, *named])
            with looks():
                save(drawn, data, path)
            written.append(path.with_suffix(".svg"))
        return written

    def _repr_html_(self) -> str:
        parts = [f"<h4>{name}</h4>{table.to_html(index=False)}" for name, table in wide(self.table())]
        return "".join(parts)


def run(
    experiment: str | Path | dict[str, Any],
    *,
    out: str | Path | None = None,
    jobs: int | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Results:
    """Run an experiment and return its results; what an earlier run has done is not done again.

    out: the folder (default results/<name>). jobs: worker processes (default: one a core). fresh:
    forget earlier rows. BadInput: the experiment or the folder is at fault; nothing has been run.
    """
    return run_plan(prepare(experiment), out=out, jobs=jobs, fresh=fresh, progress=progress)


def run_plan(
    plan: Plan,
    *,
    out: str | Path | None = None,
    jobs: int | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Results:
    """Run what is planned, as `run` does."""
    workers = jobs if jobs is not None else os.cpu_count() or 1
    if workers < 1:
        raise BadInput([Fault(f"found {workers} worker processes; expected at least 1")], "jobs")
    folder = Path(out) if out is not None else Path("results") / plan.experiment.name
    store = Store(folder, fresh=fresh)
    plan.records = folder if plan.has_program or plan.experiment.tournament else None
    if plan.has_program:
        # It says loudly what this machine cannot do, before the workers are there.
        sandbox.level()
    try:
        write_text(folder / "experiment.yaml", plan.experiment.text)
        manifest = manifests.begin(plan, workers)
        write_text(folder / "manifest.json", manifests.text_of(manifest))
        play_missing(plan, store, workers, progress or Quiet())
        return _collect(plan, store, manifest)
    finally:
        store.close()


def _collect(plan: Plan, store: Store, manifest: dict[str, Any]) -> Results:
    """Write rows, tables, figures and the finished manifest."""
    frame = frame_of(_rows(plan, store))
    remove_partial(store.folder / "transcripts")
    with replacing(store.folder / "rows.parquet") as beside:
        frame.to_parquet(beside, index=False)
    outcomes = {str(k): int(v) for k, v in frame["outcome"].value_counts().sort_index().items()}
    results = Results(store.folder, frame, manifests.finish(manifest, outcomes))
    results.write_tables()
    results.write_figures()
    write_text(store.folder / "manifest.json", manifests.text_of(results.manifest))
    return results


def _rows(plan: Plan, store: Store) -> Iterator[dict[str, Any]]:
    """Yield the row of every job of the plan."""
    for job in plan.jobs():
        row = store.row(job.id)
        if row is None:
            said = f"found no row of job {job.id} after the run; the same command plays what is missing"
            raise BadInput([Fault(said)], str(store.folder))
        yield row


def load(folder: str | Path) -> Results:
    """Return the results in a folder that a run has left; BadInput where there are none, or not all."""
    folder = Path(folder)
    manifest_file, rows_file = folder / "manifest.json", folder / "rows.parquet"
    if not manifest_file.is_file():
        raise BadInput([Fault("found no manifest.json; expected a folder that a run has left")], str(folder))
    if not rows_file.is_file():
        said = "found no rows.parquet; run the experiment (again): it plays only what is missing"
        raise BadInput([Fault(said)], str(folder))
    try:
        manifest = json.loads(read_text(manifest_file))
        frame = pd.read_parquet(rows_file)
    except (ValueError, OSError) as error:
        raise BadInput(
            [Fault(f"cannot be read: {' '.join(str(error).split())[:200]}")], str(folder)
        ) from None
    if "finished" not in manifest or manifest.get("jobs") != len(frame):
        said = f"found an unfinished run of {manifest.get('jobs')} jobs; the same command goes on from there"
        raise BadInput([Fault(said)], str(folder))
    return Results(folder, frame_of(frame.to_dict("records")), manifest)


def joined(folders: list[Path]) -> Results:
    """Return several results as one, for a comparison; the settings are those of the first."""
    every = [load(folder) for folder in folders]
    frames = [each.frame.assign(folder=each.folder.name) for each in every]
    rows = pd.concat(frames, ignore_index=True).drop_duplicates("job")
    frame = frame_of(told_apart(rows).drop(columns="folder").to_dict("records"))
    return Results(every[0].folder, frame, every[0].manifest)
