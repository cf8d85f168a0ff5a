"""Learning real-time A* (Korf 1990): an agent whose values grow, trial by trial, into the true costs."""

from math import inf

from research.fog import View, Visits
from research.heuristics import HeuristicName
from research.kernels.found import SHUT_IN
from research.kernels.twins import Twin
from research.parameters import Count
from research.registry import strategies
from research.strategies.real_time import TWIN_H, Agent, Ties

TWIN = Twin("research.kernels.sliding.rta_star", "lrta_star", h=TWIN_H, sums=True, seeded=True, walks=True)


@strategies.register(random=True, twins={"slide": TWIN})
def lrta_star(
    view: View,
    h: HeuristicName = "manhattan",
    lookahead: Count = 1,
    ties: Ties = "random",
    trials: Count = 1,
) -> Visits:
    """LRTA*: move to the neighbour with the least f, and note that f of where one has been.

    f, lookahead and ties as in RTA*; no value ever falls. trials: the most runs from the start to the goal
    with one table; before the last, the goal is only moved up to and the agent begins again, which jump
    allows. Learning ends with the first trial that changes no value: its moves are a shortest way when h is
    consistent (Korf 1990: values that no longer change are exact on the way). Counted are the trials that
    arrived, and the moves of the first and the last of them. Complete as RTA* is.
    """
    agent = Agent(view, h, lookahead, ties)
    for number in range(1, trials + 1):
        child, learned = view.here, False
        while agent.has_unvisited:
            options = agent.options(rank=1)
            best = min(options.values())
            if best == inf:
                return SHUT_IN
            old = agent.table.get(view.here, agent.estimate(view.here))
            agent.table[view.here] = max(old, best)
            learned = learned or best > old
            child = agent.choose(options)
            if child in view.goals:
                break
            yield from agent.enter(child)
        else:
            return None
        view.counters.update(trials=number, last_trial=len(agent.way))
        view.counters.setdefault("first_trial", len(agent.way))
        if number == trials or not learned:
            break
        yield from agent.begin_again()
    yield from agent.enter(child)
    return None
