"""The command on whole spaces: space."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from research.cli.app import Json, app, only_one, print_json


@app.command()
def space(
    board: Annotated[
        str, typer.Argument(help="A size such as 3x4, or a board such as 12=/456/780, for its walls.")
    ],
    goal: Annotated[str, typer.Option(help="blank_last or blank_first.")] = "blank_last",
    heuristics: Annotated[
        str, typer.Option(help="Measure these on every board, such as manhattan,linear_conflict.")
    ] = "",
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    figure: Annotated[
        Path | None, typer.Option(help="Also write this picture: .svg, .png and the .csv behind it.")
    ] = None,
    json: Json = False,
) -> None:
    """Count all boards of a sliding puzzle by their distance from the goal, up to 12 cells."""
    from research.report import terminal
    from research.report.progress import counted
    from research.report.spaces import Space, checked_picture
    from research.report.style import csv_of

    only_one(csv=csv, json=json)
    figure = checked_picture(figure) if figure is not None else None
    whole = Space(board, goal, [name.strip() for name in heuristics.split(",") if name.strip()])
    with counted("boards", whole.size) as told:
        whole.measure(told)
    if figure is not None:
        whole.draw(figure)
    if json:
        print_json(whole.facts())
    elif csv:
        typer.echo(csv_of(whole.frame()), nl=False)
    else:
        for table in (whole.frame(), whole.accuracy()):
            terminal.show_tables([("", table.round(4))] if len(table) else [])
        typer.echo(", ".join(f"{name} {value}" for name, value in whole.summary().items()))
