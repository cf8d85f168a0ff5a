"""Compiled twins of strategies: the same search, the same counters, many times as fast.

A kernel is optional: without numba `compiled.AVAILABLE` is false and nothing here is called.
"""
