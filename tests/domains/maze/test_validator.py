"""Each violation is planted into a board without faults and found with its code, line and column."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import research
from research.domains.maze import Maze
from research.domains.maze.findings import CODES, Finding
from research.domains.maze.formats import hex
from research.domains.maze.validator import format_of, validate
from research.faults import BadInput

# maze.pacman, 9x7, seed 1: lines 1 to 7 are the rows, 8 is empty, then entry, exit and path.
BOARD = """953955553
AF843FFFA
AFC5057FA
AFFFAFFFA
C53FAFD52
956FAFFFA
C55545556

0,0
8,6
EESEESSSSSEEEE
"""
# No 42 on boards this small. Both closed sides of the dead end in the middle below are refused by the 3x3 rule.
SMALL = "91113\n80002\nC6EC6\n\n0,0\n4,2\nEEEESS\n"
BRAIDED = "95513\nC53AA\n9546A\n81512\nC4546\n\n0,0\n4,4\nEEEESSSS\n"


def found(text, expect=None, **options):
    return [(each.code, each.line, each.column) for each in validate(text, expect, **options).findings]


def with_lines(text, changed):
    """Replace lines, counted from 1; None takes one out."""
    lines = text.split("\n")
    for number, line in changed.items():
        lines[number - 1] = line
    return "\n".join(line for line in lines if line is not None)


def test_the_boards_to_plant_in_have_no_fault():
    assert hex.write(research.make("maze.pacman", seed=1, size=(9, 7))) == BOARD
    assert found(BOARD) == found(BOARD, "pacman") == found(SMALL, "pacman") == found(BRAIDED, "pacman") == []


PLANTED = {
    "a letter that is no digit": ({1: "953G55553"}, [("not-hexadecimal", 1, 4)]),
    "two characters that are no digits": ({5: "C5-FA?D52"}, [("not-hexadecimal", 5, 3)]),
    "a character among the digits": ({3: "AFC 5057FA"}, [("not-hexadecimal", 3, 4)]),
    "a comma before the digits": ({1: ",953955553"}, [("not-hexadecimal", 1, 1)]),
    "a comma after a digit": ({1: "9,53955553"}, [("not-hexadecimal", 1, 2)]),
    "a comma for a digit": ({2: "AF,43FFFA"}, [("not-hexadecimal", 2, 3)]),
    "a comment before the rows": ({1: "# seed=1\n953955553"}, [("not-hexadecimal", 1, 1)]),
    "a comment between the rows": ({4: "AFFFAFFFA\n# half"}, [("not-hexadecimal", 5, 1)]),
    "a digit in lower case": ({2: "Af843FFFA"}, [("lowercase-digit", 2, 2)]),
    "a row that is short": ({7: "C5554555"}, [("ragged-row", 7, 9)]),
    "a row that is long": ({5: "C53FAFD523"}, [("ragged-row", 5, 10)]),
    "no empty line": ({8: None}, [("no-blank-line", 8, 1)]),
    "an empty line among the rows": ({3: "\nAFC5057FA"}, [("extra-line", 3, 1)]),
    "two empty lines": ({8: "\n"}, [("extra-line", 9, 1)]),
    "a line after the path": ({11: "EESEESSSSSEEEE\nx"}, [("extra-line", 12, 1)]),
    "an empty line after the path": ({11: "EESEESSSSSEEEE\n"}, [("extra-line", 12, 1)]),
    "an entry in brackets": ({9: "(0, 0)"}, [("bad-coordinate", 9, 1)]),
    "an entry with a blank": ({9: "0, 0"}, [("bad-coordinate", 9, 3)]),
    "an exit with a zero too many": ({10: "8,06"}, [("bad-coordinate", 10, 4)]),
    "an exit with a sign": ({10: "8,-0"}, [("bad-coordinate", 10, 3), ("path-misses-exit", 11, 14)]),
    "an exit with another separator": ({10: "8;6"}, [("bad-coordinate", 10, 2)]),
    "an entry in words": ({9: "top left"}, [("bad-coordinate", 9, 1)]),
    "an exit that the path is glued to": ({10: "8,6EES", 11: None}, [("bad-coordinate", 10, 4), ("path-missing", 11, 1)]),
    "no exit": ({10: None}, [("exit-missing", 10, 1)]),
    "neither entry nor exit": ({9: None, 10: None}, [("entry-missing", 9, 1), ("exit-missing", 9, 1)]),
    "an entry outside to the right": ({9: "9,0"}, [("entry-outside", 9, 1)]),
    "an entry outside to the left": ({9: "-1,0"}, [("entry-outside", 9, 1)]),
    "an exit outside below": ({10: "8,7"}, [("exit-outside", 10, 3)]),
    "an exit far outside both ways": ({10: "99999999999,7"}, [("exit-outside", 10, 1), ("exit-outside", 10, 13)]),
    "an entry on the 42": ({9: "1,1"}, [("entry-on-glyph", 9, 1)]),
    "an exit on the 42": ({10: "7,2"}, [("exit-on-glyph", 10, 1)]),
    "an exit on the entry": ({10: "0,0"}, [("entry-is-exit", 10, 1), ("path-misses-exit", 11, 14)]),
    "an exit on the entry and no path": ({10: "0,0", 11: ""}, [("entry-is-exit", 10, 1)]),
    "an empty path": ({11: ""}, [("path-missing", 11, 1)]),
    "no path": ({11: None}, [("path-missing", 11, 1)]),
    "a path in other letters": ({11: "EESXESSSSSEEEE"}, [("bad-path", 11, 4)]),
    "a path in lower case": ({11: "eeseesssssEEEE"}, [("bad-path", 11, 1)]),
    "a path off the board": ({11: "NEESEESSSSSEEEE"}, [("path-leaves-maze", 11, 1)]),
    "a path through a wall": ({11: "EEEESSSSSSSEEE"}, [("path-crosses-wall", 11, 3)]),
    "a path that stops short": ({11: "EESEESSSSSEEE"}, [("path-misses-exit", 11, 13)]),
    "a path that goes to and fro": ({11: "EEWESEESSSSSEEEE"}, [("path-not-shortest", 11, 3)]),
    "a path the long way": ({11: "SSSSEESWWSEEEEEEEE"}, [("path-not-shortest", 11, 1)]),
    "a wall that one cell has": ({1: "953957553"}, [("incoherent-wall", 1, 6)]),
    "a wall that the cell below lacks": ({2: "EF843FFFA"}, [("incoherent-wall", 2, 1)]),
    "a hole in the north": ({1: "853955553"}, [("open-border", 1, 1)]),
    "a hole in the east": ({3: "AFC5057F8"}, [("open-border", 3, 9)]),
    "a hole in the south": ({7: "C55505556"}, [("open-border", 7, 5)]),
    "a hole in the west": ({4: "2FFFAFFFA"}, [("open-border", 4, 1)]),
    "two cells shut off": ({3: "AFC52D7FA"}, [("unreachable-cell", 3, 6), ("unreachable-cell", 3, 7)]),
    "a cell of the 42 opened": ({1: "913955553", 2: "AE843FFFA"}, [("glyph-missing", 2, 2)]),
    "a closed cell": ({3: "AFC507FFA"}, [("closed-cell", 3, 7)]),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found_where_it_is_and_nothing_else(name):
    changed, expected = PLANTED[name]
    assert found(with_lines(BOARD, changed)) == expected


def test_line_ends_and_the_final_newline_are_found():
    assert found(BOARD.replace("\n", "\r\n")) == [("crlf", 1, 10)]
    assert found(with_lines(BOARD, {3: "AFC5057FA\r"})) == [("crlf", 3, 10)]
    assert found(BOARD[:-1]) == [("no-final-newline", 11, 15)]
    assert found("\ufeff" + BOARD) == [("byte-order-mark", 1, 1)]


def test_an_open_block_is_found_at_its_top_left_cell():
    assert found(SMALL.replace("C6EC6", "C6C46")) == [("open-3x3", 1, 3)]
    opened = SMALL.replace("C6EC6", "C4446").replace("EEEESS", "EEEESS")
    assert found(opened) == [("open-3x3", 1, 1), ("open-3x3", 1, 2), ("open-3x3", 1, 3)]


def test_a_board_without_the_42_is_found_at_the_first_cell_that_should_be_closed():
    bare = hex.write(research.make("maze.backtracker", seed=1, size=(9, 7)))
    assert found(bare) == [("glyph-missing", 2, 2)]
    assert found(hex.write(research.make("maze.backtracker", seed=1, size=(8, 7)))) == []


def test_a_42_in_the_wrong_place_is_found_where_it_is():
    # One column more, so that it belongs one column further to the right.
    rows = [row[:-1] + {"3": "1", "A": "8", "2": "0", "6": "4"}[row[-1]] for row in BOARD.split("\n")[:7]]
    wider = "\n".join(row + end for row, end in zip(rows, "3222226", strict=True))
    assert found(wider + "\n" + BOARD[70:]) == [("glyph-misplaced", 2, 2)]


def test_coordinates_as_wide_as_the_board_are_no_rows():
    narrow = "D53\nD56\n\n0,1\n2,0\nEEN\n"
    assert found(narrow) == []
    assert found(narrow.replace("0,1", "0;1")) == [("bad-coordinate", 4, 2)]
    assert found(narrow.replace("\n\n", "\n")) == [("no-blank-line", 3, 1)]


def test_several_faults_are_told_in_the_order_of_the_file():
    text = with_lines(BOARD, {1: "853957553", 3: "afc5057fa", 9: "(0,0)", 11: "EEW"})[:-1]
    assert found(text) == [
        ("open-border", 1, 1),
        ("incoherent-wall", 1, 6),
        ("lowercase-digit", 3, 1),
        ("bad-coordinate", 9, 1),
        ("path-misses-exit", 11, 3),
        ("no-final-newline", 11, 4),
    ]


def test_a_perfect_maze_is_expected_to_have_no_loop():
    perfect = hex.write(research.make("maze.backtracker", seed=1, size=(9, 7), glyph="42"))
    assert found(perfect, "perfect") == []
    assert found(BOARD, "perfect") == [("loop", 3, 4)]
    assert "3 loops" in validate(BOARD, "perfect").findings[0].message


def test_a_pacman_board_is_expected_to_have_loops_and_few_dead_ends():
    perfect = hex.write(research.make("maze.backtracker", seed=1, size=(9, 7), glyph="42"))
    codes = [code for code, _, _ in found(perfect, "pacman")]
    assert codes == ["too-few-loops", "too-many-dead-ends"]
    assert [code for code, _, _ in found(perfect, "pacman", max_dead_ends=4)] == ["too-few-loops"]
    assert found(SMALL, "pacman", max_dead_ends=0) == [("too-many-dead-ends", 3, 3)]
    assert found(SMALL, "pacman", max_dead_ends=1) == []


def test_a_pacman_board_is_expected_to_have_its_corners_and_its_centre_open():
    corner = BRAIDED.replace("81512\nC4546", "C1512\nFC546")
    assert found(corner, "pacman") == [("closed-cell", 5, 1), ("corner-closed", 5, 1)]
    centre = BRAIDED.replace("C53AA\n9546A\n81512", "C57AA\n95F6A\n81512")
    assert ("center-closed", 3, 3) in found(centre, "pacman")
    # Of an even number of columns either middle one will do.
    even = "9113\nA862\nAC3A\nC446\n\n0,0\n3,3\nEEESSS\n"
    assert "center-closed" not in [code for code, _, _ in found(even, "pacman")]


@pytest.mark.parametrize("expect", [None, "perfect"])
@pytest.mark.parametrize(
    ("size", "glyph"), [((20, 15), "42"), ((9, 7), "42"), ((8, 9), None), ((1, 6), None)]
)
def test_perfect_boards_of_all_sizes_are_valid(size, glyph, expect):
    for seed in range(5):
        assert (
            found(hex.write(research.make("maze.backtracker", seed=seed, size=size, glyph=glyph)), expect)
            == []
        )


@pytest.mark.parametrize("size", [(20, 15), (9, 7), (5, 5), (12, 31)])
def test_pacman_boards_of_all_sizes_are_valid(size):
    for seed in range(5):
        assert found(hex.write(research.make("maze.pacman", seed=seed, size=size)), "pacman") == []


@given(st.integers(0, 74), st.sampled_from("0123456789abcdefABCDEFNSW ,-(#\n\r?"), st.sampled_from("-+="))
@settings(max_examples=150, deadline=None)
def test_what_the_reader_refuses_is_found_and_what_is_valid_is_read(at, character, kind):
    text = BOARD[:at] + ("" if kind == "-" else character) + BOARD[at + (kind != "+") :]
    verdict = validate(text)
    if verdict.valid:
        assert hex.write(hex.read(text)) == text
    try:
        hex.read(text)
    except BadInput:
        assert not verdict.valid
    places = [(each.line, each.column) for each in verdict.findings]
    assert places == sorted(places) and all(line and column for line, column in places)


@given(st.text(alphabet="01A9F,\n\r NE5?+-|#", max_size=60))
@settings(max_examples=150, deadline=None)
def test_any_text_is_checked_or_refused(text):
    for expect in (None, "perfect", "pacman"):
        try:
            validate(text, expect)
        except BadInput as error:
            assert error.faults


CONTEST = "5\n4 2\n0 2\n00001011101110001100\n10100110000100010010\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CONTEST, []),
        (CONTEST.replace("\n", "\r\n"), []),
        (CONTEST.replace("5\n", "6\n", 1), [("bad-size", 1, 1)]),
        (CONTEST.replace("4 2", "4,2"), [("bad-coordinate", 2, 2)]),
        (CONTEST.replace("4 2", "5 2"), [("entry-outside", 2, 1)]),
        (CONTEST.replace("0 2", "0 7"), [("exit-outside", 3, 3)]),
        (CONTEST.replace("0 2", "4 2"), [("entry-is-exit", 3, 1)]),
        (CONTEST.replace("00001", "0?001", 1), [("bad-walls", 4, 2)]),
        (CONTEST.replace("0010\n", "001\n"), [("bad-walls", 5, 20)]),
        (CONTEST + "5\n", [("extra-line", 6, 1)]),
        (CONTEST[:31], [("missing-line", 5, 1)]),
        (f"5\n4 2\n0 2\n{'1' * 20}\n{'0' * 20}\n", [("exit-unreachable", 3, 1)]),
    ],
)
def test_a_contest_text_has_its_own_list_of_faults(text, expected):
    assert format_of(text) == "koth" and found(text) == expected


def test_a_contest_maze_need_not_reach_every_cell_unless_it_is_to_be_perfect():
    # The bottom row is cut off; 3x3, (0,0) to (0,2).
    text = "3\n0 0\n0 2\n000111\n000000\n"
    assert found(text) == []
    unreachable = [("unreachable-cell", 5, column) for column in (5, 6, 6)]
    assert sorted(found(text, "perfect")) == sorted([("loop", 4, 4), *unreachable])


@pytest.mark.parametrize("text", ["", "\n \n", "hello\nworld\n", "0,0\n1,1\nEE\n"])
def test_what_holds_no_maze_is_refused(text):
    with pytest.raises(BadInput, match=r"text:1:1: found (no|an empty)"):
        validate(text)


def test_every_code_has_a_meaning_and_every_finding_a_code():
    assert all(code == code.lower() and meaning for code, meaning in CODES.items())
    with pytest.raises(AssertionError):
        Finding("found this; expected that", 1, 1, code="made-up")


def test_a_format_without_codes_of_its_own_is_checked_by_its_reader():
    from research.registry import formats

    @formats.register("shouted_maze", write=str, sniff=lambda text: text.startswith("MAZE!"))
    def read(text):
        """Read for this test only."""
        if "bad" in text:
            raise BadInput([research.faults.Fault("found bad; expected good", 2, 3)])
        return Maze(np.ones((0, 3), bool), np.array([[False, True]]), (0, 0), ((0, 2),))

    try:
        assert found("MAZE!\nbad") == [("bad-input", 2, 3)]
        # The last cell is closed on all sides, but the goal.
        assert found("MAZE!\n") == [("unreachable-cell", 0, 0), ("exit-unreachable", 0, 0)]
    finally:
        formats._entries.pop("shouted_maze")


def test_a_board_that_is_too_wide_is_told_so_in_one_line():
    with pytest.raises(BadInput, match="found 50000 cells on a side; expected at most 10000"):
        validate("9" * 50_000 + "\n\n0,0\n1,0\nE\n")
