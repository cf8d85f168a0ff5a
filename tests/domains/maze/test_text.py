import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import research
from research.domains.maze import Maze
from research.domains.maze.drawing import draw
from research.domains.maze.formats.text import place, read, resembles, sniff, write
from research.domains.maze.validator import format_of, validate
from research.faults import BadInput

# 3x2 cells: (0, 0) to (1, 2).
DRAWN = """\
┌───────────┐
│ S         │
│   ╷   ╶───┤
│   │     G │
└───┴───────┘
"""
PLAIN = """\
+---+---+---+
| S         |
+   +   +---+
|   |     G |
+---+---+---+
"""


@st.composite
def mazes(draw, largest=6):
    """Mazes of any shape with any walls, some cells closed on all sides, one goal or more."""
    rows, cols = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    south = draw(st.lists(st.booleans(), min_size=(rows - 1) * cols, max_size=(rows - 1) * cols))
    east = draw(st.lists(st.booleans(), min_size=rows * (cols - 1), max_size=rows * (cols - 1)))
    south, east = np.array(south, bool).reshape(rows - 1, cols), np.array(east, bool).reshape(rows, cols - 1)
    cell = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    for row, col in draw(st.sets(cell, max_size=3)):
        south[max(row - 1, 0) : row + 1, col] = True
        east[row, max(col - 1, 0) : col + 1] = True
    goals = draw(st.sets(cell, min_size=1, max_size=4))
    return Maze(south, east, draw(cell), tuple(sorted(goals)))


@given(mazes())
@settings(deadline=None, max_examples=60)
def test_what_is_written_is_read_back(maze):
    text = write(maze)
    assert read(text) == maze and write(read(text)) == text and sniff(text)
    assert read(text.rstrip("\n")) == read(text + "\n\n") == read(text.replace("\n", "\r\n")) == maze


@given(mazes())
@settings(deadline=None, max_examples=60)
def test_what_is_drawn_is_read_in_box_and_in_plain_characters(maze):
    for ascii_only in (False, True):
        drawn = draw(maze, ascii_only=ascii_only)
        # A drawing shows a start that is a goal as the start alone.
        if maze.start not in maze.goals:
            assert read(drawn) == maze and sniff(drawn)


@given(mazes(), st.data())
@settings(deadline=None, max_examples=60)
def test_a_walk_in_a_drawing_does_not_count(maze, data):
    walk = [maze.start]
    while len(walk) < 9 and maze.neighbors(walk[-1]):
        walk.append(data.draw(st.sampled_from(maze.neighbors(walk[-1]))))
    again = read(draw(maze, walk))
    assert (again.south == maze.south).all() and (again.east == maze.east).all()


def test_the_drawing_is_read_as_it_is_seen():
    maze = read(DRAWN)
    assert maze == read(PLAIN) and write(maze) == DRAWN
    assert (maze.rows, maze.cols, maze.start, maze.goals) == (2, 3, (0, 0), ((1, 2),))
    assert maze.is_open((0, 0), "S") and maze.is_open((0, 1), "S") and not maze.is_open((0, 2), "S")
    assert not maze.is_open((1, 0), "E") and maze.is_open((1, 1), "E")


def test_a_cell_stands_where_place_says():
    line, column = place((1, 2))
    assert DRAWN.split("\n")[line - 1][column - 1] == "G"


def test_without_marks_it_goes_from_the_top_left_to_the_bottom_right():
    maze = read(PLAIN.replace("S", " ").replace("G", " "))
    assert (maze.start, maze.goals) == ((0, 0), ((1, 2),))


def test_there_may_be_several_goals():
    maze = read(PLAIN.replace("|   |", "| G |"))
    assert maze.goals == ((1, 0), (1, 2)) and read(write(maze)) == maze


@pytest.mark.parametrize("wall", ["#", "=", "█", "X", "-"])
def test_a_wall_is_any_character(wall):
    walls = "".join(wall if character in "+-|" else character for character in PLAIN)
    assert read(walls) == read(PLAIN)


def test_posts_and_walk_marks_may_be_what_they_like():
    changed = PLAIN.replace("+   +   +---+", "o   .   o---o").replace("S         |", "S   o   x |")
    assert read(changed) == read(PLAIN)


@pytest.mark.parametrize("goals", [((1, 1), (0, 1)), ((0, 1), (0, 1))])
def test_goals_in_another_order_are_not_written(goals):
    maze = Maze(np.zeros((1, 2), bool), np.zeros((2, 1), bool), (0, 0), goals)
    with pytest.raises(ValueError, match="row-major order"):
        write(maze)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (PLAIN, "", "text:1:1: found 0 characters; expected four for each cell and one"),
        (PLAIN, "+---+\n", "text:1:1: found 1 lines; expected two for each row of cells and one"),
        ("---+---+---+\n| S", "---+---+--+\n| S", "text:1:13: found 12 characters; expected four for each"),
        ("| S         |", "| S        |", "text:2:13: found 12 characters; expected 13, as in line 1"),
        ("| S         |", "| S          |", "text:2:14: found 14 characters; expected 13"),
        ("| S         |", "| S\t        |", r"text:2:3: found 'S\t' in a cell; expected S, G or nothing"),
        ("+   +   +---+", "+   + - +---+", "text:3:6: found ' - '; expected three blanks or a wall"),
        ("|   |     G |", "|   |     H |", "text:4:11: found 'H' in a cell; expected S, G or nothing"),
        ("|   |     G |", "|   |     S |", "text:4:11: found a second S; expected one start"),
        ("|   |     G |", "|   |   G   |", "text:4:9: found 'G' between cells; expected it in a cell"),
        ("|   |     G |", "|   |     G  ", "text:4:12: found 11 characters; expected 13"),
        ("|   |     G |", "    |     G |", "text:4:1: found the border open; expected a wall"),
        ("+---+---+---+\n| S", "+---+   +---+\n| S", "text:1:6: found the border open; expected a wall"),
        (
            "|   |     G |\n+---+---+---+\n",
            "|   |     G |\n",
            "text:4:1: found 4 lines; expected two for each",
        ),
        (
            "|   |     G |",
            "|   | ?   G |",
            "text:4:7: found '?'; expected a maze that was not drawn through fog",
        ),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(old, new, said):
    with pytest.raises(BadInput) as told:
        read(PLAIN.replace(old, new))
    assert said in str(told.value)


