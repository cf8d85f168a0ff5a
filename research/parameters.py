"""Parameters of registered functions: their signatures are the contract, pydantic checks it."""

from __future__ import annotations

import inspect
import re
import typing
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from annotated_types import Ge, Gt, Le
from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    PlainValidator,
    TypeAdapter,
    ValidationError,
)

from research.registry import Entry, suggest

Count = Annotated[int, Ge(1)]
Probability = Annotated[float, Ge(0), Le(1)]
Weight = Annotated[float, Ge(0)]
AtLeastOne = Annotated[float, Ge(1)]
Positive = Annotated[float, Gt(0)]


def _distinct_letters(order: str) -> str:
    if not order or len(set(order)) != len(order) or not order.isalpha() or not order.isupper():
        raise ValueError("a tie order is distinct capital letters, such as NESW or ULRD")
    return order


Order = Annotated[str, AfterValidator(_distinct_letters)]

MAX_SIDE = 10_000


class BoardSize(NamedTuple):
    """Width and height in cells."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


def parse_size(value: Any) -> BoardSize:
    """Return the size that an int, a "30x20" or a pair (width, height) means; ValueError for others."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}x[0-9]{1,9}", value):
        value = tuple(int(part) for part in value.split("x"))
    if type(value) is int:
        value = (value, value)
    if not isinstance(value, tuple) or len(value) != 2 or any(type(side) is not int for side in value):
        raise ValueError("a size: width x height, such as 30x20, or one number")
    if not all(1 <= side <= MAX_SIDE for side in value):
        raise ValueError(f"a size of 1 to {MAX_SIDE} cells on a side")
    return BoardSize(*value)


def _as_cell(value: Any) -> Any:
    """Return a pair as a tuple: YAML knows lists only, a command line only text."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9},[0-9]{1,9}", value):
        return tuple(int(part) for part in value.split(","))
    return tuple(value) if isinstance(value, list) and all(type(part) is int for part in value) else value


Size = Annotated[BoardSize, PlainValidator(parse_size)]
CellAt = Annotated[tuple[Annotated[int, Ge(0)], Annotated[int, Ge(0)]], BeforeValidator(_as_cell)]
Place = CellAt | Literal["corner", "center"]


def place(where: tuple[int, int] | str, size: BoardSize) -> tuple[int, int]:
    """Return the cell (row, col) that `where` means: "corner" is bottom right.

    ValueError where it is outside the board.
    """
    if where == "corner":
        return size.height - 1, size.width - 1
    if where == "center":
        return size.height // 2, size.width // 2
    assert not isinstance(where, str), "a Place is a cell, corner or center"
    row, col = where
    if not (0 <= int(row) < size.height and 0 <= int(col) < size.width):
        raise ValueError(f"cell {row},{col} is outside a board of {size} (cells are row,col)")
    return int(row), int(col)


class ParameterError(ValueError):
    """A parameter that an entry does not have, or a value that does not fit; `name` says which."""

    def __init__(self, entry: Entry, name: str, message: str) -> None:
        super().__init__(message)
        self.entry = entry
        self.name = name


def bind(entry: Entry, params: dict[str, Any]) -> dict[str, Any]:
    """Return all parameters of `entry` with their values: those given, checked, then the defaults.

    ParameterError: the first parameter that is unknown, missing or does not fit its type.
    """
    for name in params:
        if name not in entry.parameters:
            known = ", ".join(entry.parameters) or "none"
            hint = suggest(name, entry.parameters)
            raise ParameterError(
                entry,
                name,
                f"{entry.kind} {entry.name!r} has no parameter {name!r}; it has: {known}{hint}",
            )
    bound = {}
    for name, parameter in entry.parameters.items():
        if name in params:
            bound[name] = check(entry, name, params[name])
        elif parameter.default is inspect.Parameter.empty:
            raise ParameterError(entry, name, f"{entry.kind} {entry.name!r} needs the parameter {name!r}")
        else:
            # Defaults go through the same door, so that 30 and "30x30" give one canonical value.
            bound[name] = check(entry, name, parameter.default)
    return bound


def check(entry: Entry, name: str, value: Any) -> Any:
    """Return `value` as the parameter's type has it; ParameterError where it does not fit."""
    try:
        return _adapter(entry.function, name).validate_python(value)
    except ValidationError as error:
        said = plain_message(list(error.errors(include_url=False)))
        raise ParameterError(entry, name, f"found {value!r}; {said}") from None


def plain_message(errors: list[Any]) -> str:
    """Return what pydantic expected in `errors` (its dictionaries), on one line, without boilerplate."""
    messages = []
    for item in errors:
        message: str = item["msg"]
        for prefix in ("Value error, ", "Input should be a valid ", "Input should be "):
            message = message.removeprefix(prefix)
        messages.append(message.replace("greater than or equal to", "at least"))
    return "expected " + " or ".join(dict.fromkeys(messages))


@cache
def _adapter(function: Any, name: str) -> TypeAdapter[Any]:
    function = inspect.unwrap(function)
    default = inspect.signature(function).parameters[name].default
    hints = typing.get_type_hints(function, include_extras=True)
    plain = type(default) if isinstance(default, (bool, int, float, str)) else Any
    kind = hints.get(name, plain)
    return TypeAdapter(kind, config=ConfigDict(strict=True))


def canonical(value: Any) -> Any:
    """Return `value` as JSON has it, the way it stands in rows and job identities."""
    if isinstance(value, BoardSize):
        return str(value)
    if isinstance(value, tuple | list):
        return [canonical(item) for item in value]
    return value


def shown(value: Any) -> str:
    """Return a parameter's value as one types it on the command line: 0,0 or 30x30 or left."""
    if isinstance(value, BoardSize):
        return str(value)
    if isinstance(value, tuple | list):
        return ",".join(shown(item) for item in value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return f"{value:g}" if isinstance(value, float) else str(value)


def label(name: str, params: dict[str, Any]) -> str:
    """Return `name:param=value,...`, the way an instance or a strategy is typed and shown."""
    return f"{name}:{','.join(f'{key}={shown(value)}' for key, value in params.items())}".rstrip(":")
