"""A contest architect: one corridor through all cells, row by row; it does not look at the seed."""

size, _ = map(int, input().split())
south = ["1"] * (size * (size - 1))
for row in range(size - 1):
    south[row * size + (size - 1 if row % 2 == 0 else 0)] = "0"
end = (size - 1, size - 1 if size % 2 else 0)
print(size, "0 0", f"{end[0]} {end[1]}", "".join(south), "0" * (size * (size - 1)), sep="\n")
