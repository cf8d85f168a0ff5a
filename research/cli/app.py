"""The command line: `research run|plan|play|report|compare|list|new`, a file for each kind of work."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from research import __version__
from research.faults import harmless

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


def load_plugins(plugins: list[Path]) -> None:
    """Import the files of `--plugin`."""
    from research.plugins import load_plugin

    for path in plugins:
        load_plugin(path)


def only_one(**forms: bool) -> None:
    """Refuse several forms of output at once; their options have their names."""
    asked = [f"--{name}" for name, wanted in forms.items() if wanted]
    if len(asked) > 1:
        from research.faults import BadInput, Fault

        raise BadInput([Fault(f"found {' and '.join(asked)}; expected one of them at most")], "output")


def print_json(content: Any) -> None:
    """Print a value as JSON."""
    import json

    typer.echo(json.dumps(content, indent=2, ensure_ascii=False, default=str))


@contextmanager
def running(quiet: bool) -> Iterator[Any]:
    """Yield what shows how a run gets on; an interrupt in the block ends the command, not what is done."""
    from research.report import terminal
    from research.report.progress import Quiet, Shown

    try:
        yield Quiet() if quiet else Shown(terminal.console(stderr=True))
    except KeyboardInterrupt:
        typer.echo("stopped; what is done is kept: the same command goes on from there", err=True)
        raise typer.Exit(130) from None


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
        typer.echo(harmless(line), err=True)
