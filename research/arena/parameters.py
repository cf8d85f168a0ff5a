"""Types of parameters that programs have."""

from __future__ import annotations

import re
import shlex
from typing import Annotated

from pydantic import AfterValidator


def _command(text: str) -> str:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"a command: words as in a shell ({error})") from None
    if not words or not words[0]:
        raise ValueError("a command: a program and its arguments")
    return text


def _name(text: str) -> str:
    if text and not re.fullmatch(r"[A-Za-z][A-Za-z0-9_.+-]{0,39}", text):
        raise ValueError("a name: a letter, then up to 39 letters, digits, _ . + -")
    return text


# Words as in a shell, `{python}` for the interpreter that runs this project.
Command = Annotated[str, AfterValidator(_command)]
# What a contestant is called in tables.
ContestantName = Annotated[str, AfterValidator(_name)]
