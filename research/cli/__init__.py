"""The command line; a file for each kind of work, registered on one application."""

from research.cli import arena, experiments, instances, registered, spaces
from research.cli.app import app, main

__all__ = ["app", "arena", "experiments", "instances", "main", "registered", "spaces"]
