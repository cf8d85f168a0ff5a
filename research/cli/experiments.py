"""Commands on experiments: run, plan, report, compare, answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from research.cli.app import Json, app, only_one, print_json, running

ExperimentFile = Annotated[Path, typer.Argument(metavar="EXPERIMENT.yaml", show_default=False)]
Folder = Annotated[Path, typer.Argument(metavar="RESULTS", help="A folder that a run has left.")]


@app.command()
def run(
    experiment: ExperimentFile,
    jobs: Annotated[int | None, typer.Option(help="Worker processes; default: one a core.")] = None,
    out: Annotated[Path | None, typer.Option(help="Results folder; default: results/<name>.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget what was done before.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print no progress and no table.")] = False,
) -> None:
    """Run an experiment; what an earlier run has done is not done again."""
    from research.results import run as run_experiment

    with running(quiet) as shown:
        results = run_experiment(experiment, out=out, jobs=jobs, fresh=fresh, progress=shown)
    if not quiet:
        _show_results(results)
    raise typer.Exit(_status_of(results))


def _show_results(results: Any) -> None:
    from research.report import terminal
    from research.report.markdown import expectation_table, wide

    terminal.show_tables(wide(results.table()))
    expected = results.expectations()
    if len(expected):
        terminal.show_tables([("means beside their expectations", expectation_table(expected))])
    pictures = sorted((results.folder / "figures").glob("*.svg"))
    typer.echo(f"tables:  {results.folder / 'tables' / 'summary.md'}")
    for picture in pictures:
        typer.echo(f"figure:  {picture}")


def _status_of(results: Any) -> int:
    """Say what happened without explanation and which claims are broken; return 1 if any, else 0."""
    from research.analysis.claims import broken_claims
    from research.episode import Outcome

    odd = [o.value for o in Outcome if not o.explained and o.value in results.manifest["outcomes"]]
    for outcome in odd:
        rows = results.frame[results.frame["outcome"] == outcome]
        first = rows.iloc[0]
        said = first["error"] or first["reason"]
        typer.echo(f"{len(rows)} {outcome}, first: {first['label']} on {first['instance']}: {said}", err=True)
    broken = broken_claims(results.claims())
    for line in broken:
        typer.echo(line, err=True)
    return int(bool(odd or broken))


@app.command()
def plan(experiment: ExperimentFile, json: Json = False) -> None:
    """Print what would run: counts, programs, and the pairs left out with the reason. Runs nothing."""
    from research.faults import harmless
    from research.report import terminal
    from research.report.planned import planned, program_lines
    from research.sweep.reading import plan_of, read_checked
    from research.sweep.tournament import check_either

    told = planned(plan_of(read_checked(experiment, check_either)))
    if json:
        print_json(told)
        return
    rows = [
        [each[key] for key in ("instances", "fog", "count", "strategies", "jobs")] for each in told["groups"]
    ]
    terminal.show_table("", ["instances", "fog", "instances x seeds", "strategies", "jobs"], rows)
    for reason, count in told["skipped"].items():
        typer.echo(f"left out: {count} x {reason}")
    for note in told["notes"]:
        typer.echo(f"note: {note}")
    for line in program_lines(told):
        typer.echo(harmless(line))
    typer.echo(f"{told['jobs']} jobs")


@app.command()
def report(folder: Folder) -> None:
    """Make the tables and figures of a results folder anew."""
    from research.results import load

    results = load(folder)
    results.load_plugins()
    results.write_tables()
    results.write_figures()
    _show_results(results)


@app.command()
def answers(folder: Folder, json: Json = False) -> None:
    """Print the answers to a file of sliding puzzles, a line a board, within the experiment's totals."""
    from research.results import load

    handed = load(folder).handed_in()
    if json:
        print_json(handed.table().to_dict("records")[0])
        return
    typer.echo(handed.text(), nl=False)
    line = handed.table().iloc[0].to_dict()
    typer.echo(", ".join(f"{name} {value}" for name, value in line.items()), err=True)


@app.command()
def compare(
    folders: Annotated[list[Path], typer.Argument(metavar="RESULTS...", help="Folders that runs have left.")],
    metric: Annotated[str | None, typer.Option(help="Default: what the experiment compares.")] = None,
    baseline: Annotated[str | None, typer.Option(help="A strategy's label or name.")] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
    json: Json = False,
) -> None:
    """Compare strategies pair by pair: difference, interval, p value, effect, wins/ties/losses."""
    from research.report import terminal
    from research.report.markdown import as_text, comparison_markdown, comparison_tables
    from research.report.style import csv_of
    from research.results import joined

    only_one(csv=csv, markdown=markdown, latex=latex, json=json)
    compared = joined(folders).compare(metric, baseline)
    if json:
        typer.echo(compared.to_json(orient="records", indent=2))
    elif csv:
        typer.echo(csv_of(compared), nl=False)
    elif markdown:
        typer.echo(comparison_markdown(compared), nl=False)
    elif latex:
        for title, table in comparison_tables(compared):
            typer.echo(f"% {title}\n" + as_text(table, "latex"))
    else:
        head = compared.iloc[0]
        typer.echo(f"{head['metric']}: strategy minus {head['baseline']}, pair by pair\n")
        terminal.show_tables(comparison_tables(compared))
