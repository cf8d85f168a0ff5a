"""Text of unknown origin in Markdown: it is shown, and does nothing."""

import re

import pandas as pd
import pytest

from research.report.markdown import as_text, claims_markdown, code, escaped

HOSTILE = [
    ("a|b", r"a\|b"),
    ("a\\|b", r"a\\\|b"),
    ("`rm`", r"\`rm\`"),
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("&lt;", "&amp;lt;"),
    ("![](http://x/y.png)", r"![]\(http://x/y.png)"),
    ("[a][b]", r"[a]\[b]"),
    ("**bold** ~no~", r"\*\*bold\*\* \~no\~"),
    ("$x$", r"\$x\$"),
    ("__init__", r"\_\_init\_\_"),
    ("two\nlines\r\x1b[31mred\x00", r"two\\nlines\\r\\x1b[31mred\\x00"),
    ("\u202eleft\u200b", r"\\u202eleft\\u200b"),
    ("\udc80", r"\\udc80"),
]


@pytest.mark.parametrize(("text", "wanted"), HOSTILE)
def test_hostile_text_is_shown_and_does_nothing(text, wanted):
    assert escaped(text) == wanted


@pytest.mark.parametrize(
    "text", ["beam:form=layers,width=8", "a_star:h=manhattan+misplaced", "0.5 [0.4, 0.6]", "Ödipus 迷"]
)
def test_what_is_harmless_stays_as_it_is(text):
    assert escaped(text) == text


def test_no_cell_and_no_column_name_breaks_a_table():
    # Half a surrogate pair cannot be in a DataFrame's column of text.
    names = [text for text, _ in HOSTILE if text.isascii() or text.isprintable()]
    lines = as_text(pd.DataFrame([names, names], columns=names)).splitlines()
    assert len(lines) == 4
    for line in lines:
        cells = re.split(r"(?<!\\)(?:\\\\)*\|", line)
        assert len(cells) == len(names) + 2
        assert not re.search(r"(?<!\\)`|<|[\x00-\x1f]", line)


def test_numbers_are_not_touched_and_nothing_is_empty():
    text = as_text(pd.DataFrame({"name": ["a", None], "n": [1, 20]}, dtype=object))
    assert text.splitlines()[2:] == ["| a      | 1   |", "|        | 20  |"]


def test_code_is_not_escaped_but_fenced_in():
    assert code("a <= b") == "`a <= b`" and code("a|b") == r"`a\|b`"


def test_a_claim_stays_code_and_its_counter_example_is_text():
    line = {"claim": "route <= 3", "holds": False, "instances": "m", "checked": 1, "broken": 1, "low": 0.1}
    table = pd.DataFrame([line | {"high": 1.0, "counter_example": "<b>: 4 <= 3 is false"}])
    assert "| `route <= 3` |" in claims_markdown(table)
    assert "&lt;b&gt;: 4 &lt;= 3 is false" in claims_markdown(table)
