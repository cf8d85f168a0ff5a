"""The world of sliding puzzles: tiles and one blank on a board that may have walls."""

from research.domains.sliding.board import Board

__all__ = ["Board"]
