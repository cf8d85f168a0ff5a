"""What a compiled search reports: how it ended, the moves, and its counters."""

from __future__ import annotations

from dataclasses import dataclass, field

# How a search can end, by the number that kernels return.
SOLVED, EXHAUSTED, NODES, SECONDS, MEMORY = range(5)
ENDS = ("solved", "exhausted", "nodes", "seconds", "memory")

# Why an agent ends before all is visited: each way on leads nowhere.
SHUT_IN = "only dead ends are left"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use; None: no limit.

    nodes: generated ones, those visited where a twin walks; memory_mb: of its own tables; expansions: the
    goal's visit is one of them. Bidirectional searches finish the layer in which they come to so many.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory_mb: float | None = None
    expansions: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a search.

    end        one of ENDS: "exhausted" when nothing was left to expand
    moves      the blank's moves from the start to the goal as letters U D L R, "" unless solved (those made
               so far where a twin walks)
    generated  children created, the parent's move excluded (unless the algorithm says otherwise), root 1
    expanded   nodes whose children were created
    stored     nodes held at the end; peak_open: most open nodes at once
    iterations of iterative deepening; cuts: times that a beam was cut
    peak_bytes the most that the search's tables took
    own        counters that this algorithm alone has, by name
    """

    end: str
    moves: str = ""
    generated: int = 0
    expanded: int = 0
    stored: int = 0
    peak_open: int = 0
    iterations: int = 0
    cuts: int = 0
    peak_bytes: int = 0
    reason: str = ""
    own: dict[str, int] = field(default_factory=dict)
