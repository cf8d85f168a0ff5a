"""Hunt and kill: a random walk that carves; when it is stuck, a new one begins beside the maze."""

from random import Random

from research.domains.compass import Cell
from research.domains.maze.carving import Board, carves


@carves("maze.hunt_and_kill")
def hunt_and_kill(rng: Random, board: Board, first: Cell) -> None:
    """Perfect maze by random walks that never go back: long corridors, about 10 % dead ends.

    Stuck, it hunts in row-major order for the first uncarved cell beside a carved one, joins the
    two (a carved neighbour drawn uniformly) and walks on. Not uniform over the spanning trees.
    """
    carved = {first}
    cells = board.cells()
    while True:
        _walk(rng, board, carved, first)
        # Cells at the front that are carved stay so: the next hunt need not look at them again.
        done = next((n for n, cell in enumerate(cells) if cell not in carved), len(cells))
        del cells[:done]
        prey = next((cell for cell in cells if cell not in carved and _beside(board, cell, carved)), None)
        if prey is None:
            return
        board.join(prey, rng.choice(_beside(board, prey, carved)))
        carved.add(prey)
        first = prey


def _walk(rng: Random, board: Board, carved: set[Cell], here: Cell) -> None:
    while fresh := [near for near in board.near(here) if near not in carved]:
        there = rng.choice(fresh)
        board.join(here, there)
        carved.add(there)
        here = there


def _beside(board: Board, cell: Cell, carved: set[Cell]) -> list[Cell]:
    return [near for near in board.near(cell) if near in carved]
