import json
import math
import time

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from research.faults import BadInput
from research.sweep import source
from research.sweep.source import MAX_DEPTH, MAX_NODES, dotted, parse


def value_of(text):
    read = parse(text, "f")
    assert not read.faults
    return read.value


def said(text):
    """The faults of a text, of the syntax or of values, as lines."""
    try:
        return [fault.at("f") for fault in parse(text, "f").faults]
    except BadInput as error:
        return str(error).splitlines()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("Off", "Off"),
        ("y", "y"),
        ("true", True),
        ("False", False),
        ("012", 12),
        ("0o17", 15),
        ("0x1F", 31),
        ("+7", 7),
        ("-7", -7),
        ("1_000", "1_000"),
        ("0b11", "0b11"),
        ("1:30", "1:30"),
        ("12:30:45", "12:30:45"),
        ("2020-01-31", "2020-01-31"),
        ("1e3", 1000.0),
        ("1.", 1.0),
        (".5", 0.5),
        ("-.INF", -math.inf),
        ("+.Inf", math.inf),
        ("1..5", "1..5"),
        ("1.2.3", "1.2.3"),
        ("~", None),
        ("null", None),
        ("NULL", None),
        ("Nan", "Nan"),
        ("=", "="),
        ("'012'", "012"),
        ('"true"', "true"),
        ("! 5", 5),
        ("!!str 5", "5"),
        ("!!float 5", 5.0),
    ],
)
def test_scalars_are_read_the_way_of_yaml_1_2(text, value):
    found = value_of(f"a: {text}")["a"]
    assert found == value and type(found) is type(value)


def test_nan_is_read_too():
    assert math.isnan(value_of("a: .nan")["a"])


def test_a_merge_key_is_a_key_like_any_other():
    assert value_of("a: &x {b: 1}\nc: {<<: *x}") == {"a": {"b": 1}, "c": {"<<": {"b": 1}}}


def test_an_alias_stands_for_what_it_names():
    assert value_of("a: &x [1, 2]\nb: *x\nc: {d: *x}") == {"a": [1, 2], "b": [1, 2], "c": {"d": [1, 2]}}


def test_every_part_has_the_place_of_its_key_or_item():
    read = parse("a: 1\nb:\n  - x\n  - c: {d: 5,\n      e: 6}\n", "f")
    assert read.places == {
        (): (1, 1),
        ("a",): (1, 1),
        ("b",): (2, 1),
        ("b", 0): (3, 5),
        ("b", 1): (4, 5),
        ("b", 1, "c"): (4, 5),
        ("b", 1, "c", "d"): (4, 9),
        ("b", 1, "c", "e"): (5, 7),
    }


def test_a_path_is_written_as_one_writes_it():
    assert dotted(("strategies", 1, "a_star", "h")) == "strategies[1].a_star.h"
    assert dotted(()) == "" and dotted((0, "x")) == "[0].x"


