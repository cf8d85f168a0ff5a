import pytest
from conftest import SHARED
from hypothesis import given
from hypothesis import strategies as st

import research
from research.domains.maze.config import Config, parse
from research.faults import BadInput
from research.parameters import BoardSize

FOLDER = SHARED / "data" / "hexmazes"

GOOD = """\
# A board.
WIDTH=20
HEIGHT=15
ENTRY=0,0
EXIT=19,14
OUTPUT_FILE=maze.txt
PERFECT=False

SEED=42
"""


def faults(text):
    with pytest.raises(BadInput) as told:
        parse(text)
    return [(fault.line, fault.column, fault.message) for fault in told.value.faults]


def changed(**values):
    """Replace values in the good file; None takes the line out."""
    lines = GOOD.split("\n")
    for key, value in values.items():
        at = next(index for index, line in enumerate(lines) if line.startswith(key))
        lines[at] = None if value is None else f"{key}={value}"
    return "\n".join(line for line in lines if line is not None)


def test_a_configuration_is_read():
    assert parse(GOOD) == Config(BoardSize(20, 15), (0, 0), (14, 19), "maze.txt", False, 42)


def test_x_is_the_column_and_y_the_row():
    assert parse(changed(ENTRY="3,1")).entry == (1, 3)


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("\n", "\r\n"),
        GOOD.rstrip("\n"),
        "\ufeff" + GOOD,
        GOOD.replace("=", " = "),
        GOOD.replace("False", "False   "),
        GOOD.replace("False", "false # with loops"),
        GOOD.replace("False", "FALSE\t#no"),
        "\n".join(reversed(GOOD.split("\n"))),
        "  # indented\n" + GOOD,
    ],
)
def test_blanks_line_ends_comments_and_order_do_not_matter(text):
    assert parse(text) == parse(GOOD)


def test_without_a_seed_it_is_0():
    assert parse(changed(SEED=None)).seed == 0 and parse(changed(SEED="-3")).seed == -3


def test_a_name_may_hold_what_begins_no_comment():
    assert parse(changed(OUTPUT_FILE="a#b=c.txt")).output_file == "a#b=c.txt"


@pytest.mark.parametrize(
    ("values", "place", "said"),
    [
        ({"WIDTH": "0"}, (2, 7), "found WIDTH '0'; expected a whole number from 1 to 10000"),
        ({"WIDTH": "20.0"}, (2, 7), "found WIDTH '20.0'; expected a whole number"),
        ({"HEIGHT": "  ten"}, (3, 10), "found HEIGHT 'ten'; expected a whole number"),
        ({"HEIGHT": ""}, (3, 8), "found HEIGHT ''; expected a whole number"),
        ({"ENTRY": "0"}, (4, 7), "found ENTRY '0'; expected x,y such as 0,2"),
        ({"ENTRY": "(0, 0)"}, (4, 7), "found ENTRY '(0, 0)'; expected x,y"),
        ({"ENTRY": "-1,0"}, (4, 7), "found ENTRY '-1,0'; expected x,y"),
        ({"EXIT": "14,19"}, (5, 6), "found EXIT '14,19'; expected x,y inside the board, up to 19,14"),
        ({"EXIT": "0,0"}, (5, 6), "found EXIT '0,0'; expected another cell than the entry"),
        ({"ENTRY": "7,5"}, (4, 7), "found ENTRY '7,5'; expected a cell that is not on the 42"),
        ({"EXIT": "13,9"}, (5, 6), "found EXIT '13,9'; expected a cell that is not on the 42"),
        ({"OUTPUT_FILE": ""}, (6, 13), "found OUTPUT_FILE ''; expected the name of a file"),
        ({"PERFECT": "yes"}, (7, 9), "found PERFECT 'yes'; expected True or False"),
        ({"SEED": "lucky"}, (9, 6), "found SEED 'lucky'; expected a whole number"),
        ({"EXIT": None}, (9, 1), "found no EXIT; expected a value for each of them, as in EXIT=..."),
    ],
)
def test_a_fault_is_told_with_its_place(values, place, said):
    ((line, column, message),) = faults(changed(**values))
    assert (line, column) == place and message.startswith(said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("WIDHT=20", "found the key 'WIDHT'; expected a known key (did you mean 'WIDTH'?)"),
        ("seed=3", "found the key 'seed'; expected a known key (did you mean 'SEED'?)"),
        (
            "COLOR=red",
            "found the key 'COLOR'; expected one of WIDTH, HEIGHT, ENTRY, EXIT, OUTPUT_FILE, PERFECT, SEED",
        ),
        ("WIDTH=30", "found WIDTH again; expected it once, as in line 2"),
        ("WIDTH 30", "found 'WIDTH 30'; expected KEY=VALUE"),
        ("=30", "found '=30'; expected KEY=VALUE"),
    ],
)
def test_a_line_that_does_not_belong_is_told(line, said):
    assert faults(GOOD + line) == [(10, 1, said)]


