"""YAML with places: plain values, and for each of them the line and column where it stands.

Scalars are read the YAML 1.2 way (`no` and `1:30` are text, 012 is twelve). Duplicate keys are
faults. Aliases are expanded only up to a bound, files are read only up to a size.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from research.faults import BadInput, Fault, quoted, read_text

MAX_BYTES = 2**20
MAX_NODES = 50_000
MAX_DEPTH = 40

Path_ = tuple[str | int, ...]


class _Loader(yaml.SafeLoader):
    """A SafeLoader whose plain scalars follow the core schema of YAML 1.2."""

    yaml_implicit_resolvers: dict[str, Any] = {}


for _tag, _pattern, _first in (
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", list("-+0123456789")),
    (
        "float",
        r"^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$",
        list("-+.0123456789"),
    ),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_pattern), _first)


@dataclass
class Source:
    """A value read from YAML with the places of its parts.

    `places` maps a path (keys and indices) to line and column, from 1, of the key (or list item).
    """

    file: str
    value: Any = None
    places: dict[Path_, tuple[int, int]] = field(default_factory=dict)

    def fault(self, path: Path_, message: str) -> Fault:
        """Return the fault at `path`, or at the nearest part above it that stands in the file."""
        place = next(
            (self.places[path[:n]] for n in range(len(path), -1, -1) if path[:n] in self.places), (1, 1)
        )
        return Fault(message, *place, path=dotted(path))


def dotted(path: Path_) -> str:
    """Return a path as one writes it: strategies[1].a_star.h."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


def load(path: str | Path) -> Source:
    """Return the content of a YAML file; BadInput for what is not YAML, or dangerous."""
    return parse(read_text(path, MAX_BYTES), str(path))


def parse(text: str, file: str) -> Source:
    """Return the content of a YAML text; BadInput as for `load`."""
    try:
        loader = _Loader(text)
        root = loader.get_single_node()
        if root is None:
            raise BadInput([Fault("found an empty file; expected an experiment", 1, 1)], file)
        builder = _Builder(Source(file))
        builder.source.value = builder.build(root, ())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        said = error.problem or error.context or "not YAML"
        raise BadInput([Fault(f"not YAML: {said}", *place)], file) from None
    except yaml.YAMLError as error:
        raise BadInput([Fault(f"not YAML: {str(error).splitlines()[0]}", 1, 1)], file) from None
    except RecursionError:
        raise BadInput([Fault(f"nested more than {MAX_DEPTH} deep", 1, 1)], file) from None
    if builder.faults:
        raise BadInput(builder.faults, file)
    return builder.source


class _Builder:
    """Turns YAML nodes into values, noting places and faults on the way."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.faults: list[Fault] = []
        self._made = 0
        self._scalars = yaml.constructor.SafeConstructor()

    def build(self, node: yaml.Node, path: Path_) -> Any:
        self._made += 1
        if self._made > MAX_NODES or len(path) > MAX_DEPTH:
            bound = f"more than {MAX_NODES} values" if self._made > MAX_NODES else f"depth {len(path)}"
            said = f"found {bound} (aliases count each time); expected at most {MAX_NODES}, {MAX_DEPTH} deep"
            raise BadInput([Fault(said, *_place(node))], self.source.file)
        self.source.places.setdefault(path, _place(node))
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(item, (*path, index)) for index, item in enumerate(node.value)]
        return self._scalar(node, path)

    def _mapping(self, node: yaml.MappingNode, path: Path_) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = key_node.value if isinstance(key_node, yaml.ScalarNode) else None
            if key is None:
                self.faults.append(Fault("found a key that is not a word", *_place(key_node), dotted(path)))
                continue
            here = (*path, key)
            if key in found:
                first = self.source.places[here][0]
                said = f"found the key {key!r} a second time; expected it once (first in line {first})"
                self.faults.append(Fault(said, *_place(key_node), dotted(here)))
                continue
            self.source.places[here] = _place(key_node)
            found[key] = self.build(value_node, here)
        return found

    def _scalar(self, node: yaml.Node, path: Path_) -> Any:
        kind = node.tag.rpartition(":")[2]
        text = str(node.value)
        try:
            if kind == "int":
                return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
            if kind == "float":
                return float(text.replace(".inf", "inf").replace(".nan", "nan").lower())
            if kind in ("str", "bool", "null"):
                return self._scalars.construct_object(node)
        except ValueError as error:
            said = f"found {quoted(text)}; {error}"
        else:
            said = f"found the tag {quoted(node.tag)}; expected plain values"
        self.faults.append(Fault(said, *_place(node), dotted(path)))
        return None


def _place(node: yaml.Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1
