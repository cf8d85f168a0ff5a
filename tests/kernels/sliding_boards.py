"""Boards for the tests of sliding kernels: the expected files, and a plain replay of moves."""

import csv
from functools import cache
from random import Random

from conftest import shared

from research.kernels.sliding.tables import WALL, neighbours

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
KORF_GOAL = bytes(range(16))
EASIEST = [79, 12, 42, 55, 97, 19, 94, 47, 93, 9, 74, 48, 30, 86, 31, 85, 73, 28, 45, 61]


def board(text):
    """Cells of a board in symbols."""
    return bytes(WALL if symbol == "=" else SYMBOLS.index(symbol) for symbol in text)


def blank_last(cells):
    """The goal with the i-th symbol in cell i; walls take their symbol with them."""
    return bytes(WALL if tile == WALL else (at + 1) % len(cells) for at, tile in enumerate(cells))


def contest():
    """The contest's boards as (cells, goal, width); the first has the number 1."""
    lines = shared("data", "sliding", "contest_5000.txt").read_text().splitlines()[2:]
    boards = [(board(line.split(",")[2]), int(line.split(",")[0])) for line in lines]
    return [(cells, blank_last(cells), width) for cells, width in boards]


def korf(name="korf_15.txt"):
    """Korf's boards by number."""
    rows = [line.split() for line in shared("data", "sliding", name).read_text().splitlines()]
    return {int(number): bytes(map(int, tiles)) for number, *tiles in rows}


def table(name):
    """The rows of a file of expected values."""
    with shared("vectors", name).open() as lines:
        return list(csv.DictReader(lines))


def replay(cells, moves, width):
    """The board after the moves; KeyError where one is impossible."""
    now, near = bytearray(cells), neighbours(cells, width)
    for move in moves:
        here = now.index(0)
        to = near[here][move]
        now[here], now[to] = now[to], 0
    return bytes(now)


def scrambled(goal, width, steps, seed):
    """A board some random moves away from the goal."""
    rng, now = Random(seed), goal
    for _ in range(steps):
        now = replay(now, rng.choice(list(neighbours(now, width)[now.index(0)])), width)
    return now


@cache
def distances_from(goal, width):
    """The depth of every board that can be reached, by a plain breadth-first search."""
    depths, layer = {goal: 0}, [goal]
    near = [tuple(each.values()) for each in neighbours(goal, width)]
    for now in layer:
        here, depth = now.index(0), depths[now] + 1
        for to in near[here]:
            then = bytearray(now)
            then[here], then[to] = then[to], 0
            board = bytes(then)
            if board not in depths:
                depths[board] = depth
                layer.append(board)
    return depths
