"""The worlds: what turns mazes, puzzles and boards into tasks."""
