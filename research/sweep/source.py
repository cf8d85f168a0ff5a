"""YAML with places: plain values, and for each of them the line and column where it stands.

Scalars are read the YAML 1.2 way (`no` and `1:30` are text, 012 is twelve). Duplicate keys are
faults. Aliases are expanded only up to a bound, files are read only up to a size.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from research.faults import BadInput, Fault, place_of, quoted

MAX_BYTES = 2**20
MAX_NODES = 50_000
MAX_DEPTH = 40
# So that a whole number fits the 64 bits that it has in a table.
MAX_DIGITS = 18

Path_ = tuple[str | int, ...]

TAG = "tag:yaml.org,2002:"
NUMBER = r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
# The core schema of YAML 1.2: each kind of plain scalar with the characters that it can begin with.
CORE = {
    "null": (re.compile(r"^(?:~|null|Null|NULL|)$"), ["~", "n", "N", ""]),
    "bool": (re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")),
    "int": (re.compile(r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$"), list("-+0123456789")),
    "float": (
        re.compile(rf"^(?:{NUMBER}|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$"),
        list("-+.0123456789"),
    ),
}


class _Loader(yaml.SafeLoader):
    """A SafeLoader whose plain scalars follow CORE, and that stops when there is too much."""

    yaml_implicit_resolvers: dict[str, Any] = {}

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._count = self._depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        self._count += 1
        self._depth += 1
        mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
        _bound(self._count, self._depth - 1, _place(mark))
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


for _kind, (_pattern, _first) in CORE.items():
    _Loader.add_implicit_resolver(TAG + _kind, _pattern, _first)


def _bound(count: int, depth: int, place: tuple[int, int]) -> None:
    """Raise BadInput for YAML that is larger or deeper than anybody writes."""
    if count > MAX_NODES:
        said = f"found more than {MAX_NODES} values (an alias counts each time); expected fewer"
        raise BadInput([Fault(said, *place)])
    if depth > MAX_DEPTH:
        raise BadInput([Fault(f"found values more than {MAX_DEPTH} deep; expected fewer levels", *place)])


@dataclass
class Source:
    """A value read from YAML with the places of its parts, and the faults found in it.

    `places` maps a path (keys and indices) to line and column, from 1, of the key (or list item).
    `ruined` are the paths at which a fault is noted.
    """

    file: str
    value: Any = None
    places: dict[Path_, tuple[int, int]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    ruined: set[Path_] = field(default_factory=set)

    def note(self, path: Path_, message: str) -> None:
        """Note a fault, at the nearest part of `path` that stands in the file; one for each path."""
        if path in self.ruined:
            return
        self.ruined.add(path)
        starts = (path[:length] for length in range(len(path), -1, -1))
        place = next((self.places[start] for start in starts if start in self.places), (1, 1))
        self.faults.append(Fault(message, *place, path=dotted(path)))

    def refusal(self) -> BadInput:
        """Return all faults that are noted, in the order of the file."""
        return BadInput(sorted(self.faults, key=lambda fault: (fault.line, fault.column)), self.file)

    def sound(self, *path: str | int) -> bool:
        """Whether no fault is noted at `path` or inside it."""
        return not any(each[: len(path)] == path for each in self.ruined)


def dotted(path: Path_) -> str:
    """Return a path as one writes it: strategies[1].a_star.h."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


def parse(text: str, file: str) -> Source:
    """Return the content of a YAML text; duplicate keys and tags are in its faults.

    BadInput for what is not YAML, or dangerous.
    """
    source = Source(file)
    try:
        root = _composed(text)
        if root is None:
            raise BadInput([Fault("found an empty file; expected an experiment", 1, 1)])
        source.value = _Builder(source).build(root, ())
    except yaml.MarkedYAMLError as error:
        raise BadInput([_syntax_fault(error)], file) from None
    except BadInput as error:
        raise BadInput(error.faults, file) from None
    return source


def _composed(text: str) -> yaml.Node | None:
    try:
        loader = _Loader(text)
    except yaml.reader.ReaderError as error:
        said = f"found the character {chr(error.character)!r}; expected text that can be printed"
        raise BadInput([Fault(said, *place_of(text, error.position))]) from None
    try:
        node: yaml.Node | None = loader.get_single_node()
    except BadInput:
        raise
    except (ValueError, OverflowError):
        said = "found an escape of no character; expected at most \\U0010FFFF"
        raise BadInput([Fault(said, *_place(loader.get_mark()))]) from None
    return node


