"""File formats of mazes, one file each; every reader has a writer."""
