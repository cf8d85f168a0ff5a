"""The command line: `research run|plan|play|report|compare|list|new`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from research import __version__

app = typer.Typer(
    name="research",
    help="Search algorithms under fog: experiments from a YAML file to a table one can trust.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
new = typer.Typer(help="Write a file to start from.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(new, name="new")

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Plugins = Annotated[list[Path], typer.Option("--plugin", help="A Python file with own strategies.")]
ExperimentFile = Annotated[Path, typer.Argument(metavar="EXPERIMENT.yaml", show_default=False)]
Folder = Annotated[Path, typer.Argument(metavar="RESULTS", help="A folder that a run has left.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"research {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Search algorithms under fog: experiments from a YAML file to a table one can trust."""


@app.command()
def run(
    experiment: ExperimentFile,
    jobs: Annotated[int | None, typer.Option(help="Worker processes; default: one a core.")] = None,
    out: Annotated[Path | None, typer.Option(help="Results folder; default: results/<name>.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget what was done before.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print no progress and no table.")] = False,
) -> None:
    """Run an experiment; what an earlier run has done is not done again."""
    from research.report import terminal
    from research.report.progress import Quiet, Shown
    from research.results import run as run_experiment

    shown = Quiet() if quiet else Shown(terminal.console(stderr=True))
    try:
        results = run_experiment(experiment, out=out, jobs=jobs, fresh=fresh, progress=shown)
    except KeyboardInterrupt:
        typer.echo("stopped; what is done is kept: the same command goes on from there", err=True)
        raise typer.Exit(130) from None
    if not quiet:
        _show_results(results)
    raise typer.Exit(_status_of(results))


def _show_results(results: Any) -> None:
    from research.report import terminal
    from research.report.markdown import wide

    terminal.show_tables(wide(results.table()))
    pictures = sorted((results.folder / "figures").glob("*.svg"))
    typer.echo(f"tables:  {results.folder / 'tables' / 'summary.md'}")
    for picture in pictures:
        typer.echo(f"figure:  {picture}")


def _status_of(results: Any) -> int:
    """Say what happened without explanation; return 1 if something did, else 0."""
    from research.episode import Outcome

    odd = [o.value for o in Outcome if not o.explained and o.value in results.manifest["outcomes"]]
    for outcome in odd:
        rows = results.frame[results.frame["outcome"] == outcome]
        first = rows.iloc[0]
        said = first["error"] or first["reason"]
        typer.echo(f"{len(rows)} {outcome}, first: {first['label']} on {first['instance']}: {said}", err=True)
    return int(bool(odd))


@app.command()
def plan(experiment: ExperimentFile, json: Json = False) -> None:
    """Print what would run: counts, and the pairs left out with the reason. Runs nothing."""
    from research.report import terminal
    from research.report.planned import planned
    from research.results import prepare

    told = planned(prepare(experiment))
    if json:
        _print_json(told)
        return
    rows = [
        [each[key] for key in ("instances", "fog", "count", "strategies", "jobs")] for each in told["groups"]
    ]
    terminal.show_table("", ["instances", "fog", "instances x seeds", "strategies", "jobs"], rows)
    for reason, count in told["skipped"].items():
        typer.echo(f"left out: {count} x {reason}")
    for note in told["notes"]:
        typer.echo(f"note: {note}")
    typer.echo(f"{told['jobs']} jobs")


