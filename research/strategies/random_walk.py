"""Random walk: the yardstick that every search should beat (Polya 1921)."""

from research.fog import View, Visits
from research.registry import strategies


@strategies.register(needs={"walk"}, random=True)
def random_walk(view: View) -> Visits:
    """Step to a neighbour drawn uniformly, for ever. On a tree the way there and back takes
    2 * (nodes - 1) * distance steps on average.
    """
    while neighbors := view.neighbors():
        yield view.rng.choice(neighbors)
