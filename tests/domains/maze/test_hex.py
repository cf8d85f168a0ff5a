import json

import numpy as np
import pytest
from conftest import shared
from hypothesis import given, settings
from hypothesis import strategies as st

import research
from research.domains.compass import next_to
from research.domains.maze import Maze
from research.domains.maze.formats.hex import read, resembles, shortest_letters, sniff, write
from research.faults import BadInput

# specs: 6x4, seed 7, entry 0,0, exit 5,3.
KNOWN = "BD5153\nC53A96\n93C6C3\nEC5556\n\n0,0\n5,3\nSEESENNEESWSES\n"


@st.composite
def mazes(draw, largest=7):
    """Mazes of any shape; whether there is a way is left to chance."""
    rows, cols = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    south = draw(st.lists(st.booleans(), min_size=(rows - 1) * cols, max_size=(rows - 1) * cols))
    east = draw(st.lists(st.booleans(), min_size=rows * (cols - 1), max_size=rows * (cols - 1)))
    cell = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    walls = np.array(south, bool).reshape(rows - 1, cols), np.array(east, bool).reshape(rows, cols - 1)
    return Maze(*walls, draw(cell), (draw(cell),))


@settings(max_examples=60, deadline=None)
@given(mazes())
def test_what_is_written_is_read_back(maze):
    text = write(maze)
    assert read(text) == maze and write(read(text)) == text and sniff(text)
    rows, blank, rest = text.partition("\n\n")
    assert read(rows.lower() + blank + rest) == maze
    assert read(text.replace("\n", "\r\n")) == maze
    assert read(text.rstrip("\n") + "\n\n") == maze


def test_the_known_maze_is_written_digit_by_digit():
    maze = research.make("maze.backtracker", seed=7, size=(6, 4))
    assert write(maze) == KNOWN
    assert read(KNOWN) == maze and (maze.start, maze.goal) == ((0, 0), (3, 5))


def test_x_is_the_column_and_y_the_row():
    maze = read("913\nC46\n\n0,1\n2,0\n\n")
    assert (maze.rows, maze.cols, maze.start, maze.goal) == (2, 3, (1, 0), (0, 2))


@settings(max_examples=60, deadline=None)
@given(mazes())
def test_the_letters_lead_from_start_to_goal_by_a_shortest_way(maze):
    letters, here = shortest_letters(maze), maze.start
    distances = maze.distances(maze.start)
    assert len(letters) == distances.get(maze.goal, 0)
    for letter in letters:
        assert maze.is_open(here, letter)
        here = next_to(here, letter)
    assert here == maze.goal or maze.goal not in distances


# What does not keep a maze from being read: it is for `research check` to say.
HARMLESS = ("no final newline", "lowercase hex", "missing path", "path: crosses a wall")


def test_mazes_that_people_handed_in_are_read_or_each_fault_is_told():
    told = json.loads(shared("data", "hexmazes", "expected.json").read_text())
    for name, facts in told.items():
        text = shared("data", "hexmazes", name).read_text()
        if facts.get("entry") and facts.get("exit") and set(facts["problems"]) <= set(HARMLESS):
            maze = read(text)
            assert (maze.cols, maze.rows) == (facts["w"], facts["h"])
            assert maze.distances(maze.start)[maze.goal] == facts["dist"]
            assert write(maze).partition("\n\n")[0] == text.partition("\n\n")[0].upper()
            continue
        with pytest.raises(BadInput) as caught:
            read(text)
        wrong_sides, wrong_cells = (
            facts.get("incoherent", 0),
            "".join(facts["problems"]).count("non-canonical"),
        )
        if wrong_sides or wrong_cells:
            assert len(caught.value.faults) == wrong_sides + wrong_cells, name


