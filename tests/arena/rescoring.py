"""The contest's score of a match, by its transcript alone: no code here is the project's.

The maze is the text in the transcript's first line; the walk is made again from what the program said.
"""

import gzip
import json
import re

# North, east, south, west.
SIDES = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def rescored(path):
    """Return steps and par of a match."""
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    head = json.loads(lines[0])
    size, start, end, *walls = head["text"].splitlines()
    size, start, end = int(size), tuple(map(int, start.split())), tuple(map(int, end.split()))
    par = max(abs(start[0] - end[0]) + abs(start[1] - end[1]), sum(line.count("1") for line in walls))
    protocol = json.loads(head["strategy_params"]).get("protocol", "research")
    walk = {"research": native, "session": session, "stateless": stateless, "mms": mouse}[protocol]
    steps = 0
    for cost, here in walk(lines[1:], (walls, size), start):
        steps += cost
        if here == end and steps <= size**3:
            return steps, par
    return size**3, par


def ways(board, cell):
    """The cells one step away, by the contest's text."""
    (south, east), size = board
    row, col = cell
    if row and south[(row - 1) * size + col] == "0":
        yield row - 1, col
    if row < size - 1 and south[row * size + col] == "0":
        yield row + 1, col
    if col and east[row * (size - 1) + col - 1] == "0":
        yield row, col - 1
    if col < size - 1 and east[row * (size - 1) + col] == "0":
        yield row, col + 1


def native(lines, board, here):
    """Yield what each answer costs and where it leads: through visited cells, every step paid."""
    visited = {here}
    for line in lines:
        if line.startswith((". ", "< go ")):
            there = tuple(map(int, line.split()[-1].split(",")))
            cost = way_length(board, visited, here, there)
            here = there
            visited.add(here)
            yield cost, here


def way_length(board, visited, here, there):
    """Steps from here to there through visited cells."""
    queue, seen = [(here, 0)], {here}
    for cell, distance in queue:
        if cell == there:
            return distance
        for near in ways(board, cell) if cell in visited else ():
            if near not in seen:
                seen.add(near)
                queue.append((near, distance + 1))
    raise AssertionError(f"no way from {here} to {there}")


def session(lines, board, here):
    """Every line of the program is an answer; one that is no choice costs a step and stays."""
    for line in lines:
        if line.startswith("< "):
            here = answered(line[2:], board, here)
            yield 1, here


def stateless(lines, board, here):
    """All that is said between two questions is one answer."""
    said = []
    for line in lines:
        if line.startswith("< "):
            said.append(line[2:])
        elif said:
            here = answered("\n".join(said), board, here)
            yield 1, here
            said = []


def answered(text, board, here):
    found = re.fullmatch(r"(\d+)[ \t]+(\d+)", text.strip(), re.ASCII)
    cell = found and (int(found[1]), int(found[2]))
    return cell if cell in list(ways(board, here)) else here


def mouse(lines, board, here):
    """Turns cost nothing, each cell of a move is a step, and a wall ends the move."""
    heading = 0
    for line in lines:
        command, *given = line.removeprefix("< ").split() if line.startswith("< ") else [""]
        heading = (heading + {"turnRight": 1, "turnLeft": 3}.get(command, 0)) % 4
        for _ in range(int((given or [1])[0]) if command == "moveForward" else 0):
            there = (here[0] + SIDES[heading][0], here[1] + SIDES[heading][1])
            if there not in list(ways(board, here)):
                break
            here = there
            yield 1, here
