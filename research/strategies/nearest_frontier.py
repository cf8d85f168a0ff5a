"""Nearest frontier, or greedy mapping (Koenig, Tovey and Halliburton 2001): go where it is near."""

from collections import deque
from collections.abc import Callable

from research.fog import View, Visits
from research.parameters import Order
from research.registry import strategies
from research.task import Node

# Which unvisited neighbour to visit, given the letter of the last step's side; None where there is none.
Rule = Callable[[View, str], Node | None]


@strategies.register(needs={"walk"})
def nearest_frontier(view: View, order: Order | None = None) -> Visits:
    """Visit an unvisited neighbour, the first in order; else walk to the nearest unvisited node.

    The nearest is found by breadth-first search from here over visited nodes, neighbours in order,
    the first found. Complete on finite graphs; knows nothing of the goal.
    """
    while (node := nearest(view, order)) is not None:
        yield node


def nearest(view: View, order: str | None = None) -> Node | None:
    """Return the unvisited node that breadth-first search over visited nodes finds first, or None."""
    queue, seen = deque([view.here]), {view.here}
    while queue:
        for near in view.neighbors(queue.popleft(), order):
            if near not in view.visits:
                return near
            if near not in seen:
                seen.add(near)
                queue.append(near)
    return None


def else_nearest(view: View, rule: Rule) -> Visits:
    """Visit the unvisited neighbour that `rule` chooses; where there is none, the nearest frontier.

    The rule gets the heading: the side of the last step, the first letter before any.
    """
    heading = view.letters[0]
    while True:
        node = rule(view, heading)
        if node is None:
            node = nearest(view)
        if node is None:
            return
        heading = side_of_arrival(view, node)
        yield node


def side_of_arrival(view: View, node: Node) -> str:
    """Return the side of the last step on the way from here to another known node."""
    way = view.route(node)
    assert way is not None, "a frontier node can be reached"
    return view.letter(way[-2], way[-1])


def first_turn(view: View, heading: str, turns: tuple[int, ...]) -> Node | None:
    """Return the unvisited neighbour that comes first by turns: 0 ahead, 1 right, 2 back, -1 left."""
    letters = view.letters
    facing = letters.index(heading)
    unvisited = {view.letter(view.here, near): near for near in view.neighbors() if near not in view.visits}
    tried = (letters[(facing + turn) % len(letters)] for turn in turns)
    return next((unvisited[letter] for letter in tried if letter in unvisited), None)
