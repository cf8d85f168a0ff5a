"""The recursive backtracker: a depth-first walk that carves (with a stack, so without recursion)."""

from random import Random

from research.domains.compass import Cell
from research.domains.maze.carving import Board, carves


@carves("maze.backtracker")
def backtracker(rng: Random, board: Board, first: Cell) -> None:
    """Perfect maze by a random depth-first walk from the start: long corridors, few dead ends.

    At each turn the candidates are the uncarved neighbours of the top of the stack in the order
    N, E, S, W, and `rng.choice` takes one, also when there is just one. Not uniform over the
    spanning trees.
    """
    carved, stack = {first}, [first]
    while stack:
        candidates = [cell for cell in board.near(stack[-1]) if cell not in carved]
        if not candidates:
            stack.pop()
            continue
        cell = rng.choice(candidates)
        board.join(stack[-1], cell)
        carved.add(cell)
        stack.append(cell)
