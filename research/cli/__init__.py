"""The command line; a file for each kind of work, registered on one application."""

from research.cli import experiments, instances, registered, spaces
from research.cli.app import app, main

__all__ = ["app", "experiments", "instances", "main", "registered", "spaces"]
