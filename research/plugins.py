"""Plug-ins: a user's own file, or an installed package's entry point in `research.plugins`."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import traceback
from importlib import metadata
from pathlib import Path

from research.registry import REGISTRIES, problems

GROUP = "research.plugins"
_loaded: dict[Path, str] = {}


class PluginError(ValueError):
    """A plug-in file that is missing or broken; the message is one line."""


def load_plugin(path: str | Path) -> None:
    """Import a Python file for what it registers; once, unless its content has changed.

    PluginError: the file is missing or raises; what it had registered is taken out again.
    """
    path = Path(path).resolve()
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise PluginError(f"plug-in {path}: {error.strerror}") from None
    if _loaded.get(path) == digest:
        return
    name = f"research_plugin_{path.stem}_{digest[:8]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PluginError(f"plug-in {path}: not a Python file (its name must end in .py)")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        for registry in REGISTRIES.values():
            registry.forget(path)
        sys.modules.pop(name, None)
        raise PluginError(broken(str(path), error)) from error
    _loaded[path] = digest


def load_entry_points() -> None:
    """Import all installed plug-ins; one that is broken becomes a line in `problems`."""
    for point in metadata.entry_points(group=GROUP):
        try:
            point.load()
        except (Exception, SystemExit) as error:
            problems.append(broken(point.value, error))


def broken(file: str, error: BaseException) -> str:
    """Return one line that says where in `file` its import failed, and why."""
    line: int | None = None
    if isinstance(error, SyntaxError):
        line = error.lineno
    else:
        inside = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith(file)]
        line = inside[-1].lineno if inside else None
    place = f"{file}:{line}" if line else file
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    return " ".join(f"plug-in {place}: {type(error).__name__}: {message}".split())