@app.command()
def play(
    instance: Annotated[str, typer.Argument(help="generator:param=value,... or the path of a file.")],
    strategy: Annotated[str, typer.Option(help="name, or name:param=value,...")],
    fog: Annotated[str, typer.Option(help="walk or jump.")] = "walk",
    sight: Annotated[int, typer.Option(help="How far a visit sees.")] = 1,
    hide_goal: Annotated[bool, typer.Option("--hide-goal", help="The goal's place is not known.")] = False,
    steps: Annotated[int, typer.Option(help="Steps (walk) or expansions (jump) allowed.")] = 1_000_000,
    seconds: Annotated[float, typer.Option(help="Seconds allowed.")] = 60.0,
    seed: Annotated[int | None, typer.Option(help="Seed of maze and strategy.")] = None,
    plugin: Plugins = [],
    svg: Annotated[Path | None, typer.Option(help="Also write a picture.")] = None,
    audit: Annotated[bool, typer.Option("--audit", help="Check that it goes only by what it saw.")] = False,
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw without box characters.")] = False,
    json: Json = False,
) -> None:
    """Play one episode and draw it."""
    from research.report.played import Played

    _load(plugin)
    played = Played(instance, strategy, fog=(fog, hide_goal, sight), limits=(steps, seconds), seed=seed)
    audited = played.audit() if audit else None
    if svg is not None:
        played.write_svg(svg)
    if json:
        _print_json(played.facts() | ({"honest": audited.honest} if audited else {}))
    else:
        typer.echo(played.drawing(ascii_only=ascii))
        typer.echo("\n".join(played.lines(audited)))
    bad = not played.episode.outcome.explained or (audited is not None and not audited.honest)
    raise typer.Exit(int(bad))


@app.command()
def report(folder: Folder) -> None:
    """Make the tables and figures of a results folder anew."""
    from research.results import load

    results = load(folder)
    results.write_tables()
    results.write_figures()
    _show_results(results)


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


@app.command("list")
def list_(
    kind: Annotated[
        str, typer.Argument(help="strategies, generators, heuristics, formats, metrics or schema.")
    ] = "",
    plugin: Plugins = [],
    json: Json = False,
) -> None:
    """List what there is, with parameters; `list schema` prints the JSON Schema of an experiment."""
    from research.faults import BadInput, Fault
    from research.registry import REGISTRIES, problems, suggest
    from research.report import terminal
    from research.report.listed import COLUMNS, listed

    _load(plugin)
    if kind == "schema":
        from research.sweep.schema import Shape

        _print_json(Shape.model_json_schema())
        return
    if kind and kind not in REGISTRIES:
        known = [*REGISTRIES, "schema"]
        said = f"found {kind!r}; expected one of {', '.join(known)}{suggest(kind, known)}"
        raise BadInput([Fault(said)], "list")
    told = {name: listed(name) for name in ([kind] if kind else REGISTRIES)}
    if json:
        _print_json(told)
        return
    for name, entries in told.items():
        terminal.show_table(name, list(COLUMNS), [[entry[key] for key in COLUMNS] for entry in entries])
    for problem in problems:
        typer.echo(problem, err=True)


@new.command("strategy")
def new_strategy(
    name: Annotated[str, typer.Argument(help="A lower-case Python name.")],
    folder: Annotated[Path, typer.Option(help="Where to write.")] = Path(),
) -> None:
    """Write a strategy that runs, and a test that passes."""
    from research.scaffold import new_strategy as write

    strategy, test = write(name, folder)
    typer.echo(f"wrote {strategy} and {test}")
    typer.echo(f"play it: research play maze.kruskal:size=10,seed=1 --strategy {name} --plugin {strategy}")
    typer.echo(f"test it: python -m pytest {test}")
    typer.echo(
        f"in an experiment: plugins: [{strategy.name}] beside the YAML file, and - {name} under strategies"
    )


def _load(plugins: list[Path]) -> None:
    from research.plugins import load_plugin

    for path in plugins:
        load_plugin(path)


def _print_json(content: Any) -> None:
    import json

    typer.echo(json.dumps(content, indent=2, ensure_ascii=False, default=str))


def main() -> None:
    """Run the command line; bad input is told in one line per fault and ends with status 2."""
    try:
        status = app(standalone_mode=False)
    except (ValueError, OSError) as error:
        _say(str(error))
        status = 2
    except Exception as error:
        # Wrong usage, as the library of the command line tells it.
        if not hasattr(error, "format_message"):
            raise
        _say(f"research: {error.format_message()} (see --help)")
        status = 2
    sys.exit(status if isinstance(status, int) else 0)


def _say(text: str) -> None:
    for line in text.splitlines() or [""]:
        typer.echo("".join(c if c.isprintable() else repr(c)[1:-1] for c in line), err=True)
