"""A match that is played again from its transcript."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from research.api import play
from research.arena.transcript import Recorded, replaying, told
from research.domains.maze import Maze
from research.domains.maze.formats import koth
from research.episode import Budget, Episode
from research.fog import Fog


@dataclass(frozen=True)
class Replayed:
    """The maze, the episode as it came out again, and how it ended then."""

    maze: Maze
    episode: Episode
    ended: dict[str, Any]

    @property
    def same(self) -> bool:
        """Whether it ended as it did then."""
        return told(self.episode) == self.ended

    def facts(self) -> dict[str, Any]:
        """Return how it ended, and whether as then."""
        return told(self.episode) | {"same": self.same}

    def drawing(self) -> str:
        """Return the maze with the walk."""
        return self.maze.drawing(cast(Any, self.episode.walk))

    def line(self) -> str:
        """Return how it ended on one line."""
        episode = self.episode
        verdict = "as recorded" if self.same else f"recorded was {self.ended.get('outcome')}"
        return f"{episode.outcome.value}, {episode.steps} steps: {verdict}"


def replayed(path: Path) -> Replayed:
    """Play a transcript's match again; BadInput: the file is no transcript of a maze, or says otherwise."""
    recorded = Recorded(path)
    head = recorded.head
    maze: Maze = koth.read(head["text"])
    params = json.loads(head["strategy_params"])
    with replaying(recorded):
        episode = play(
            maze,
            head["strategy"],
            fog=Fog.parse(head["fog"]),
            budget=Budget(steps=head["steps"]),
            seed=head["seed"],
            **params,
        )
    return Replayed(maze, episode, recorded.ended)
