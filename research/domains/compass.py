"""The four sides of a cell, clockwise, and the geometries of worlds of cells with four neighbours."""

from __future__ import annotations

from dataclasses import dataclass

Cell = tuple[int, int]

SIDES = "NESW"
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
LETTERS = {step: letter for letter, step in STEPS.items()}


def next_to(cell: Cell, side: str) -> Cell:
    """Return the cell on that side of `cell`, inside the board or not."""
    rows, cols = STEPS[side]
    return cell[0] + rows, cell[1] + cols


@dataclass(frozen=True, slots=True)
class FourNeighbours:
    """Cells (row, col), row 0 on top, within a board of rows x cols, joined by their four sides."""

    rows: int
    cols: int

    kind = "grid4"
    letters = SIDES
    headings = True

    def letter(self, here: Cell, there: Cell) -> str:
        """Return the letter of the side of `here` on which the adjacent `there` lies."""
        return LETTERS[there[0] - here[0], there[1] - here[1]]

    def around(self, node: Cell) -> tuple[Cell, ...]:
        """Return the cells next to `node` inside the board, in the order N, E, S, W."""
        row, col = node
        near = ((row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1))
        return tuple((r, c) for r, c in near if 0 <= r < self.rows and 0 <= c < self.cols)


@dataclass(frozen=True, slots=True)
class Unbounded:
    """Cells (row, col) that are free or barred as a whole, on a board whose size nobody knows.

    Two free cells side by side are always joined: where a charted cell does not name the cell on one
    of its sides, that cell is barred, for all its other neighbours too.
    """

    kind = "grid4"
    letters = SIDES
    headings = True
    whole_cells = True

    def letter(self, here: Cell, there: Cell) -> str:
        """Return the letter of the side of `here` on which the adjacent `there` lies."""
        return LETTERS[there[0] - here[0], there[1] - here[1]]

    def around(self, node: Cell) -> tuple[Cell, ...]:
        """Return the four cells next to `node`, in the order N, E, S, W."""
        row, col = node
        return (row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)
