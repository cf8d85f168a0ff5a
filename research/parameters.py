"""Parameters of registered functions: their signatures are the contract, pydantic checks it."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from annotated_types import Ge, Gt, Le
from pydantic import AfterValidator, ConfigDict, PlainValidator, TypeAdapter, ValidationError

from research.faults import described
from research.registry import REGISTRIES, Entry, UnknownName, suggest

Count = Annotated[int, Ge(1)]
Probability = Annotated[float, Ge(0), Le(1)]
Weight = Annotated[float, Ge(0)]
AtLeastOne = Annotated[float, Ge(1)]
Positive = Annotated[float, Gt(0)]


def _distinct_letters(order: str) -> str:
    if not order or len(set(order)) != len(order) or not order.isalpha() or not order.isupper():
        raise ValueError("a tie order: distinct capital letters, such as NESW or ULRD")
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


def _parse_cell(value: Any) -> tuple[int, int]:
    """Return the cell that a pair means: YAML knows lists only, a command line only text."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9},[0-9]{1,9}", value):
        value = [int(part) for part in value.split(",")]
    pair = isinstance(value, list | tuple) and len(value) == 2 and all(type(part) is int for part in value)
    if not pair or min(value) < 0:
        raise ValueError("a cell [row, column] counted from 0")
    return value[0], value[1]


def _parse_place(value: Any) -> tuple[int, int] | str:
    if isinstance(value, str) and value in NAMED_PLACES:
        return value
    try:
        return _parse_cell(value)
    except ValueError as error:
        hint = suggest(value, NAMED_PLACES) if isinstance(value, str) else ""
        raise ValueError(f"{error}, {' or '.join(NAMED_PLACES)}{hint}") from None


NAMED_PLACES = ("corner", "center")

Size = Annotated[BoardSize, PlainValidator(parse_size)]
CellAt = Annotated[tuple[int, int], PlainValidator(_parse_cell)]
Place = Annotated[tuple[int, int] | Literal["corner", "center"], PlainValidator(_parse_place)]


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
        last = f"{size.height - 1},{size.width - 1}"
        said = f"found the cell {row},{col} outside a board of {size}; expected row,col up to {last}"
        raise ValueError(said)
    return int(row), int(col)


class ParameterError(ValueError):
    """A parameter that an entry does not have, or a value that does not fit.

    `name` says which, `message` what was found and expected.
    """

    def __init__(self, entry: Entry, name: str, message: str) -> None:
        super().__init__(f"{entry.name}: {name}: {message}")
        self.entry = entry
        self.name = name
        self.message = message


def bind(entry: Entry, params: dict[str, Any]) -> dict[str, Any]:
    """Return all parameters of `entry` with their values: those given, checked, then the defaults.

    ParameterError: the first parameter that is unknown, missing or does not fit its type or the
    board.
    """
    for name in params:
        known(entry, name)
    bound = {}
    for name, parameter in entry.parameters.items():
        if name in params:
            bound[name] = check(entry, name, params[name])
        elif parameter.default is inspect.Parameter.empty:
            said = f"{entry.kind} {entry.name!r} needs the parameter {name!r}; expected a value for it"
            raise ParameterError(entry, name, said)
        else:
            # Defaults go through the same door, so that 30 and "30x30" give one canonical value.
            bound[name] = check(entry, name, parameter.default)
    _check_places(entry, bound)
    return bound


def known(entry: Entry, name: str) -> None:
    """Raise ParameterError where `entry` has no parameter of that name."""
    if name not in entry.parameters:
        wanted = one_of("parameter", name, entry.parameters)
        said = f"{entry.kind} {entry.name!r} has no parameter {name!r}; expected {wanted}"
        raise ParameterError(entry, name, said)


def one_of(kind: str, name: str, names: Iterable[str]) -> str:
    """Return what was expected in the place of `name`: the nearest known name, else all of them."""
    hint = suggest(name, names)
    if hint:
        return f"a known {kind}{hint}"
    return f"one of {', '.join(names)}" if list(names) else "none"


def _check_places(entry: Entry, bound: dict[str, Any]) -> None:
    """Raise ParameterError for a place that is not on the board of the size given with it."""
    size = bound.get("size")
    for name in ("start", "goal"):
        if isinstance(size, BoardSize) and isinstance(bound.get(name), tuple):
            try:
                place(bound[name], size)
            except ValueError as error:
                raise ParameterError(entry, name, str(error)) from None


def check(entry: Entry, name: str, value: Any) -> Any:
    """Return `value` as the parameter's type has it; ParameterError where it does not fit."""
    try:
        return _adapter(entry.function, name).validate_python(value)
    except ValidationError as error:
        said = expectation(list(error.errors(include_url=False)))
        raise ParameterError(entry, name, f"found {described(value)}; {said}") from None


# pydantic's names of errors, and what was expected in our words.
EXPECTED = {
    "int_type": "an integer",
    "float_type": "a number",
    "finite_number": "a finite number",
    "string_type": "text",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "keys with values, as in {{key: value}}",
    "too_short": "at least {min_length} value",
    "literal_error": "{expected}",
    "greater_than_equal": "at least {ge}",
    "greater_than": "more than {gt}",
    "less_than_equal": "at most {le}",
    "less_than": "less than {lt}",
}


def expectation(errors: list[Any]) -> str:
    """Return what pydantic expected in `errors` (its dictionaries) as "expected this or that"."""
    return "expected " + " or ".join(dict.fromkeys(map(_expected, errors)))


def _expected(item: Any) -> str:
    context = item.get("ctx", {})
    if isinstance(context.get("error"), UnknownName):
        # The name may be a part of what was found, as in manhattan+misplaced.
        kind, _, rest = str(context["error"]).removeprefix("unknown ").partition(" ")
        every = next(registry for registry in REGISTRIES.values() if registry.kind == kind)
        wanted = f"a known {kind}" if "did you mean" in rest else f"one of {', '.join(every)}"
        return f"{wanted} in the place of {rest}"
    if item["type"] == "value_error":
        return str(context["error"])
    if item["type"] == "literal_error":
        names = re.findall(r"'([^']*)'", context["expected"])
        return f"{context['expected']}{suggest(item['input'], names)}"
    if item["type"] not in EXPECTED:
        return str(item["msg"])
    return EXPECTED[item["type"]].format_map({key: shown(value) for key, value in context.items()})


@cache
def _adapter(function: Any, name: str) -> TypeAdapter[Any]:
    function = inspect.unwrap(function)
    default = inspect.signature(function).parameters[name].default
    hints = typing.get_type_hints(function, include_extras=True)
    plain = type(default) if isinstance(default, (bool, int, float, str)) else Any
    kind = hints.get(name, plain)
    return TypeAdapter(kind, config=ConfigDict(strict=True, allow_inf_nan=False))


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