class _Builder:
    """Turns YAML nodes into values, noting places and faults on the way."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._made = 0

    def build(self, node: yaml.Node, path: Path_) -> Any:
        self._made += 1
        # An alias stands elsewhere than what it means; the key at the top is the file's own.
        _bound(self._made, len(path), self.source.places.get(path[:1], _place(node.start_mark)))
        self.source.places.setdefault(path, _place(node.start_mark))
        kind = node.tag.removeprefix(TAG)
        if isinstance(node, yaml.MappingNode) and kind == "map":
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode) and kind == "seq":
            return [self.build(item, (*path, index)) for index, item in enumerate(node.value)]
        if isinstance(node, yaml.ScalarNode) and kind in ("str", *CORE):
            return self._scalar(kind, node.value, path)
        tag = f"!!{kind}" if node.tag.startswith(TAG) else node.tag
        self.source.note(path, f"found the tag {quoted(tag)}; expected a plain value without a tag")
        return None

    def _mapping(self, node: yaml.MappingNode, path: Path_) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            said, key = "", key_node.value
            if not isinstance(key_node, yaml.ScalarNode):
                said = "found a list or a mapping as a key; expected a word"
            elif key_node.tag.removeprefix(TAG) not in ("str", *CORE):
                said = f"found the key {quoted(key)} with a tag; expected it without"
            elif key in found:
                first = self.source.places[*path, key][0]
                said = f"found the key {quoted(key)} a second time; expected it once (first in line {first})"
            if said:
                self.source.faults.append(Fault(said, *_place(key_node.start_mark), dotted(path)))
                continue
            self.source.places[*path, key] = _place(key_node.start_mark)
            found[key] = self.build(value_node, (*path, key))
        return found

    def _scalar(self, kind: str, text: str, path: Path_) -> Any:
        said = ""
        if kind == "str":
            if text.isascii() or not re.search("[\ud800-\udfff]", text):
                return text
            said = f"found half of a surrogate pair in {quoted(text)}; expected whole characters"
        elif not CORE[kind][0].match(text):
            said = f"found {quoted(text)} with the tag '!!{kind}'; expected a value of that kind"
        elif kind == "int" and len(text) > MAX_DIGITS + 1:
            said = f"found a number of {len(text)} digits; expected at most {MAX_DIGITS}"
        if said:
            self.source.note(path, said)
            return None
        return _plain(kind, text)


def _plain(kind: str, text: str) -> Any:
    if kind == "int":
        return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    if kind == "float":
        return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
    return text.lower() == "true" if kind == "bool" else None


def _place(mark: Any) -> tuple[int, int]:
    return mark.line + 1, mark.column + 1


# What PyYAML says (a pattern for its problem), what it means, and which of its two marks is the place.
SYNTAX = (
    (r"found character '\\t'.*", "found a tab; expected spaces", "problem"),
    (r"found character ('.*') that cannot.*", r"found \1; expected quotes around such a text", "problem"),
    (
        r"mapping values are not.*",
        "found ':' inside a text; expected quotes around the text, or another indentation",
        "problem",
    ),
    (r"could not find expected ':'", "found a line without ':'; expected a key and its value", "context"),
    (r"found unexpected end of stream", "found a quote that is not closed; expected its end", "context"),
    (r".*but found '<stream end>'", "found the end of the file; expected a value", "problem"),
    (r"expected the node content, but found ('.*')", r"found \1; expected a value", "problem"),
    (r"expected <block end>, but found '-'", "found '- ' among keys; expected a key", "problem"),
    (r"expected <block end>, but found '\?'", "found a key in a list; expected '- '", "problem"),
    (
        r"expected (<block end>|'<document start>').*",
        "found a line with an indentation of its own; expected that of its neighbours",
        "problem",
    ),
    (r"sequence entries are not.*", "found '- ' behind a key; expected a new line", "problem"),
    (r"found unknown escape character '(.)'", r"found the escape '\\\1'; expected single quotes", "problem"),
    (r"found undefined tag handle ('.*')", r"found the tag \1; expected a value without a tag", "problem"),
    (r"found undefined alias ('.*')", r"found an alias to \1; expected that anchor above it", "problem"),
    (r"second occurrence", "found an anchor a second time; expected another name", "problem"),
    (r"but found another document", "found a second document; expected one", "problem"),
)


def _syntax_fault(error: yaml.MarkedYAMLError) -> Fault:
    """Return what PyYAML stumbled over in the words of one who has not read its source."""
    problem = error.problem or "nothing that could be read"
    said, at = f"found what is not YAML ({problem}); expected YAML 1.2", "problem"
    if flow := re.fullmatch(r"expected (',' or '[\]}]'), but got (.*)", problem):
        return _bracket_fault(error, *flow.groups())
    elif _follows_text(error):
        said = "found more text behind a value; expected a new line"
    else:
        for pattern, meaning, where in SYNTAX:
            found = re.fullmatch(pattern, problem, re.DOTALL)
            if found:
                said, at = found.expand(meaning), where
                break
    mark = (error.context_mark if at == "context" else None) or error.problem_mark
    return Fault(said, *(_place(mark) if mark else (1, 1)))


def _bracket_fault(error: yaml.MarkedYAMLError, expected: str, met: str) -> Fault:
    """Return the fault of a list or mapping in brackets: something amid its line, or no end."""
    begin, here = error.context_mark, error.problem_mark
    assert begin is not None and here is not None, "PyYAML gives both places of a bracket"
    if begin.line == here.line and met != "'<stream end>'":
        met = met.replace("'<scalar>'", "another value")
        return Fault(f"found {met}; expected {expected}", *_place(here))
    said = f"found a bracket that is not closed before line {here.line + 1}; expected {expected}"
    return Fault(said, *_place(begin))


def _follows_text(error: yaml.MarkedYAMLError) -> bool:
    """Whether the parser expected the end of a block and met something in the middle of a line."""
    mark = error.problem_mark
    if not (error.problem or "").startswith("expected <block end>") or mark is None or mark.buffer is None:
        return False
    return bool(mark.buffer[mark.pointer - mark.column : mark.pointer].strip(" -"))
