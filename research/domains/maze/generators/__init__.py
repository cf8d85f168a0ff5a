"""Maze generators, one file each. A generator takes the literal seed: `random.Random(seed)`."""
