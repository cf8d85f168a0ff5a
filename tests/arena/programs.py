"""Good programs that speak the arena's protocols, and a match of one."""

import research

# The contest's stateless protocol: the nearest choice to the end, without memory.
STATELESS = """
import sys
lines = sys.stdin.read().split("\\n")
row, col = map(int, lines[2].split())
choices = [tuple(map(int, each.split())) for each in lines[6].split(",")]
print(*min(choices, key=lambda cell: abs(cell[0] - row) + abs(cell[1] - col)))
"""

# The project's own protocol: depth first, with its own memory.
NATIVE = """
assert input() == "hello research 1"
print("ready 1", flush=True)
stack, visited = [], set()
while True:
    try:
        verb, *rest = input().split()
    except EOFError:
        break
    if verb != "see":
        continue
    here, *near = rest
    visited.add(here)
    fresh = [node for node in near if node not in visited]
    if fresh:
        stack.append(here)
        print("go", fresh[0], flush=True)
    elif stack:
        print("go", stack.pop(), flush=True)
    else:
        print("unreachable", flush=True)
"""

# A mouse with its left hand on the wall.
MOUSE = """
import sys
def ask(command):
    print(command, flush=True)
    return input()
print("started", file=sys.stderr)
assert int(ask("mazeWidth")) == 9
print("setColor 0 0 G", flush=True)
while True:
    if ask("wallLeft") == "false":
        ask("turnLeft")
    while ask("wallFront") == "true":
        ask("turnRight")
    ask("moveForward")
"""


def played(maze, folder, source, protocol, budget=research.Budget(steps=2000), arguments="", **params):
    (folder / "player.py").write_text(source)
    command = f"{{python}} player.py {arguments}"
    params = {"answer_seconds": 10.0, "start_seconds": 20.0} | params
    return research.play(
        maze, "program", budget=budget, command=command, protocol=protocol, folder=str(folder), **params
    )
