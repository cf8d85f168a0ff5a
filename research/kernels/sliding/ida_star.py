"""IDA* (Korf 1985) on packed boards: depth first, below a bound on f that grows by what was missed.

A node is a packed board and the edge that led to it; the stack is explicit and outlives a slice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from research.kernels.compiled import compiled
from research.kernels.found import ENDS, EXHAUSTED, MEMORY, SOLVED, Found, Limits
from research.kernels.sliding import tables
from research.kernels.sliding.conflicts import Conflicts, conflicts, conflicts_after
from research.kernels.sliding.ida_star_cells import ida_star_cells
from research.kernels.sliding.watch import SLICE, Watch

# Where `state` keeps what outlives a slice.
DEPTH, GENERATED, EXPANDED, OVER = range(4)
SLICE_NODES = 20_000_000
# What is reported for a bound that no node went over.
NEVER = 1 << 40


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

    Boards of more than 16 cells, conflicts between walls, and "wall_conflict" are left to
    `ida_star_cells`. h: a distance of `tables.distances` or "linear_conflict" (Hansson, Mayer and Yung
    1992; lines of at most 7 cells).
    order: the blank's moves as they are tried. generated counts the root once, a child also when it is
    pruned, the parent's move not at all, over all iterations; the search stops when the goal is
    generated. With "manhattan" and the default order these are the counts of Korf's paper. stored is
    the depth of the stack.
    """
    between_walls = h == "linear_conflict" and tables.WALL in cells
    if len(cells) > tables.PACKED_CELLS or h == "wall_conflict" or between_walls:
        return ida_star_cells(cells, goal, width, limits=limits, h=h, order=order)
    tables.checked(cells, goal, width)
    lines = conflicts(goal, width) if h == "linear_conflict" else None
    table = tables.distances("manhattan" if lines else h, goal, width)
    board = tables.edges(cells, width, order)
    start, end_board = tables.packed(cells), tables.packed(goal)
    # Tables of 16 tiles a row, so that the packed tile is an index without a multiplication.
    square = np.zeros((tables.PACKED_CELLS, len(cells)), np.int64)
    square[: len(cells)] = table
    cost = tables.costs(square, board, g=1).astype(np.int16)
    bound = tables.total(table, cells) + (lines.total(start) if lines else 0)
    watch, state, iterations = Watch(limits), np.zeros(8, np.int64), 0
    state[GENERATED] = 1
    if start == end_board:
        return Found(ENDS[SOLVED], generated=1)
    while True:
        iterations += 1
        boards, places, slack = (np.zeros(bound + 3, kind) for kind in (np.uint64, np.uint64, np.int64))
        if not watch.holds(boards.nbytes * 3 + cost.nbytes + (lines.nbytes if lines else 0)):
            end = MEMORY
            break
        boards[0], slack[0] = start, bound - tables.total(table, cells)
        boards[0], places[0] = start, board.root(cells.index(0)) * tables.ROW
        slack[0] -= lines.total(start) if lines else 0
        state[DEPTH], state[OVER] = 0, NEVER
        state[EXPANDED] += 1
        end = _iteration(state, boards, places, slack, np.uint64(end_board), board, cost, lines, watch)
        if end != EXHAUSTED or state[OVER] == NEVER:
            break
        bound += int(state[OVER])
    walked = [int(board.after[int(places[depth]) - 1]) for depth in range(int(state[DEPTH]) + 1)]
    return Found(
        ENDS[end],
        board.word(walked) if end == SOLVED else "",
        generated=int(state[GENERATED]),
        expanded=int(state[EXPANDED]),
        stored=int(state[DEPTH]) + 1,
        iterations=iterations,
        peak_bytes=watch.peak_bytes,
    )


def _iteration(
    state: np.ndarray,
    boards: np.ndarray,
    places: np.ndarray,
    slack: np.ndarray,
    goal: np.uint64,
    board: tables.Edges,
    cost: np.ndarray,
    lines: Conflicts | None,
    watch: Watch,
) -> int:
    """Search below one bound in slices."""
    shift, factor = tables.shifts(board)
    rows_and_columns = lines.arrays(board) if lines else None
    return watch.drive(
        lambda: int(state[GENERATED]),
        lambda until: _dive(
            state, boards, places, slack, goal, board.after, shift, factor, cost, until, rows_and_columns
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
    lines: Any,
) -> Any:
    """Search on below the bound; slack is how much f may still rise, places where in `after` we are.

    lines: None, or what `conflicts_after` needs (numba compiles one function for each).
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
        if lines is not None:
            rest -= conflicts_after(board, child, edge, lines)
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
