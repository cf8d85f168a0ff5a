"""Growing tree (Buck 2011): a list of active cells, and a rule which of them grows next."""

from random import Random
from typing import Literal

from research.domains.compass import Cell
from research.domains.maze.carving import Board, carves
from research.parameters import Probability


@carves("maze.growing_tree")
def growing_tree(
    rng: Random,
    board: Board,
    first: Cell,
    pick: Literal["newest", "random", "oldest", "mix"] = "random",
    p: Probability = 0.5,
) -> None:
    """Perfect maze by a list of active cells, of which one is picked and grows into a neighbour.

    pick: "newest" walks like the backtracker, "oldest" spreads in straight lines, "random" has about
    28 % dead ends, "mix" takes the newest with probability p, else a random one. A cell without
    an uncarved neighbour leaves the list. Not uniform over the spanning trees.
    """
    carved, active = {first}, [first]
    while active:
        at = _picked(rng, pick, p, len(active))
        fresh = [near for near in board.near(active[at]) if near not in carved]
        if not fresh:
            del active[at]
            continue
        there = rng.choice(fresh)
        board.join(active[at], there)
        carved.add(there)
        active.append(there)


def _picked(rng: Random, pick: str, p: float, count: int) -> int:
    """Return the place in the list of the cell that grows next."""
    if pick == "oldest":
        return 0
    if pick == "newest" or (pick == "mix" and rng.random() < p):
        return count - 1
    return rng.randrange(count)