BROKEN = [
    ("", ["1:1: found no row of digits; expected the maze first",
          "2:1: found the end of the text; expected an empty line, entry, exit and path"]),
    ("93\nCG\n\n0,0\n1,1\nES\n", ["2:2: found 'G'; expected a hexadecimal digit"]),
    ("93\nC\n\n0,0\n1,1\nES\n", ["2:2: found 1 digits; expected 2 as in line 1"]),
    ("93\nC66\n\n0,0\n1,1\nES\n", ["2:3: found 3 digits; expected 2 as in line 1"]),
    ("93\nC6\n0,0\n1,1\nES\n", ["3:1: found '0,0'; expected an empty line after the rows of digits"]),
    ("93\nC6\n", ["4:1: found the end of the text; expected an empty line, entry, exit and path"]),
    ("93\nC6\n\n0,0\n", ["5:1: found the end of the text; expected the exit as x,y"]),
    ("93\nC6\n\n(0, 0)\n1, 1\nES\n", ["4:1: found '(0, 0)'; expected the entry as x,y such as 0,2",
                                     "5:3: found '1, 1'; expected the exit as x,y such as 0,2"]),
    ("93\nC6\n\n0,0\n2,12\nES\n", ["5:1: found the exit at x 2; expected 0 to 1",
                                  "5:3: found the exit at y 12; expected 0 to 1"]),
    ("93\nC6\n\n0,0\n1,1\nESX\n", ["6:3: found 'X'; expected a path in the letters N, E, S, W"]),
    ("93\nC6\n\n0,0\n1,1\nES\n\nend\n", ["8:1: found 'end'; expected the end after the path"]),
    ("B3\nC6\n\n0,0\n1,1\n\n", ["1:1: found the east side closed here and open from its neighbour; expected both alike"]),
    ("13\nC6\n\n0,0\n1,1\n\n", ["1:1: found the border open to W; expected it closed"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "lines"), BROKEN)
def test_each_fault_has_its_place_and_says_what_was_expected(text, lines):
    with pytest.raises(BadInput) as caught:
        read(text)
    assert str(caught.value).splitlines() == [f"text:{line}" for line in lines]


def test_a_thousand_faults_of_one_kind_are_not_a_thousand_lines():
    with pytest.raises(BadInput) as caught:
        read("\n".join(["0" * 300] * 3) + "\n\n0,0\n1,1\n\n")
    assert len(caught.value.faults) == 50 + 50 + 3 + 3
    assert sum("(and 250 more like this)" in fault.message for fault in caught.value.faults) == 2


def assert_faults_or_maze(text):
    try:
        assert isinstance(read(text), Maze)
    except BadInput as error:
        assert error.faults and all("; expected " in fault.message for fault in error.faults)
        assert all(fault.line >= 1 and fault.column >= 1 for fault in error.faults)


@st.composite
def changed(draw, texts):
    """A text with some characters taken out, put in or replaced."""
    text = draw(texts)
    for at, length, piece in draw(
        st.lists(
            st.tuples(
                st.floats(0, 1), st.integers(0, 2), st.text("0123456789ABCDEFG, \n\r(NESW", max_size=2)
            ),
            min_size=1,
            max_size=6,
        )
    ):
        start = int(at * len(text))
        text = text[:start] + piece + text[start + length :]
    return text


@settings(max_examples=60, deadline=None)
@given(changed(st.just(KNOWN)))
def test_a_changed_text_is_a_maze_or_its_faults_are_told(text):
    assert_faults_or_maze(text)
    sniff(text), resembles(text)


@pytest.mark.slow
@settings(max_examples=1500, deadline=None)
@given(changed(mazes().map(write)) | st.text())
def test_many_changed_texts_are_mazes_or_their_faults_are_told(text):
    assert_faults_or_maze(text)


def test_two_goals_are_not_written():
    maze = Maze(np.zeros((1, 2), bool), np.zeros((2, 1), bool), (0, 0), ((1, 1), (1, 0)))
    with pytest.raises(ValueError, match="holds one goal"):
        write(maze)


def test_a_text_with_a_wrong_digit_is_still_told_to_be_in_this_format(tmp_path):
    (tmp_path / "maze").write_text(KNOWN.replace("BD", "BG"))
    with pytest.raises(BadInput, match=r"maze:1:2: found 'G'; expected a hexadecimal digit"):
        research.read(tmp_path / "maze")
