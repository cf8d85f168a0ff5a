"""Strategies, one file each; a file dropped here is found by the registry without another edit.

`from research import strategies` and `@strategies.register()` is all that a strategy's file needs.
"""

from research.registry import strategies as _registry

register = _registry.register
