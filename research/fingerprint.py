"""Fingerprints of code: which source a row was made by."""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from pathlib import Path
from types import CodeType

from research.registry import Entry

ROOT = Path(__file__).parent
# What decides a walk. The referee's own rules are covered by the protocol's number instead.
FOLLOWED = ("strategies", "heuristics", "domains", "kernels", "arena")


def code_of(*entries: Entry) -> str:
    """Return a digest of the files that define `entries` and of what they import of `FOLLOWED`.

    Twelve hexadecimal digits. An entry without a file (a notebook's cell) counts by its byte-code.
    """
    digest = hashlib.sha256()
    files = sorted({file for entry in entries for file in _files(entry)})
    for file in files:
        digest.update(_content(file))
    for entry in entries:
        if entry.file is None or not entry.file.exists():
            digest.update(_byte_code(entry.function.__code__))
    return digest.hexdigest()[:12]


def _byte_code(code: CodeType) -> bytes:
    """Return what a compiled function does, without where it stands."""
    parts = [code.co_code, repr((code.co_names, code.co_varnames)).encode()]
    parts += [_byte_code(c) if isinstance(c, CodeType) else repr(c).encode() for c in code.co_consts]
    return b"\0".join(parts)


def _files(entry: Entry) -> frozenset[Path]:
    if entry.file is None or not entry.file.exists():
        return frozenset()
    twins = [import_of(twin.module) for twin in entry.traits.get("twins", {}).values()]
    return frozenset().union(_closure(entry.file.resolve()), *map(_closure, twins))


@cache
def _closure(file: Path) -> frozenset[Path]:
    """Return `file` and, transitively, the followed files that it imports."""
    found, stack = {file}, [file]
    while stack:
        for near in _imports(stack.pop()):
            if near not in found:
                found.add(near)
                stack.append(near)
    return frozenset(found)


@cache
def _imports(file: Path) -> tuple[Path, ...]:
    names = []
    for node in ast.walk(ast.parse(_content(file))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    parts = [name.split(".") for name in names]
    followed = [p for p in parts if p[0] == "research" and len(p) > 1 and p[1] in FOLLOWED]
    files = [ROOT.joinpath(*p[1:]).with_suffix(".py") for p in followed]
    return tuple(path for path in files if path.is_file())


def import_of(module: str) -> Path:
    """Return the file of one of the project's modules."""
    return ROOT.joinpath(*module.split(".")[1:]).with_suffix(".py")


@cache
def _content(file: Path) -> bytes:
    return file.read_bytes()
