"""The world of coverage boards: free cells and barriers; every free cell is to be passed over."""

from research.domains.coverage.board import Board

__all__ = ["Board"]
