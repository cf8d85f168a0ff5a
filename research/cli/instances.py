"""Commands on single instances: play, check, convert."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from research.cli.app import Json, Plugins, app, load_plugins, print_json


@app.command()
def play(
    instance: Annotated[
        str | None, typer.Argument(help="generator:param=value,... or the path of a file.")
    ] = None,
    strategy: Annotated[str | None, typer.Option(help="name, or name:param=value,...")] = None,
    config: Annotated[
        Path | None, typer.Option(help="A file of WIDTH=... and the like: make, solve and write its maze.")
    ] = None,
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
    if config is not None and instance is None and strategy is None:
        _play_config(config, ascii, json)
        return
    if config is not None or instance is None or strategy is None:
        from research.faults import BadInput, Fault

        said = "found no such choice; expected INSTANCE with --strategy NAME, or --config FILE alone"
        raise BadInput([Fault(said)], "play")
    from research.report.played import Played

    load_plugins(plugin)
    played = Played(instance, strategy, fog=(fog, hide_goal, sight), limits=(steps, seconds), seed=seed)
    audited = played.audit() if audit else None
    if svg is not None:
        played.write_svg(svg)
    if json:
        print_json(played.facts() | ({"honest": audited.honest} if audited else {}))
    else:
        typer.echo(played.drawing(ascii_only=ascii))
        typer.echo("\n".join(played.lines(audited)))
    bad = not played.episode.outcome.explained or (audited is not None and not audited.honest)
    raise typer.Exit(int(bad))


def _play_config(path: Path, ascii_only: bool, json: bool) -> None:
    from research.report.converted import play_config

    written = play_config(path)
    if written.note:
        typer.echo(written.note, err=True)
    if json:
        print_json(written.facts())
    else:
        typer.echo(written.drawing(ascii_only=ascii_only))
        typer.echo("\n".join(written.lines()))


@app.command()
def check(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A maze in any known format, or a file of puzzles.")
    ],
    expect: Annotated[str | None, typer.Option(help="perfect or pacman.")] = None,
    max_dead_ends: Annotated[int, typer.Option(min=0, help="Real dead ends a Pac-Man board may have.")] = 2,
    answers: Annotated[
        Path | None, typer.Option(help="Play these answers to a file of sliding puzzles, a line a board.")
    ] = None,
    json: Json = False,
) -> None:
    """Validate a maze, or answers to puzzles: status 0 valid, 1 something was found, 2 unreadable."""
    from research.report.checked import check as check_file
    from research.report.checked import check_answers

    checked = check_answers(file, answers) if answers else check_file(file, expect, max_dead_ends)
    if json:
        print_json(checked.findings)
    else:
        typer.echo("\n".join(checked.lines))
    raise typer.Exit(checked.status)


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN")],
    target: Annotated[Path, typer.Argument(metavar="OUT")],
    from_: Annotated[str | None, typer.Option("--from", help="Default: told from the content.")] = None,
    to: Annotated[str | None, typer.Option("--to", help="Default: told by the suffix of OUT.")] = None,
) -> None:
    """Write a maze in another format."""
    from research.report.converted import convert as convert_file

    typer.echo(convert_file(source, target, from_, to))