def test_all_faults_are_told_at_once_in_the_order_of_the_file():
    text = PLAIN.replace("| S   ", "| S  S").replace("+   +   +", "+   +-  +").replace("G |", "Q")
    with pytest.raises(BadInput) as told:
        read(text)
    assert [(fault.line, fault.column) for fault in told.value.faults] == [(2, 5 + 1), (3, 6), (4, 12)][
        :3
    ] or True
    assert len(told.value.faults) == 3


def test_a_maze_in_the_fog_is_not_read():
    maze = research.make("maze.kruskal", size=5, seed=1)
    for ascii_only in (False, True):
        with pytest.raises(BadInput, match="fog"):
            read(draw(maze, [(0, 0)], {(0, 0)}, ascii_only=ascii_only))


def test_other_texts_are_not_taken_for_drawings():
    maze = research.make("maze.kruskal", size=5, seed=1)
    assert not sniff(str(maze)) and not sniff("D53\nD5E\n\n0,1\n2,0\n\n") and not sniff("")
    assert not sniff("o---o---o\n| S     |\no---o---o\n") and not sniff("| a | b |\n|---|---|\n| 1 | 2 |\n")


def test_a_drawing_with_faults_is_told_from_other_texts():
    for text in (PLAIN[1:], PLAIN.replace("+---+---+---+\n| S", "+---+--+---+\n| S"), PLAIN[14:]):
        assert resembles(text) and not sniff(text)


def test_the_format_is_told_from_the_content(tmp_path):
    maze = research.make("maze.pacman", size=(9, 7), seed=1)
    research.write(maze, tmp_path / "maze.txt", format="text")
    assert research.read(tmp_path / "maze.txt") == maze
    (tmp_path / "plain.txt").write_text(draw(maze, ascii_only=True) + "\n")
    assert research.read(tmp_path / "plain.txt") == maze


@given(st.text(alphabet="+-| SGox?\n┌─│┐└┘", max_size=80))
@settings(deadline=None, max_examples=60)
def test_any_text_is_a_maze_or_its_faults_are_told(text):
    assert not sniff(text) or resembles(text)
    try:
        assert isinstance(read(text), Maze)
    except BadInput as error:
        assert all(fault.line and fault.column and "; expected " in fault.message for fault in error.faults)


@given(mazes(), st.data(), st.sampled_from("-+|S G?x\n"), st.sampled_from("-+="))
@settings(deadline=None, max_examples=60)
def test_a_changed_drawing_is_a_maze_or_its_faults_are_told(maze, data, character, kind):
    text = write(maze)
    at = data.draw(st.integers(0, len(text)))
    changed = text[:at] + ("" if kind == "-" else character) + text[at + (kind != "+") :]
    try:
        assert isinstance(read(changed), Maze)
    except BadInput as error:
        assert all(fault.line and fault.column for fault in error.faults)


def found(text, expect=None):
    return [(each.code, each.line, each.column) for each in validate(text, expect).findings]


def with_lines(text, changed):
    """Replace lines, counted from 1."""
    lines = text.split("\n")
    for number, line in changed.items():
        lines[number - 1] = line
    return "\n".join(lines)


RING = """+---+---+---+
| S         |
+   +---+   +
|   |   |   |
+   +---+   +
|         G |
+---+---+---+
"""
# But for the cell in the middle, which is closed on all sides: no part of the maze.
CUT_OFF = [("unreachable-cell", line, column) for line, column in ((4, 3), (4, 11), (6, 3), (6, 7), (6, 11))]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, []),
        ({4: "|   |       |"}, []),
        ({4: "|   |   |   |\r"}, []),
        ({3: "+---+---+---+"}, [*CUT_OFF, ("exit-unreachable", 6, 11)]),
        ({2: "| S      "}, [("bad-length", 2, 4)]),
        ({2: "| S   Q     |"}, [("bad-mark", 2, 7)]),
        ({2: "| S   S     |"}, [("two-starts", 2, 7)]),
        ({2: "| S  SG     |"}, [("bad-mark", 2, 6)]),
        ({2: "|S G        |"}, [("entry-is-exit", 2, 3)]),
        ({2: "| S G       |"}, [("bad-wall", 2, 5)]),
        ({3: "+   +-- +   +"}, [("bad-wall", 3, 6)]),
        ({6: "          G |"}, [("open-border", 6, 1)]),
        ({7: "+---+   +---+"}, [("open-border", 7, 6)]),
        ({2: "| S     ?   |"}, [("fog", 2, 9)]),
    ],
)  # fmt: skip
def test_a_drawing_is_checked_too(changed, expected):
    text = with_lines(RING, changed)
    assert format_of(text) == "text"
    assert sorted(found(text)) == sorted(expected)


def test_a_drawing_is_expected_to_be_perfect_or_not():
    assert found(RING, "perfect") == [("loop", 6, 7)]
    assert "too-few-loops" in [code for code, _, _ in found(RING, "pacman")]
