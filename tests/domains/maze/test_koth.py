import numpy as np
import pytest
from conftest import vectors
from hypothesis import given, settings
from hypothesis import strategies as st

import research
from research.domains.maze import Maze
from research.domains.maze.formats import koth
from research.domains.maze.formats.koth import fog_text, read, resembles, sniff, write
from research.faults import BadInput

# The contest's own example, and what its solver is told after one step left.
EXAMPLE = """5
4 2
0 2
00001011101110001100
10100110000100010010
"""
ONE_STEP_LEFT = """5
4 2
0 2
????????????????11??
????????????????001?
4 1
4 2,4 0"""
ANY_CHARACTER = st.sampled_from("01 2?-x,\n\r\t\0\ufeff5") | st.characters(codec="utf-8")


@st.composite
def mazes(draw, largest=6):
    """Square mazes with two ends; whether there is a way between them is left to chance."""
    size = draw(st.integers(2, largest))
    walls = [
        draw(st.lists(st.booleans(), min_size=size * (size - 1), max_size=size * (size - 1))) for _ in "he"
    ]
    cell = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    start, goal = draw(st.lists(cell, min_size=2, max_size=2, unique=True))
    south, east = np.array(walls[0]).reshape(size - 1, size), np.array(walls[1]).reshape(size, size - 1)
    return Maze(south, east, start, (goal,))


@st.composite
def edits(draw, most=6):
    """A function that changes some characters of a text: takes out, puts in, replaces."""
    steps = draw(
        st.lists(st.tuples(st.sampled_from("-+="), st.floats(0, 1), ANY_CHARACTER), min_size=1, max_size=most)
    )

    def edit(text):
        for kind, where, character in steps:
            at = int(where * len(text))
            rest = text[at + 1 :] if kind in "-=" else text[at:]
            text = text[:at] + (character if kind in "+=" else "") + rest
        return text

    return edit


