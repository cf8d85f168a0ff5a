"""IDA* (Korf 1985): depth-first searches bounded by f = g + h, with a bound that grows."""

from collections.abc import Callable, Iterator

from research.fog import View, Visits
from research.heuristics import HeuristicName, toward
from research.kernels.twins import Twin
from research.parameters import Order
from research.registry import strategies
from research.task import Node

Step = tuple[Node, Node | None, float, Iterator[Node]]

LINES = frozenset({"linear_conflict", "wall_conflict"})
PATTERNS = ("pattern_4_4", "pattern_5_5_5", "pattern_6_6_3", "pattern_7_8", "pattern_6_6_6_6")
TWIN = Twin(
    "research.kernels.sliding.ida_star",
    "ida_star",
    h=LINES | {"manhattan", "wall_distance", *PATTERNS},
    short=LINES,
    goal_apart=True,
    samples=tuple((name, "pattern_4_4") for name in PATTERNS),
)


@strategies.register(needs={"jump"}, twins={"slide": TWIN})
def ida_star(view: View, h: HeuristicName = "manhattan", order: Order | None = None) -> Visits:
    """IDA*: depth-first up to a bound on g + h, which grows to the least that exceeded it.

    Optimal route when h is admissible and costs are positive; hardly any memory, at the price of
    visiting again. The node before is left out, other repetitions are not looked for. The goal is
    taken when it is generated within the bound. order: tie order of the directions; default: the world's own.
    """
    return (yield from deepen(view, toward(h, view), order))


def deepen(view: View, estimate: Callable[[Node], float], order: str | None) -> Visits:
    """Search depth-first up to a bound on g + estimate that grows from that of the start on."""
    view.counters.update(generated=1, expanded=0, iterations=0)
    bound: float | None = estimate(view.start)
    while bound is not None:
        view.counters["iterations"] += 1
        bound = yield from _bounded(view, estimate, bound, order)


def _bounded(view: View, estimate: Callable[[Node], float], bound: float, order: str | None) -> Visits:
    """Search all routes with g + h up to `bound`; return the least that is above it, None for none."""
    beyond: float | None = None
    view.counters["expanded"] += 1
    yield from view.reopen(view.start)
    # The route that is followed: node, the one before, cost, children that are still to be created.
    stack: list[Step] = [(view.start, None, 0, iter(view.neighbors(view.start, order)))]
    while stack:
        node, before, cost, children = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
        elif child != before:
            view.counters["generated"] += 1
            ahead = cost + view.edges[node][child]
            f = ahead + estimate(child)
            if f <= bound:
                view.counters["expanded"] += 1
                # Where the goal is hidden, any node may be it.
                if child in view.goals or not view.goals:
                    _lead_to(view, child, stack)
                yield from view.reopen(child)
                stack.append((child, node, ahead, iter(view.neighbors(child, order))))
            elif beyond is None or f < beyond:
                beyond = f
    return beyond


def _lead_to(view: View, last: Node, stack: list[Step]) -> None:
    """Make the parents those of the route that is followed: other branches have left theirs."""
    route = [node for node, *_ in stack]
    view.parents.update(zip(route[1:], route, strict=False))
    view.parents[last] = route[-1]
    view.parents[view.start] = None
