"""Boards with a hole that are decided while they are walked: every rule is led around twice.

After Icking, Kamphans, Klein and Langetepe ("Exploring an unknown cellular environment", 2000): who knows
only the sides of the cells it has stood on, and must come back to the start, is at the mercy of one who
decides what lies in the cells that it has not entered. A board is decided in three steps, each played from
the beginning: nobody has yet seen anything of where they differ, so it is the same walk as before.

1. A corridor without end, the start in its middle.
2. The walk has gone away from the start for good: the corridor forks where it was going, and both arms turn
   round and run beside the corridor, back to its other end.
3. The walk comes back to the start: each end has one more cell, to which it must go again. Or it comes to
   the end of an arm: that arm meets the corridor's other end, and the other arm has one more cell, as far
   from there as can be.

Let it have seen a cells of the corridor to one side, b to the other and y of the arm that it comes back to:
home in 3 takes at least 2 (n - 1) steps before and 2 (n + 1) after, of 2 (n + 2) and less that a tour needs;
the end of an arm 4 (a + b + y) + 12 of 2 (a + b + y) + 10. Who has gone to and fro near the start has made
more steps than that already. So with a patience of q no rule is home in less than 2 - 8 / (q + 10) times
the shortest tour, and there is a patience for every number below 2.
"""

from collections import Counter

import networkx as nx

import research
from research.domains.coverage import Board
from research.episode import Budget
from research.task import Task


def decided(strategy, patience, **params):
    """Return the task that is worst for a strategy, and the walk after which it is decided.

    patience: steps that the strategy may make before it is held to what it does.
    """
    endless = {(0, col) for col in range(-2 * patience - 1, 2 * patience + 2)}
    walk = played(endless, strategy, 2 * patience, **params)
    assert len(walk) == 2 * patience + 1, f"{strategy} has given up in a corridor"
    home = next((at for at in range(patience, len(walk)) if walk[at] == (0, 0)), None)
    if home is not None:
        return task_of(heard_of(endless, walk[: home + 1])), walk[: home + 1]
    forked, ends, closing = fork({col for _, col in walk}, 1 if walk[-1][1] > 0 else -1)
    longer = played(forked, strategy, 1_000_000, **params)
    assert longer[: len(walk)] == walk
    at = next(at for at in range(len(walk), len(longer)) if longer[at] == (0, 0) or longer[at] in ends)
    walk = longer[: at + 1]
    free = heard_of(forked, walk)
    return task_of(free | {closing[walk[-1]]} if walk[-1] in ends else free), walk


def fork(cols, side):
    """Return the cells of a corridor over these columns that forks on one side, and what ends its arms.

    The last cells of the two arms, and the cell that would join each to the corridor's other end.
    """
    far, near = (max(cols) + 1, min(cols) - 1) if side > 0 else (min(cols) - 1, max(cols) + 1)
    corridor = {(0, col) for col in range(min(cols) - 1, max(cols) + 2)}
    arms = {(row, col) for row in (-2, 2) for _, col in corridor}
    ends = {(row, near): (row // 2, near) for row in (-2, 2)}
    return corridor | arms | {(-1, far), (1, far)}, set(ends), ends


def heard_of(free, walk):
    """Return the cells of a walk and the free ones beside them."""
    beside = {(row + r, col + c) for row, col in walk for r, c in ((-1, 0), (0, 1), (1, 0), (0, -1))}
    return set(walk) | beside & free


def played(free, strategy, steps, **params):
    """Return the walk of a strategy over free cells within so many steps, the start at 0,0."""
    return research.play(task_of(free), strategy, budget=Budget(steps=steps), seed=1, **params).walk


def task_of(free):
    """Return the task on a board of these cells, numbered as they are; random walks have the same numbers."""
    top, left = (min(cell[at] for cell in free) for at in (0, 1))
    rows, cols = (max(cell[at] for cell in free) + 1 - low for at, low in ((0, top), (1, left)))
    barriers = {(r, c) for r in range(rows) for c in range(cols) if (r + top, c + left) not in free}
    task = Board(rows, cols, frozenset(barriers), (-top, -left)).task()
    moved = {cell: (cell[0] + top, cell[1] + left) for cell in task.graph}
    graph = nx.relabel_nodes(task.graph, moved)
    cover = type(task.objective)(frozenset(graph))
    return Task(graph, (0, 0), cover, "decided late", geometry=task.geometry, key="decided late")


def closed_tour(task, walk):
    """Return the steps of a walk over all nodes and of the shortest way home from where it ends."""
    assert set(walk) == set(task.graph)
    return len(walk) - 1 + nx.shortest_path_length(task.graph, walk[-1], task.start)


def least_tour(graph):
    """Return the steps of a shortest closed tour of a graph with one ring at most.

    Each way of the ring is walked once, any other there and back: a closed tour crosses a way whose removal
    cuts the graph in two an even number of times.
    """
    bridges = set(nx.bridges(graph))
    assert Counter(graph.degree(node) for node in graph)[1] <= 4 and len(graph.edges) <= len(graph)
    return 2 * len(bridges) + len(graph.edges) - len(bridges)
