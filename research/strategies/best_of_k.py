"""Best of k: on the whole map, the shortest of many walks by Warnsdorff's rule with ties drawn at random."""

from research.fog import View, Visits
from research.parameters import Count
from research.registry import strategies
from research.task import Node


@strategies.register(needs={"walk", "map"}, random=True)
def best_of_k(view: View, k: Count = 200) -> Visits:
    """Plan k walks on the map and walk the shortest: the neighbour with the fewest unvisited exits.

    Ties, and which of several nearest frontier nodes comes next, are drawn at random. It needs the whole
    map, and gives up where its sight does not take it in. Complete on finite graphs.
    """
    if len(view.edges) < len(view.seen):
        return "the map is larger than its sight"
    plan: list[Node] = []
    for _ in range(k):
        walk = _walk(view, len(plan) or None)
        if walk and (not plan or len(walk) < len(plan)):
            plan = walk
    yield from plan
    return None


def _walk(view: View, limit: int | None) -> list[Node]:
    """Return the nodes of a walk over the whole map, the start left out; [] for one beyond the limit."""
    edges, here = view.edges, view.here
    left = {node: sum(there != here for there in near) for node, near in edges.items()}
    unvisited = dict.fromkeys(node for node in edges if node != here)
    walk: list[Node] = []
    while unvisited:
        way = _onward(view, here, left, unvisited)
        walk += way
        if limit is not None and len(walk) >= limit:
            return []
        here = way[-1]
        del unvisited[here]
        for there in edges[here]:
            left[there] -= 1
    return walk


def _onward(view: View, here: Node, left: dict[Node, int], unvisited: dict[Node, None]) -> list[Node]:
    """Return the way to the next unvisited node: a neighbour, or the nearest."""
    near = [there for there in view.edges[here] if there in unvisited]
    if near:
        fewest = min(left[there] for there in near)
        return [view.rng.choice([there for there in near if left[there] == fewest])]
    before: dict[Node, Node] = {here: here}
    ring, found = [here], list[Node]()
    while not found:
        beyond: list[Node] = []
        for node in ring:
            for there in view.edges[node]:
                if there not in before:
                    before[there] = node
                    beyond.append(there)
        ring, found = beyond, [node for node in beyond if node in unvisited]
    way = [view.rng.choice(found)]
    while before[way[-1]] != here:
        way.append(before[way[-1]])
    return way[::-1]
