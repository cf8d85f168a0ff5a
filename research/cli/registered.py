"""Commands on what is registered: list it, check a generator, write a new strategy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from research.cli.app import Json, Plugins, app, load_plugins, new, print_json


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

    load_plugins(plugin)
    if kind == "schema":
        from research.sweep.schema import Shape

        print_json(Shape.model_json_schema())
        return
    if kind and kind not in REGISTRIES:
        known = [*REGISTRIES, "schema"]
        said = f"found {kind!r}; expected one of {', '.join(known)}{suggest(kind, known)}"
        raise BadInput([Fault(said)], "list")
    told = {name: listed(name) for name in ([kind] if kind else REGISTRIES)}
    if json:
        print_json(told)
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


@app.command("check-generator")
def check_generator(
    name: Annotated[str, typer.Argument(help="A maze generator: name, or name:param=value,...")],
    samples: Annotated[int, typer.Option(help="Mazes of 3x3; larger boards get fewer.")] = 19_200,
    seed_from: Annotated[int, typer.Option(help="The first seed.")] = 0,
    plugin: Plugins = [],
    json: Json = False,
) -> None:
    """Hold a generator against theory: dead ends beside their expectation, uniformity. Status 1: a fault."""
    from research.report.generator_checked import GeneratorChecked, mazes_to_make
    from research.report.progress import counted

    load_plugins(plugin)
    with counted(f"mazes of {name}", mazes_to_make(samples)) as made:
        checked = GeneratorChecked(name, samples, seed_from, made)
    if json:
        print_json(checked.facts())
    else:
        typer.echo("\n".join(checked.lines()))
    raise typer.Exit(checked.status)
