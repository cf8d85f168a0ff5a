"""The offline optimum: the cheapest way for one who sees the whole graph."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx

from research.episode import play
from research.faults import BadInput
from research.files import cache_folder, write_text
from research.fog import WHOLE_MAP, Fog
from research.lazy import LazyGraph
from research.registry import strategies
from research.task import Cover, Reach, Task

if TYPE_CHECKING:
    from research.domains.coverage.optimum import Best, Optimum

# A covering walk is proved for graphs of up to so many nodes, in up to so many seconds for each objective.
MAX_COVERED = 400
SECONDS = 120.0
# Rules that give a first walk, which the proof then begins with.
FIRST = ("warnsdorff", "spiral", "smart_depth_first")
# The rule whose walk is told where a proof was not done in time and found none as good. Proofs that begin
# with it take no less time, some twice as much.
LAST = "best_of_k"
# Raised when what is kept of an optimum changes.
VERSION = 1


def optimal(task: Task) -> float | None:
    """Return the cost of a cheapest path to a goal, or the least moves that cover all nodes.

    None where there is none, where it is too much work (a LazyGraph, whose size nobody knows, or more than
    MAX_COVERED nodes to cover), and where the time was too short to prove it.
    """
    if isinstance(task.objective, Cover):
        found = covering(task)
        return found.moves.value if found is not None and found.moves.proven else None
    if isinstance(task.graph, LazyGraph):
        return None
    return _cheapest(task)


def _cheapest(task: Task) -> float | None:
    assert isinstance(task.objective, Reach)
    weighted = next((True for *_, data in task.graph.edges(data=True) if "weight" in data), False)
    if weighted:
        costs = nx.single_source_dijkstra_path_length(task.graph, task.start)
    else:
        costs = nx.single_source_shortest_path_length(task.graph, task.start)
    return min((costs[goal] for goal in task.goals if goal in costs), default=None)


def covering(task: Task, seconds: float = SECONDS) -> Optimum | None:
    """Return the best walks that cover all nodes of a task, with what none goes below.

    They are kept on disk by the task's key, and looked for again only where they are not proved and
    there is more time than before. None: nothing can cover it, or it is not the kind of task that this
    is solved for: all nodes of a graph of at most MAX_COVERED, every edge at cost 1.
    """
    graph = task.graph
    if task.hopeless or isinstance(graph, LazyGraph) or len(graph) > MAX_COVERED:
        return None
    if set(task.objective.nodes) != set(graph) or not nx.is_connected(graph) or nx.is_weighted(graph):
        return None
    return _kept(_Key(task), seconds)


class _Key:
    """A task that is told by its key alone, so that what was found for it can be remembered."""

    def __init__(self, task: Task) -> None:
        self.task = task

    def __hash__(self) -> int:
        return hash(self.task.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.task.key == other.task.key


@lru_cache(maxsize=1024)
def _kept(key: _Key, seconds: float) -> Optimum:
    from research.domains.coverage.optimum import optimum

    task = key.task
    place = cache_folder() / "optima" / f"{task.key}.json"
    found = _read(place, task, seconds)
    if found is None:
        walks = [play(task, strategies[name].function, fog=Fog(sight=WHOLE_MAP)).walk for name in FIRST]
        found = optimum(task.graph, task.start, walks, seconds=seconds)
        if not (found.moves.proven and found.twice.proven):
            found = found.with_walk(play(task, strategies[LAST].function, fog=Fog(sight=WHOLE_MAP)).walk)
        # A cache that cannot be written is only slow.
        with suppress(BadInput):
            write_text(place, json.dumps({"version": VERSION, "seconds": seconds} | asdict(found)))
    return found


def _read(place: Path, task: Task, seconds: float) -> Optimum | None:
    """Return what was kept; None: nothing, nothing sound, or not proved and in less time."""
    from research.domains.coverage.optimum import Optimum

    try:
        kept = json.loads(place.read_text(encoding="utf-8"))
        found = Optimum(*(_best(task, kept, name) for name in ("moves", "twice")))
        longest = float(kept["seconds"])
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None
    enough = (found.moves.proven and found.twice.proven) or longest >= seconds
    return found if kept["version"] == VERSION and enough else None


def _best(task: Task, kept: dict[str, Any], name: str) -> Best:
    """Return one of the walks that were kept; ValueError where it is not what it says, or below its bound."""
    from research.domains.coverage.optimum import Best, covers, value_of

    walk = tuple(tuple(node) for node in kept[name]["walk"])
    best = Best(walk, int(kept[name]["value"]), int(kept[name]["bound"]))
    if not covers(task.graph, task.start, walk) or value_of(walk, name) != best.value:  # type: ignore[arg-type]
        raise ValueError("the walk that was kept is another task's")
    if not 0 <= best.bound <= best.value:
        raise ValueError("the bound that was kept is none of this walk's")
    return best
