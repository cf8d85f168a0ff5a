"""Commands of the arena: tournament, replay-transcript."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from research.cli.app import Json, Plugins, app, load_plugins, print_json, running


@app.command()
def tournament(
    file: Annotated[Path, typer.Argument(metavar="TOURNAMENT.yaml", show_default=False)],
    jobs: Annotated[int | None, typer.Option(help="Worker processes; default: one a core.")] = None,
    out: Annotated[Path | None, typer.Option(help="Results folder; default: results/<name>.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget what was played before.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print no progress and no table.")] = False,
) -> None:
    """Let every architect's mazes meet every solver; matches that were played are not played again."""
    from research.report import terminal
    from research.report.standings import standings_shown
    from research.tournament import SIDES, run

    with running(quiet) as shown:
        played = run(file, out=out, jobs=jobs, fresh=fresh, progress=shown)
    failed = played.failures()
    if not quiet:
        tables = [("failures", failed)] if len(failed) else []
        tables += [(f"{side}s", standings_shown(played.standings(side), side)) for side in SIDES]
        terminal.show_tables(tables)
        typer.echo(f"tables:  {played.results.folder / 'tables'}")
    raise typer.Exit(int(len(failed) > 0))


@app.command("replay-transcript")
def replay_transcript(
    file: Annotated[Path, typer.Argument(metavar="TRANSCRIPT", help="A file that a match has left.")],
    json: Json = False,
) -> None:
    """Play a match again from its transcript, without its program, and say whether it ends the same."""
    from research.report.replayed import replayed

    again = replayed(file)
    if json:
        print_json(again.facts())
    else:
        typer.echo(again.drawing())
        typer.echo(again.line())
    raise typer.Exit(int(not again.same))


@app.command("serve-strategy")
def serve_strategy(
    strategy: Annotated[str, typer.Argument(help="name, or name:param=value,...")],
    protocol: Annotated[
        str, typer.Option(help="How its referee speaks: research, session, stateless or mms.")
    ] = "research",
    seed: Annotated[int, typer.Option(help="Of its random numbers, where the referee gives none.")] = 0,
    memory: Annotated[
        Path | None, typer.Option(help="stateless: the file that it keeps its match in between steps.")
    ] = None,
    plugin: Plugins = [],
) -> None:
    """Let a strategy play for somebody else's referee, over standard input and output."""
    from research.arena.serving import HOSTS, Lines, Terms, play_for
    from research.registry import UnknownName

    if protocol not in HOSTS:
        raise UnknownName("protocol", protocol, HOSTS)
    load_plugins(plugin)
    play_for(protocol, strategy, Terms(Lines(), seed, memory))


@app.command("serve-architect")
def serve_architect(
    generator: Annotated[str, typer.Argument(help="name, or name:param=value,...; without a size.")],
    plugin: Plugins = [],
) -> None:
    """Make a maze for somebody else's referee: read `size seed`, print the contest's five lines."""
    from research.arena.serving import Lines
    from research.arena.serving.architect import serve

    load_plugins(plugin)
    serve(generator, Lines())
