"""The manifest: what was run, by which code, where and when, and how it ended."""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import research
from research.sweep.plan import Plan

PACKAGES = ("networkx", "numpy", "pandas", "scipy", "matplotlib", "pydantic", "pyarrow")


def begin(plan: Plan, workers: int) -> dict[str, Any]:
    """Return the manifest as it is before the first job; `settings` is what tables are made by."""
    experiment = plan.experiment
    compare = experiment.compare
    return {
        "experiment": experiment.name,
        "question": experiment.question,
        "config_sha256": hashlib.sha256(experiment.text.encode()).hexdigest(),
        "settings": {
            "metrics": experiment.metrics,
            "failures": experiment.failures,
            "compare": compare.model_dump() if compare else None,
            "best": experiment.best,
            "claims": experiment.claims,
            "totals": experiment.totals,
            "plugins": experiment.plugins,
            "plots": [[kind, options.model_dump()] for kind, options in experiment.plots],
        },
        "jobs": plan.size,
        "skipped": dict(plan.skipped),
        "limits": {
            "steps": experiment.limit or experiment.budget.steps,
            "seconds": experiment.budget.seconds,
            "memory_mb": experiment.budget.memory_mb,
        },
        "fogs": [str(fog) for fog in experiment.fogs],
        "code": code_version(),
        "python": platform.python_version(),
        "packages": {name: metadata.version(name) for name in PACKAGES},
        "machine": {"system": platform.system(), "processor": platform.machine(), "workers": workers},
        "command": " ".join(["research", *sys.argv[1:3]]) if sys.argv[1:2] == ["run"] else "",
        "started": _now(),
    }


def finish(manifest: dict[str, Any], outcomes: dict[str, int]) -> dict[str, Any]:
    """Return the manifest of a run that is complete."""
    return manifest | {"finished": _now(), "outcomes": outcomes}


def text_of(manifest: dict[str, Any]) -> str:
    """Return the manifest as JSON, the way it is written."""
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def code_version() -> dict[str, Any]:
    """Return the version of this package, and of its checkout where it runs from one."""
    version: dict[str, Any] = {"version": research.__version__, "commit": None, "modified": None}
    folder = Path(research.__file__).parent
    try:
        commit = _git(folder, "rev-parse", "HEAD")
        version |= {"commit": commit, "modified": bool(_git(folder, "status", "--porcelain", "."))}
    except (OSError, subprocess.SubprocessError):
        pass
    return version


def _git(folder: Path, *words: str) -> str:
    # Only a checkout of this very package counts, not one that an environment happens to lie in.
    if not (folder.parent / ".git").exists():
        raise FileNotFoundError(folder.parent / ".git")
    command = ["git", "-C", str(folder), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    return done.stdout.strip()
