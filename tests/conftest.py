"""What several tests need: where the expected values lie, and small mazes to play on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from research.domains.maze import Maze
from research.domains.maze.formats import hex, koth

# Strategies that no process should play, or even know, but the workers that they are tried in.
collect_ignore = ["sweep/hostile.py"]

# A 3x3 board without inner walls but those around the goal, bottom right.
SHUT_IN = "913\n806\nC6F\n\n0,0\n2,2\n\n"

SHARED = Path(__file__).resolve().parents[2] / "shared"

EXAMPLE = """5
4 2
0 2
00001011101110001100
10100110000100010010
"""


def shared(*parts: str) -> Path:
    """Return a path below the folder of expected values, or skip the test where it is not there."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"the expected values {'/'.join(parts)} are not beside this checkout")
    return path


def vectors(name: str) -> list[dict[str, Any]]:
    """Return the lines of a file of expected values."""
    return [json.loads(line) for line in shared("vectors", name).read_text().splitlines()]


@pytest.fixture
def example() -> Maze:
    """The maze that the contest's rules print: 5x5, perfect, shortest path 14."""
    return koth.read(EXAMPLE)


@pytest.fixture
def shut_in() -> Maze:
    """A maze whose goal cannot be reached."""
    return hex.read(SHUT_IN)
