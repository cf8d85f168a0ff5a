"""Real-time A* (Korf 1990): an agent that moves after a bounded lookahead and yet arrives."""

from math import inf

from research.fog import View, Visits
from research.heuristics import HeuristicName
from research.kernels.found import SHUT_IN
from research.kernels.twins import Twin
from research.parameters import Count
from research.registry import strategies
from research.strategies.real_time import TWIN_H, Agent, Ties

TWIN = Twin("research.kernels.sliding.rta_star", "rta_star", h=TWIN_H, sums=True, seeded=True, walks=True)


@strategies.register(random=True, twins={"slide": TWIN})
def rta_star(
    view: View, h: HeuristicName = "manhattan", lookahead: Count = 1, ties: Ties = "random"
) -> Visits:
    """RTA*: move to the neighbour with the least f, and note the second least f of where one has been.

    f is the step's cost plus the value of the neighbour: the table's where it was visited, else that of a
    lookahead. lookahead: its depth in moves from here; 1 takes the neighbours' own h. What lies beyond an
    uncharted node is unknown, so that in mazes with sight 1 the depth makes no difference. ties: which of
    the best neighbours. Complete where the graph is finite, costs are positive and h is finite (Korf
    1990); the way is not optimal. Where no goal can be reached it ends when everything was visited; if a
    deeper look keeps it out of a dead end, only the budget may end it. With one run a board Korf's 100 took
    2801 moves (standard deviation of such a mean 251) at lookahead 1 and 320 (22) at 8.
    """
    agent = Agent(view, h, lookahead, ties)
    while agent.has_unvisited:
        options = agent.options(rank=2)
        best, second = sorted([*options.values(), inf])[:2]
        if best == inf:
            return SHUT_IN
        agent.table[view.here] = second
        yield from agent.enter(agent.choose(options))
    return None
