"""Small boards solved by dynamic programming over (cell, set of visited cells), to check solvers against.

`python tests/domains/coverage/exact_boards.py 4 4` counts all boards of a size, compiled by numba.

Cells are numbered; near[c] is the set of neighbours of c, and every set is an integer of bits.
"""

import sys

import numpy as np


def connected_sets(rows, cols):
    """Return every set of free cells of a board that hangs together, as lists of neighbour sets."""
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    boards = []
    for chosen in range(1, 1 << len(cells)):
        free = [cell for at, cell in enumerate(cells) if chosen >> at & 1]
        place = {cell: at for at, cell in enumerate(free)}
        near = np.zeros(len(free), np.int64)
        for (row, col), at in place.items():
            for there in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                near[at] |= 1 << place[there] if there in place else 0
        reached, grown = 1, 0
        while grown != reached:
            grown = reached
            for at in range(len(free)):
                if grown >> at & 1:
                    reached |= int(near[at])
        if reached == (1 << len(free)) - 1:
            boards.append(near)
    return boards


def least_moves(near):
    """Return, for each start, the least moves of a walk over all cells.

    left[visited, c]: moves still needed from c: to a new cell, or through visited ones to where one is near.
    """
    count = len(near)
    full = (1 << count) - 1
    left = np.zeros((full + 1, count), np.int64)
    for visited in range(full - 1, 0, -1):
        for c in range(count):
            left[visited, c] = 1 << 20
            for there in range(count):
                if near[c] & ~visited & (1 << there):
                    left[visited, c] = min(left[visited, c], 1 + left[visited | 1 << there, there])
        changed = True
        while changed:
            changed = False
            for c in range(count):
                for there in range(count):
                    if (near[c] & visited & (1 << there)) and left[visited, there] + 1 < left[visited, c]:
                        left[visited, c] = left[visited, there] + 1
                        changed = True
    found = np.zeros(count, np.int64)
    for c in range(count):
        found[c] = left[1 << c, c]
    return found


def least_twice(near):
    """Return, for each start, the fewest cells that a walk over all cells visits at least twice.

    Sets of cells that may be visited again are tried, the small ones first.
    """
    count = len(near)
    full = (1 << count) - 1
    found = np.full(count, -1, np.int64)
    can = np.zeros(full + 1, np.int64)
    for size in range(count + 1):
        for again in range(full + 1):
            bits, rest = 0, again
            while rest:
                rest &= rest - 1
                bits += 1
            if bits != size:
                continue
            can[full] = full
            for visited in range(full - 1, 0, -1):
                good = 0
                for c in range(count):
                    fresh = near[c] & ~visited
                    for there in range(count):
                        if fresh >> there & 1 and can[visited | 1 << there] >> there & 1:
                            good |= 1 << c
                            break
                good &= visited
                grown = -1
                while grown != good:
                    grown = good
                    for c in range(count):
                        if visited >> c & 1 and near[c] & good & again:
                            good |= 1 << c
                can[visited] = good
            done = True
            for c in range(count):
                if found[c] < 0 and can[1 << c] >> c & 1:
                    found[c] = size
                done = done and found[c] >= 0
            if done:
                return found
    return found


def totals(boards, moves_of, twice_of):
    """Return the boards, their starts, how many have a Hamiltonian path, the sums of R and of C."""
    starts = paths = again = twice = 0
    for near in boards:
        moves = moves_of(near) - (len(near) - 1)
        starts += len(near)
        paths += int((moves == 0).sum())
        again += int(moves.sum())
        twice += int(twice_of(near).sum())
    return len(boards), starts, paths, again, twice


def mean_cover_time(graph, start):
    """Return the exact mean number of steps in which a random walk covers a small graph.

    For each set of visited nodes, from the whole down, a linear system over the nodes in it.
    """
    nodes = list(graph)
    place = {node: at for at, node in enumerate(nodes)}
    full = (1 << len(nodes)) - 1
    means = {full: dict.fromkeys(range(len(nodes)), 0.0)}
    for visited in range(full - 1, 0, -1):
        inside = [at for at in range(len(nodes)) if visited >> at & 1]
        row = {at: number for number, at in enumerate(inside)}
        matrix, right = np.eye(len(inside)), np.ones(len(inside))
        for at in inside:
            near = [place[there] for there in graph[nodes[at]]]
            for there in near:
                if there in row:
                    matrix[row[at], row[there]] -= 1 / len(near)
                else:
                    right[row[at]] += means[visited | 1 << there][there] / len(near)
        if np.linalg.matrix_rank(matrix) == len(inside):
            means[visited] = dict(zip(inside, np.linalg.solve(matrix, right).tolist()))
        else:
            # Parts from which no new node is next cannot be met on the way of a walk.
            means[visited] = dict.fromkeys(inside, float("nan"))
    return means[1 << place[start]][place[start]]


if __name__ == "__main__":
    import numba

    size = (int(sys.argv[1]), int(sys.argv[2]))
    print(totals(connected_sets(*size), numba.njit(least_moves), numba.njit(least_twice)))
