"""The maze world: cells with walls between them, a start, one goal or more."""

from research.domains.maze.grid import Maze

__all__ = ["Maze"]
