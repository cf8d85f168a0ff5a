"""Rotor router (Priezzhev, Dhar, Dhar and Krishnamurthy 1996): the random walk made deterministic."""

from research.fog import View, Visits
from research.parameters import Order
from research.registry import strategies
from research.task import Node


@strategies.register(needs={"walk"})
def rotor_router(view: View, order: Order | None = None) -> Visits:
    """Leave each node by the next of its sides in order, round and round.

    Complete: covers every finite graph within 2 * edges * diameter steps (Yanovski, Wagner and
    Bruckstein 2003); then it goes round one tour of all edges, both ways, for ever. order: tie
    order of the sides.
    """
    departures: dict[Node, int] = {}
    while neighbors := view.neighbors(order=order):
        turn = departures.get(view.here, 0)
        departures[view.here] = turn + 1
        yield neighbors[turn % len(neighbors)]
