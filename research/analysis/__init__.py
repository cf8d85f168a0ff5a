"""From rows to numbers that can be defended: frames, tables, statistics."""
