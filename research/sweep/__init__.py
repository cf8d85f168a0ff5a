"""Sweeps: from an experiment's YAML file to its rows: schema, plan, run, store."""