def test_all_faults_are_told_at_once_in_the_order_of_the_file():
    text = changed(WIDTH="x", PERFECT="maybe", EXIT=None) + "MODE=3\n"
    assert [(line, column) for line, column, _ in faults(text)] == [(2, 7), (6, 9), (9, 1), (10, 1)]


def test_an_empty_file_lacks_everything():
    ((line, column, said),) = faults("")
    assert (line, column) == (1, 1) and said.startswith(
        "found no WIDTH, HEIGHT, ENTRY, EXIT, OUTPUT_FILE, PERFECT;"
    )


def test_a_perfect_board_is_the_backtrackers_with_the_42_carved_from_the_entry():
    config = parse(changed(PERFECT="True", ENTRY="3,1"))
    made = research.make("maze.backtracker", seed=42, size=(20, 15), start=(1, 3), glyph="42")
    assert config.instance.make() == made and config.note == ""
    assert research.census(made)["loops"] == 0 and len(made.closed) == 18


def test_the_other_is_the_pacman_board():
    made = parse(GOOD).instance.make()
    assert made == research.make("maze.pacman", seed=42, size=(20, 15)) and made.facts["attempts"] == 1


def test_a_small_board_goes_without_the_42_and_says_so():
    config = parse(changed(WIDTH="6", HEIGHT="4", EXIT="5,3", PERFECT="True", SEED="7"))
    assert config.note == "a board of 6x4 is too small for the 42; it is made without"
    assert config.instance.make() == research.make("maze.backtracker", seed=7, size=(6, 4))


def test_a_board_that_cannot_have_loops_is_refused():
    with pytest.raises(ValueError, match="5x1 can never"):
        parse(changed(WIDTH="5", HEIGHT="1", EXIT="4,0")).instance.make()


@given(st.text(alphabet="WIDTHSE=0, 1#\n\r\t-XF", max_size=60))
def test_any_text_is_a_configuration_or_its_faults_are_told(text):
    try:
        assert isinstance(parse(text), Config)
    except BadInput as error:
        assert error.faults and all(fault.line and fault.column for fault in error.faults)


UNKNOWN = {
    2: ["ALGORITHM", "PLAYABLE"],
    4: [
        *("MUSIC_FILE", "COLOR_WALLS", "COLOR_BACKGROUND", "COLOR_FOURTYTWO", "COLOR_ENTRY"),
        *("COLOR_EXIT", "COLOR_MENUTEXT", "CELL_SIZE", "PERC_WALL", "PERC_PADDING"),
    ],
    6: ["width", "height", "exit", "output_file", "perfect"],
    7: ["HEX"],
}
SIZES = {1: (20, 15), 3: (20, 15), 5: (25, 15), 8: (14, 14), 9: (42, 42)}


@pytest.mark.skipif(not FOLDER.is_dir(), reason=f"the configurations are not in {FOLDER}")
@pytest.mark.parametrize("number", range(1, 10))
def test_configurations_that_people_wrote_are_read_or_refused_for_their_unknown_keys(number):
    text = (FOLDER / f"config_{number}.txt").read_bytes().decode()
    if number in SIZES:
        config = parse(text)
        assert config.size == SIZES[number] and not config.perfect
        assert config.entry == (0, 0) and config.seed == (42 if number == 5 else 0)
        assert config.instance.make().goals == (config.exit,)
    else:
        said = [message for _, _, message in faults(text)]
        assert [message.split("'")[1] for message in said] == UNKNOWN[number]
