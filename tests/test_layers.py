"""Imports point down only, heavy packages stay where they belong, and the command line starts fast."""

import ast
import compileall
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import research

ROOT = Path(research.__file__).parent

# From the bottom up; a file may import from its own line and from those above it in this list.
LAYERS = [
    ["task", "lazy", "rng", "faults", "files", "limits"],
    ["chart"],
    ["fog"],
    ["world"],
    ["episode"],
    ["registry", "plugins"],
    ["parameters", "fingerprint"],
    ["heuristics"],
    ["needs"],
    [
        "strategies",
        "domains",
        "kernels",
        "arena",
        "scoring",
        "reference",
        "peek_audit",
        "instances",
        "engine",
    ],
    ["sweep"],
    ["analysis", "report"],
    ["results", "api", "tournament"],
    ["scaffold"],
    ["cli", "__main__"],
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
# The drawing of one episode for the command line plays it through the public calls.
EXCEPTIONS = {("report", "api")}

FILES = sorted(ROOT.rglob("*.py"))


def part_of(path):
    return path.relative_to(ROOT).with_suffix("").parts[0]


def imported(path, *, top_only=False):
    """Return the modules that a file imports (top_only: when it is imported itself)."""
    tree = ast.parse(path.read_text())
    nodes = tree.body if top_only else ast.walk(tree)
    names = []
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_down(path):
    here = part_of(path)
    if here == "__init__":
        return
    for name in imported(path):
        parts = name.split(".")
        if parts[0] != "research" or len(parts) < 2:
            continue
        there = parts[1]
        if there not in LEVEL:
            assert hasattr(research, there), f"{path}: {name}"
            continue
        assert LEVEL[there] <= LEVEL[here] or (here, there) in EXCEPTIONS, f"{here} imports {there}"


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_heavy_packages_are_imported_where_they_are_used(path):
    at_import = {name.split(".")[0] for name in imported(path, top_only=True)}
    anywhere = {name.split(".")[0] for name in imported(path)}
    assert not at_import & {"matplotlib", "scipy"}, "matplotlib and scipy are imported lazily"
    if LEVEL.get(part_of(path), 99) < LEVEL["sweep"]:
        assert "pandas" not in anywhere, "pandas is used from sweep up"
    if part_of(path) not in ("kernels", "domains", "analysis", "report"):
        assert not anywhere & {"numpy", "numba"}, "arrays live in kernels, domains and analysis"


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_file_is_longer_than_300_lines(path):
    assert len(path.read_text().splitlines()) <= 300


def test_print_lives_in_the_command_line_and_the_report():
    for path in FILES:
        calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        if any(getattr(call.func, "id", "") == "print" for call in calls):
            assert part_of(path) in ("cli", "report"), path


def test_help_answers_in_less_than_a_third_of_a_second_of_cpu():
    compileall.compile_dir(str(ROOT), quiet=1)
    command = [sys.executable, "-m", "research", "--help"]
    subprocess.run(command, check=True, capture_output=True)
    used = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(used) < 0.3, used


def test_importing_everything_leaves_the_global_generator_alone():
    script = (
        "import random; random.seed(5); before = random.getstate()\n"
        "import numpy; numpy.random.seed(5); old = numpy.random.get_state()[1].tolist()\n"
        "import research, research.results, research.cli\n"
        "from research.registry import REGISTRIES\n"
        "[list(registry) for registry in REGISTRIES.values()]\n"
        "assert random.getstate() == before and numpy.random.get_state()[1].tolist() == old\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