def test_a_fault_stands_at_the_nearest_part_that_is_in_the_file_and_once():
    read = parse("a:\n  b: 1\n", "f")
    read.note(("a", "b", 3), "one")
    read.note(("a", "b", 3), "two")
    read.note(("a", "c"), "three")
    assert [fault.at("f") for fault in read.faults] == ["f:2:3: a.b[3]: one", "f:1:1: a.c: three"]
    assert not read.sound("a") and not read.sound("a", "b") and read.sound("d")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ["f:1:1: found an empty file; expected an experiment"]),
        ("a: 1\n\tb: 2\n", ["f:2:1: found a tab; expected spaces"]),
        ("a: [1, 2\nb: 3\n", ["f:1:4: found a bracket that is not closed before line 2; expected ',' or ']'"]),
        ("a: {x: 1", ["f:1:4: found a bracket that is not closed before line 1; expected ',' or '}'"]),
        ("a: {x: 1 y: 2}", ["f:1:11: found ':'; expected ',' or '}'"]),
        ("a: ['x' 'y']", ["f:1:9: found another value; expected ',' or ']'"]),
        ("a: 'x\nb: 3\n", ["f:1:4: found a quote that is not closed; expected its end"]),
        ("a: 'x' y\n", ["f:1:8: found more text behind a value; expected a new line"]),
        ("a: b: c\n", ["f:1:5: found ':' inside a text; expected quotes around the text, or another indentation"]),
        ("a: 1\nb\nc: 2\n", ["f:2:1: found a line without ':'; expected a key and its value"]),
        ("a:\n  b: 1\n c: 2\n", ["f:3:2: found a line with an indentation of its own; expected that of its neighbours"]),
        ("a: 1\n- 2\n", ["f:2:1: found '- ' among keys; expected a key"]),
        ("- 1\na: 2\n", ["f:2:1: found a key in a list; expected '- '"]),
        ("a: - b\n", ["f:1:4: found '- ' behind a key; expected a new line"]),
        ("a: @x\n", ["f:1:4: found '@'; expected quotes around such a text"]),
        ("a: ]\n", ["f:1:4: found ']'; expected a value"]),
        ("a: [\n", ["f:2:1: found the end of the file; expected a value"]),
        ('a: "\\q"\n', ["f:1:6: found the escape '\\q'; expected single quotes"]),
        ('a: "\\UFFFFFFFF"\n', ["f:1:7: found an escape of no character; expected at most \\U0010FFFF"]),
        ("a: *x\n", ["f:1:4: found an alias to 'x'; expected that anchor above it"]),
        ("a: &x 1\nb: &x 2\n", ["f:2:4: found an anchor a second time; expected another name"]),
        ("a: 1\n---\nb: 2\n", ["f:2:1: found a second document; expected one"]),
        ("a: !x!y z\n", ["f:1:4: found the tag '!x!'; expected a value without a tag"]),
        ("a: b\0c\n", ["f:1:5: found the character '\\x00'; expected text that can be printed"]),
        ("a: |x\n  y\n", [
            "f:1:5: found what is not YAML (expected chomping or indentation indicators, but found 'x'); expected YAML 1.2"
        ]),
    ],
)  # fmt: skip
def test_what_is_not_yaml_is_told_in_plain_words_at_its_place(text, lines):
    assert said(text) == lines


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\na: 2", "f:2:1: found the key 'a' a second time; expected it once (first in line 1)"),
        ("a: {b: 1, b: 1}", "f:1:11: a: found the key 'b' a second time; expected it once (first in line 1)"),
        ("? [a, b]\n: 1", "f:1:3: found a list or a mapping as a key; expected a word"),
        ("!!python/name:x a: 1", "f:1:1: found the key 'a' with a tag; expected it without"),
        (
            "a: !!python/object/apply:os.system [ls]",
            "f:1:1: a: found the tag '!!python/object/apply:os.system'; ",
        ),
        ("a: !!python/object:int 5", "f:1:1: a: found the tag '!!python/object:int'; "),
        ("a: [1, !mine {b: 1}]", "f:1:8: a[1]: found the tag '!mine'; "),
        ("a: !!binary aGk=", "f:1:1: a: found the tag '!!binary'; "),
        ("a: !!set {b, c}", "f:1:1: a: found the tag '!!set'; expected a plain value without a tag"),
        ("a: !!bool maybe", "f:1:1: a: found 'maybe' with the tag '!!bool'; expected a value of that kind"),
        ("a: !!int 5.5", "f:1:1: a: found '5.5' with the tag '!!int'; expected a value of that kind"),
        ("a: " + "9" * 5000, "f:1:1: a: found a number of 5000 digits; expected at most 18"),
        ('a: "\\ud800"', "f:1:1: a: found half of a surrogate pair in '\\ud800'; expected whole characters"),
    ],
)
def test_what_yaml_allows_and_an_experiment_does_not_is_a_fault(text, line):
    (fault,) = said(text)
    assert fault.startswith(line)


def test_all_faults_of_values_are_told_at_once():
    assert len(said("a: !x 1\nb: {c: !y 2, c: 3, [d]: 4}\nb: 5\n")) == 5


def test_an_alias_bomb_is_refused_in_no_time():
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n"
    bomb += "".join(f"{b}: &{b} [{', '.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi"))
    before = time.process_time()
    assert said(bomb) == [
        f"f:5:1: found more than {MAX_NODES} values (an alias counts each time); expected fewer"
    ]
    assert time.process_time() - before < 5


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[" * 100_000, "1:42"),
        ("a: " + "{b: " * 100_000, "1:161"),
        ("- " * 100_000, "1:83"),
        ("a: &a [*a]", "1:1"),
        ("a: &a {b: *a}", "1:1"),
    ],
)
def test_what_is_nested_without_end_is_refused(text, place):
    assert said(text) == [f"f:{place}: found values more than {MAX_DEPTH} deep; expected fewer levels"]


def test_what_is_as_deep_as_allowed_is_read():
    assert value_of("[" * MAX_DEPTH + "]" * MAX_DEPTH) is not None
    assert said("[" * MAX_DEPTH + "x" + "]" * MAX_DEPTH) == []


def test_too_many_values_are_refused(monkeypatch):
    monkeypatch.setattr(source, "MAX_NODES", 100)
    assert said("[" + "1," * 99 + "]") == []
    line = "f:1:200: found more than 100 values (an alias counts each time); expected fewer"
    assert said("[" + "1," * 200 + "]") == [line]


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["C", "Zl", "Zp"])),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=3)
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(PLAIN)
def test_json_is_read_as_what_it_says(value):
    assert value_of(json.dumps({"a": value}, ensure_ascii=False)) == {"a": value}


@settings(max_examples=60, deadline=None)
@given(st.text("ab: -[]{}&*!|>'\"#%@`,?\n\t\\0x.~", max_size=40))
def test_any_text_is_a_value_or_its_faults_are_told(text):
    for line in said(text):
        assert "; expected " in line and line.startswith("f:")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30))
def test_any_unicode_is_a_value_or_its_faults_are_told(text):
    assert all("; expected " in line for line in said(text))


def test_the_reader_of_yaml_is_left_as_it_was():
    parse("a: no", "f")
    assert yaml.safe_load("a: no") == {"a": False}
