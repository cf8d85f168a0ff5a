"""IDA* (Korf 1985) on packed boards: depth first, below a bound on f that grows by what was missed.

A node is a packed board and the edge that led to it; the stack is explicit and outlives a slice.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.kernels.compiled import compiled
from research.kernels.found import ENDS, EXHAUSTED, MEMORY, SOLVED, Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.deepening import DEPTH, EXPANDED, GENERATED, OVER, begun, deepened
from research.kernels.sliding.ida_star_cells import BELOW, ida_star_cells
from research.kernels.sliding.pattern_steps import PatternSteps, pattern_step
from research.kernels.sliding.patterns import PARTITIONS
from research.kernels.sliding.watch import SLICE, Watch

SLICE_NODES = 20_000_000


def ida_star(
    cells: bytes,
    goal: bytes,
    width: int,
    *,
    limits: Limits = Limits(),
    h: str = "manhattan",
    order: str = tables.BLANK_ORDER,
) -> Found:
    """IDA*: a shortest answer when h is admissible; never ends by itself on a board without one.

    Boards of up to 16 cells are packed; larger ones, and conflicts in lines, are left to `ida_star_cells`.
    h: a distance of `tables.distances`, "linear_conflict" or "wall_conflict" (Hansson, Mayer and Yung
    1992), or the name of a partition for pattern databases (Korf and Felner 2002), which are built where
    they are not there yet. order: the blank's moves as they are tried.
    generated counts the root once, a child also when it is pruned, the parent's move not at all, over
    all iterations; the search stops when the goal is generated. With "manhattan" and the default order
    these are the counts of Korf's paper. stored is the depth of the stack.
    """
    if len(cells) > tables.PACKED_CELLS or h in BELOW:
        return ida_star_cells(cells, goal, width, limits=limits, h=h, order=order)
    tables.checked(cells, goal, width)
    board = tables.edges(cells, width, order)
    patterns = PatternSteps(h, goal, width, board, tables.PACKED_CELLS) if h in PARTITIONS else None
    # Patterns count their tiles together; by itself a tile adds nothing.
    table = tables.distances("zero" if patterns else h, goal, width)
    start, end_board = tables.packed(cells), tables.packed(goal)
    # Tables of 16 tiles a row, so that the packed tile is an index without a multiplication.
    square = np.zeros((tables.PACKED_CELLS, len(cells)), np.int64)
    square[: len(cells)] = table
    cost = tables.costs(square, board, g=1).astype(np.int16)
    estimate = tables.total(table, cells) + (patterns.total(cells) if patterns else 0)
    watch, state = Watch(limits), begun()
    if start == end_board:
        return Found(ENDS[SOLVED], generated=1)

    def iterate(bound: int) -> tuple[int, NDArray[np.uint64]]:
        boards, places = np.zeros(bound + 3, np.uint64), np.zeros(bound + 3, np.uint64)
        slack = np.zeros(bound + 3, np.int64)
        way = patterns.arrays(cells, bound + 3) if patterns else None
        kept = sum(each.nbytes for each in (patterns, *(way or ())[:2]) if each is not None)
        if not watch.holds(boards.nbytes * 3 + cost.nbytes + kept):
            return MEMORY, places
        boards[0], slack[0] = start, bound - estimate
        places[0] = board.root(cells.index(0)) * tables.ROW
        state[EXPANDED] += 1
        goal_board = np.uint64(end_board)
        end = _iteration(state, boards, places, slack, goal_board, board, cost, way, watch)
        return end, places

    return deepened(state, estimate, board, watch, iterate)


def _iteration(
    state: np.ndarray,
    boards: np.ndarray,
    places: np.ndarray,
    slack: np.ndarray,
    goal: np.uint64,
    board: tables.Edges,
    cost: np.ndarray,
    patterns: tuple[Any, ...] | None,
    watch: Watch,
) -> int:
    """Search below one bound in slices."""
    shift, factor = tables.shifts(board)
    return watch.drive(
        lambda: int(state[GENERATED]),
        lambda until: _dive(
            state,
            boards,
            places,
            slack,
            goal,
            board.after,
            shift,
            factor,
            cost,
            until,
            patterns,
        ),
        slice_nodes=SLICE_NODES,
    )


@compiled
def _dive(
    state: Any,
    boards: Any,
    places: Any,
    slack: Any,
    goal: Any,
    after: Any,
    shift: Any,
    factor: Any,
    cost: Any,
    until: Any,
    patterns: Any,
) -> Any:
    """Search on below the bound; slack is how much f may still rise, places where in `after` we are.

    patterns: None, or what `pattern_step` needs (numba compiles one function for each).
    """
    depth = np.uint64(state[DEPTH])
    board, place, left = boards[depth], places[depth], slack[depth]
    generated, expanded, over = state[GENERATED], state[EXPANDED], state[OVER]
    end = SLICE
    while generated < until:
        edge = after[place]
        if edge == np.uint64(0):
            if depth == np.uint64(0):
                end = EXHAUSTED
                break
            depth -= np.uint64(1)
            board, place, left = boards[depth], places[depth], slack[depth]
            continue
        place += np.uint64(1)
        generated += 1
        tile = (board >> shift[edge]) & np.uint64(15)
        rest = left - np.int64(cost[(edge << np.uint64(4)) | tile])
        child = board ^ (tile * factor[edge])
        if patterns is not None:
            rest -= pattern_step(depth, edge, tile, patterns)
        if rest < 0:
            over = min(over, -rest)
            continue
        places[depth] = place
        if child == goal:
            end = SOLVED
            break
        expanded += 1
        boards[depth], slack[depth] = board, left
        depth += np.uint64(1)
        board, place, left = child, edge << np.uint64(3), rest
    boards[depth], places[depth], slack[depth] = board, place, left
    state[DEPTH] = np.int64(depth)
    state[GENERATED], state[EXPANDED], state[OVER] = generated, expanded, over
    return end
