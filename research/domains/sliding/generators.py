"""Boards at random: uniform among the solvable ones, or shuffled by a walk of the blank."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

import networkx as nx
from annotated_types import Ge

from research.domains.sliding.board import Board, GoalName
from research.domains.sliding.slide import BLANK, MAX_CELLS, OFFERS, WALL, Slide, exchanged
from research.domains.sliding.solvable import hopeless
from research.domains.sliding.symbols import goal_cells
from research.parameters import BoardSize, Size
from research.registry import generators

NotNegative = Annotated[int, Ge(0)]
# So many sets of walls are tried until one leaves all boards of the right parity solvable.
TRIES = 1_000


@generators.register("sliding.random", offers=OFFERS)
def random(
    seed: int, size: Size = BoardSize(3, 3), walls: NotNegative = 0, goal: GoalName = "blank_last"
) -> Board:
    """A board drawn uniformly from all that can be solved, with so many walls at random places.

    The walls are drawn again until the free cells hang together with any one of them taken away and
    are no ring: then every board of the right parity can be solved, and of two that differ in two
    tiles one is. ValueError: no such walls were found, or one side is 1.
    """
    rng = Random(seed)
    slide, wanted = _walled(rng, size, walls, goal)
    free = [cell for cell in range(len(wanted)) if cell not in slide.walls]
    tiles = [wanted[cell] for cell in free]
    rng.shuffle(tiles)
    cells = bytearray(wanted)
    for cell, tile in zip(free, tiles, strict=True):
        cells[cell] = tile
    drawn = bytes(cells)
    if hopeless(drawn, wanted, slide):
        one, other = [cell for cell in free if drawn[cell] != BLANK][:2]
        drawn = exchanged(drawn, one, other)
    return Board(size.width, size.height, drawn, goal)


@generators.register("sliding.shuffled", offers=OFFERS)
def shuffled(
    seed: int,
    size: Size = BoardSize(4, 4),
    moves: NotNegative = 100,
    walls: NotNegative = 0,
    goal: GoalName = "blank_last",
) -> Board:
    """The goal after a random walk of the blank that never takes its last move back where it can.

    Solvable by the way that it came. Where there are walls, every free cell can be reached.
    """
    rng = Random(seed)
    slide, here = _walled(rng, size, walls, goal, connected_only=True)
    before = here
    for _ in range(moves):
        near = slide.neighbors(here)
        onward = [there for there in near if there != before] or near
        before, here = here, rng.choice(onward)
    return Board(size.width, size.height, here, goal)


def _walled(
    rng: Random, size: BoardSize, walls: int, goal: GoalName, connected_only: bool = False
) -> tuple[Slide, bytes]:
    """Return moves and goal of a board with walls that shut nothing in; ValueError: there are none."""
    count = size.width * size.height
    if not 2 <= count <= MAX_CELLS:
        raise ValueError(f"found a board of {size}; expected 2 to {MAX_CELLS} cells")
    blank = count - 1 if goal == "blank_last" else 0
    places = [cell for cell in range(count) if cell != blank]
    if walls > len(places) - 1:
        raise ValueError(f"found {walls} walls; expected at most {len(places) - 1} on a board of {size}")
    for _ in range(TRIES if walls else 1):
        slide = Slide(size.width, size.height, frozenset(rng.sample(places, walls)))
        if _is_fit(slide, connected_only):
            return slide, goal_cells(count, slide.walls, goal)
    what = "leave it in one piece" if connected_only else "leave every board of the right parity solvable"
    raise ValueError(
        f"found no {walls} walls on a board of {size} that {what}; expected fewer, or a larger board"
    )


def _is_fit(slide: Slide, connected_only: bool) -> bool:
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_nodes_from(set(range(slide.width * slide.height)) - slide.walls)
    graph.add_edges_from((cell, there) for cell, ways in enumerate(slide.ways) for there in ways)
    if connected_only:
        return bool(nx.is_connected(graph))
    # Of a square of four cells all even boards are solvable though it is a ring: there are three tiles.
    ring = all(degree == 2 for _, degree in graph.degree) and len(graph) > 4
    return len(graph) > 2 and bool(nx.is_biconnected(graph)) and not ring


assert WALL > MAX_CELLS
