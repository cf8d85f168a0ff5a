"""A player for `research`: depth first, nearest to the goal first, back along its own trail."""

input()
print("ready 1", flush=True)
goal, trail, visited = None, [], set()


def distance(node):
    """Rows and columns from a node to the goal."""
    return sum(abs(int(a) - int(b)) for a, b in zip(node.split(","), goal.split(","), strict=False))


while True:
    try:
        verb, *rest = input().split()
    except EOFError:
        break
    if verb == "goal":
        goal = rest[0]
    elif verb == "see":
        here, *near = rest
        visited.add(here)
        fresh = sorted((node for node in near if node not in visited), key=distance)
        if fresh:
            trail.append(here)
        print("go", fresh[0] if fresh else trail.pop(), flush=True)
