"""SolveFun: a depth-first walk that prefers the direction in which the goal lies."""

from research.fog import View, Visits
from research.registry import strategies
from research.task import Node

CLOCKWISE = "NESW"


@strategies.register(needs={"goal", "headings"})
def direction_preference(view: View) -> Visits:
    """Depth-first walk that tries the side toward the goal first, then the others clockwise.

    The rule of SolveFun, a solver of the maze contest: up if the goal is above and at least as far
    in rows as in columns; else right if it is to the right and at least as far in columns; else
    down if below and at least as far in rows; else left. No side is new: a step back along
    the stack. Complete on finite mazes; on a perfect maze steps = distance + 2 * backsteps.
    """
    stack = [view.here]
    while stack:
        node = stack[-1]
        child = next((near for near in _by_preference(view, node) if near not in view.visits), None)
        if child is not None:
            view.parents[child] = node
            stack.append(child)
            yield child
        else:
            stack.pop()
            if stack:
                yield from view.step_back(stack[-1])


def _by_preference(view: View, node: Node) -> tuple[Node, ...]:
    """Return the neighbours, the preferred direction first and then clockwise."""
    turn = CLOCKWISE.index(preferred(node, view.goal))
    return view.neighbors(node, CLOCKWISE[turn:] + CLOCKWISE[:turn])


def preferred(node: Node, goal: Node) -> str:
    """Return the letter of the side that SolveFun tries first at the cell `node`."""
    rows, cols = goal[0] - node[0], goal[1] - node[1]  # type: ignore[index]
    if rows < 0 and abs(rows) >= abs(cols):
        return "N"
    if cols > 0 and abs(cols) >= abs(rows):
        return "E"
    if rows > 0 and abs(rows) >= abs(cols):
        return "S"
    return "W"
