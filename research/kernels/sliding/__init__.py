"""Kernels for sliding puzzles."""
