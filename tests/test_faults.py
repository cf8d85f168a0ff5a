import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from research.faults import BadInput, Fault, described, place_of, quoted
from research.files import read_text


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (Fault("said", 4, 7, "a.b"), "f:4:7: a.b: said"),
        (Fault("said", 4, 7), "f:4:7: said"),
        (Fault("said", 4), "f:4: said"),
        (Fault("said", path="a.b"), "f: a.b: said"),
        (Fault("said"), "f: said"),
        (Fault("found 'a  b'; expected\nanother"), "f: found 'a  b'; expected another"),
    ],
)
def test_a_fault_is_one_line_with_its_place(fault, line):
    assert fault.at("f") == line


def test_bad_input_has_a_line_for_every_fault_and_is_a_value_error():
    error = BadInput([Fault("one", 1, 2), Fault("two", 3)], "maze.txt")
    assert str(error) == "maze.txt:1:2: one\nmaze.txt:3: two" and isinstance(error, ValueError)
    assert error.file == "maze.txt" and [fault.line for fault in error.faults] == [1, 3]
    assert str(BadInput([Fault("one")])) == "text: one"


def test_a_text_is_read_as_it_is(tmp_path):
    (tmp_path / "text").write_bytes("é\r\n\ufeff\0x".encode())
    assert read_text(tmp_path / "text") == "é\r\n\ufeff\0x"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff", ":1:1: found the byte 0xff; expected UTF-8 text"),
        ("ok\néé".encode() + b"\xe9", ":2:3: found the byte 0xe9; expected UTF-8 text"),
        (b"ok\n\xc3", ":2:1: found the byte 0xc3; expected UTF-8 text"),
        (b"x" * 101, ": found more than 100 bytes; expected at most 100"),
    ],
)
def test_what_is_no_text_is_refused_at_the_very_byte(tmp_path, content, said):
    (tmp_path / "text").write_bytes(content)
    with pytest.raises(BadInput) as caught:
        read_text(tmp_path / "text", limit=100)
    assert str(caught.value) == f"{tmp_path / 'text'}{said}"


def test_a_file_of_just_the_limit_is_read(tmp_path):
    (tmp_path / "text").write_bytes(b"x" * 100)
    assert read_text(tmp_path / "text", limit=100) == "x" * 100


def test_an_endless_file_is_refused(tmp_path):
    with pytest.raises(BadInput, match="/dev/zero: found more than 1000 bytes"):
        read_text("/dev/zero", limit=1000)


@pytest.mark.parametrize(
    ("name", "said"),
    [("none", "No such file or directory"), (".", "Is a directory"), ("x" * 300, "too long")],
)
def test_a_file_that_cannot_be_read_is_bad_input(tmp_path, name, said):
    with pytest.raises(BadInput, match=said):
        read_text(tmp_path / name)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "nothing"),
        (True, "true"),
        (5, "5"),
        (0.5, "0.5"),
        ("no", "'no'"),
        ("x" * 50, "'" + "x" * 30 + "..." + "x" * 7 + "'"),
        ([1, None, "a"], "[1, nothing, 'a']"),
        (["x" * 30, "y" * 30], "a list of 2 values"),
        (list(range(100)), "a list of 100 values"),
        ({}, "{}"),
        ({"a": {"b": [True]}}, "{a: {b: [true]}}"),
        (dict.fromkeys("abcdefghijklmnopqrstuvwxyz"), "26 keys with values"),
        ((1, 2), "(1, 2)"),
        (10**80, "a long int"),
    ],
)
def test_a_value_is_shown_in_yamls_words(value, text):
    assert described(value) == text


@given(st.text())
def test_a_quoted_text_is_one_short_line_that_can_be_printed(text):
    shown = quoted(text)
    assert shown.isprintable() and len(shown.splitlines()) == 1 and len(quoted(text, 40)) <= 500


@settings(max_examples=50, deadline=None)
@given(st.lists(st.none() | st.text() | st.dictionaries(st.text(), st.text(), max_size=3), max_size=4))
def test_any_value_is_shown_in_one_short_line(value):
    assert len(Fault(described(value)).at("f").splitlines()) == 1
    assert len(described(value)) <= 60


@given(st.text("ab\n"), st.data())
def test_a_place_counts_lines_and_columns_from_one(text, data):
    index = data.draw(st.integers(0, len(text)))
    line, column = place_of(text, index)
    lines = text.split("\n")
    assert sum(len(each) + 1 for each in lines[: line - 1]) + column - 1 == index
