"""A maze as an SVG picture, with a walk in it and fog over what was not charted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from research.domains.compass import Cell
from research.domains.maze.grid import Maze

CELL = 16
COLOURS = {"S": "#0072B2", "G": "#D55E00", "walk": "#009E73", "fog": "#c9ccd1"}


def to_svg(maze: Maze, walk: Sequence[Cell] = (), charted: Collection[Cell] | None = None) -> str:
    """Return a whole SVG document; a cell is 16 units wide, the name is its title."""
    width, height = maze.cols * CELL, maze.rows * CELL
    title = escape(maze.name or f"maze of {maze.cols}x{maze.rows} cells")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4} {height + 4}" '
        f'width="{min(width + 4, 900)}" role="img"><title>{title}</title>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    if charted is not None:
        hidden = "".join(square_path(cell) for cell in maze.cells() if cell not in charted)
        parts.append(f'<path d="{hidden}" fill="{COLOURS["fog"]}"/>')
    if len(walk) > 1:
        points = " ".join(f"{x:g},{y:g}" for x, y in map(centre, walk))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{COLOURS["walk"]}" stroke-width="3" '
            'stroke-opacity="0.55" stroke-linejoin="round"/>'
        )
    for cell, mark in ((maze.start, "S"), *((goal, "G") for goal in maze.goals)):
        x, y = centre(cell)
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="{COLOURS[mark]}"/>')
    parts.append(
        f'<path d="{walls_path(maze)}" stroke="#111" stroke-width="2" fill="none" stroke-linecap="square"/>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


def centre(cell: Cell) -> tuple[float, float]:
    """Return the middle of a cell, (x, y)."""
    return (cell[1] + 0.5) * CELL, (cell[0] + 0.5) * CELL


def square_path(cell: Cell) -> str:
    """Return the outline of a cell as part of a path."""
    return f"M{cell[1] * CELL} {cell[0] * CELL}h{CELL}v{CELL}h-{CELL}z"


def walls_path(maze: Maze) -> str:
    """Return the border and the inner walls as one path."""
    border = f"M0 0H{maze.cols * CELL}V{maze.rows * CELL}H0Z"
    south = [f"M{c * CELL} {(r + 1) * CELL}h{CELL}" for r, c in zip(*maze.south.nonzero(), strict=True)]
    east = [f"M{(c + 1) * CELL} {r * CELL}v{CELL}" for r, c in zip(*maze.east.nonzero(), strict=True)]
    return "".join([border, *south, *east])