@settings(max_examples=60, deadline=None)
@given(mazes(), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\n", "\n\n"]))
def test_what_is_written_is_read_back_with_any_line_ends(maze, line_end, last):
    try:
        text = write(maze)
    except ValueError:
        assert maze.goal not in maze.distances(maze.start)
        return
    assert read(text) == maze and write(read(text)) == text and sniff(text)
    assert read((text[:-1] + last).replace("\n", line_end)) == maze


def test_the_example_is_read_and_written_byte_for_byte():
    maze = read(EXAMPLE)
    assert write(maze) == EXAMPLE == str(maze)
    assert (maze.start, maze.goal, maze.walls) == ((4, 2), (0, 2), 16)
    assert maze.distances(maze.start)[maze.goal] == 14


def test_walls_of_the_example_stand_where_the_rules_put_them():
    maze = read(EXAMPLE)
    assert not maze.is_open((0, 4), "S") and maze.is_open((0, 0), "S")  # h[0*5+4] = 1, h[0] = 0
    assert not maze.is_open((0, 0), "E") and maze.is_open((0, 1), "E")  # v[0*4+0] = 1, v[1] = 0


@pytest.mark.parametrize("vector", ["daedalus.jsonl", "buildfun.jsonl"])
def test_mazes_of_the_contest_are_read_and_written_byte_for_byte(vector):
    for line in vectors(vector):
        assert write(read(line["maze"])).rstrip("\n") == line["maze"].rstrip("\n")


def test_a_solver_is_told_the_seven_lines_byte_for_byte():
    maze = read(EXAMPLE)
    assert fog_text(maze, [(4, 2), (4, 1)], (4, 1)) == ONE_STEP_LEFT


def test_the_published_text_is_a_misprint():
    # It prints ...011?? after one step left: the wall below (3, 0) is seen only from (3, 0) or (4, 0),
    # so that is what one sees after left, left, right.
    maze = read(EXAMPLE)
    one_left = fog_text(maze, [(4, 2), (4, 1)], (4, 1)).splitlines()
    left_left_right = fog_text(maze, [(4, 2), (4, 1), (4, 0)], (4, 1)).splitlines()
    assert one_left[3] == "????????????????11??"
    assert left_left_right[3] == "???????????????011??"
    assert one_left[5:] == left_left_right[5:]


def test_the_first_text_shows_the_walls_of_the_start_alone():
    lines = fog_text(read(EXAMPLE), [(4, 2)], (4, 2)).split("\n")
    assert lines == ["5", "4 2", "0 2", "?" * 17 + "1??", "?" * 17 + "01?", "4 2", "4 1"]


def test_the_order_of_the_choices_can_be_another():
    assert fog_text(read(EXAMPLE), [(4, 1)], (4, 1), order="WENS").endswith("\n4 0,4 2")
    assert koth.KIT_ORDER == "SNEW"


@settings(max_examples=60, deadline=None)
@given(mazes(), st.data())
def test_fog_hides_just_the_walls_that_touch_no_visited_cell(maze, data):
    cells = list(maze.cells())
    visited = data.draw(st.sets(st.sampled_from(cells), min_size=1))
    here = min(visited)
    whole, seen = str(maze).splitlines(), fog_text(maze, visited, here).split("\n")
    assert seen[:3] == whole[:3] and len(seen) == 7
    size = maze.rows
    for line, shape, (down, right) in ((3, (size - 1, size), (1, 0)), (4, (size, size - 1), (0, 1))):
        for index, shown in enumerate(seen[line]):
            row, col = divmod(index, shape[1])
            touched = (row, col) in visited or (row + down, col + right) in visited
            assert shown == (whole[line][index] if touched else "?")
    choices = [tuple(map(int, pair.split())) for pair in seen[6].split(",") if pair]
    assert sorted(choices) == sorted(maze.neighbors(here))


def is_maze_or_faults(reader, text):
    """Read a text that may have faults: it is a maze, or each fault says where and what."""
    try:
        assert isinstance(reader(text), Maze)
    except BadInput as error:
        assert error.faults and len(str(error).split("\n")) == len(error.faults)
        assert [fault.line for fault in error.faults] == sorted(fault.line for fault in error.faults)
        lines = text.split("\n")
        for fault in error.faults:
            assert "; expected " in fault.message
            assert 1 <= fault.line <= len(lines) + 5
            assert 1 <= fault.column <= max(map(len, lines)) + 1


@settings(max_examples=60, deadline=None)
@given(edits())
def test_a_changed_text_is_a_maze_or_its_faults_are_told(edit):
    is_maze_or_faults(read, edit(EXAMPLE))
    sniff(edit(EXAMPLE)), resembles(edit(EXAMPLE))


@pytest.mark.slow
@settings(max_examples=1500, deadline=None)
@given(mazes(), edits(most=12))
def test_many_changed_texts_are_mazes_or_their_faults_are_told(maze, edit):
    is_maze_or_faults(read, edit(str(maze)))


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=ANY_CHARACTER))
def test_any_text_is_a_maze_or_its_faults_are_told(text):
    is_maze_or_faults(read, text)
    sniff(text), resembles(text)


@pytest.mark.parametrize(
    ("maze", "said"),
    [
        (research.make("maze.kruskal", size=(3, 2)), "square"),
        (research.make("maze.kruskal", size=1), "not the start"),
        (research.make("maze.kruskal", size=2, goal=(0, 0)), "not the start"),
        (Maze(np.ones((1, 2), bool), np.ones((2, 1), bool), (0, 0), ((1, 1),)), "can be reached"),
        (Maze(np.zeros((1, 2), bool), np.zeros((2, 1), bool), (0, 0), ((1, 1), (1, 0))), "one goal"),
    ],
)
def test_a_maze_that_the_format_cannot_hold_is_not_written(maze, said):
    with pytest.raises(ValueError, match=said):
        write(maze)
