"""A plug-in that fails when it is imported, after it has registered a strategy."""

from research.registry import strategies


@strategies.register()
def mine(view):
    """Stay where one is."""
    yield view.here


STEPS_PER_MAZE = 1 / 0
