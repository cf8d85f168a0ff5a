"""What `research check`, `convert` and `play --config` do: statuses, lines, files."""

import inspect
import json
import os
import sys

import pytest

import research
from research import cli
from research.domains.maze.formats import hex
from research.faults import BadInput
from research.report.checked import check
from research.report.converted import convert, play_config

PLAY = next(command for command in cli.app.registered_commands if command.callback.__name__ == "play")
COMMANDS = {command.name or command.callback.__name__ for command in cli.app.registered_commands}
CONFIG = "WIDTH=20\nHEIGHT=15\nENTRY=0,0\nEXIT=19,14\nOUTPUT_FILE=maze.txt\nPERFECT=False\nSEED=42\n"


@pytest.fixture
def board():
    return research.make("maze.pacman", seed=1, size=(9, 7))


@pytest.fixture
def path(tmp_path, board):
    research.write(board, tmp_path / "board.txt", format="hex")
    return tmp_path / "board.txt"


@pytest.fixture
def call(monkeypatch, capsys):
    """Call the command line in this process; return status, standard output and standard error."""

    def run(*words):
        if words[0] not in COMMANDS:
            pytest.skip(f"the command line has no {words[0]} yet")
        monkeypatch.setattr(sys, "argv", ["research", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return run


def test_a_valid_file_is_said_to_be_valid(path):
    checked = check(path, "pacman")
    assert checked.status == 0 and checked.findings == []
    assert checked.lines == [f"{path}: valid (hex, 9x7, 3 loops, 0 real dead ends, 2 enclosed)"]


def test_findings_are_lines_and_plain_values(path):
    path.write_text(path.read_text()[:-1].replace("953955553", "853955553"))
    checked = check(path)
    assert checked.status == 1
    assert checked.lines == [
        f"{path}:1:1: open-border: found the border open to the north; expected it closed",
        f"{path}:11:15: no-final-newline: found the end of the text; expected a newline at the end of the last line",
        f"{path}: not valid (hex, 9x7, 3 loops, 0 real dead ends, 2 enclosed): 1 no-final-newline, 1 open-border",
    ]
    assert json.loads(json.dumps(checked.findings))[0] == {
        "code": "open-border",
        "line": 1,
        "column": 1,
        "message": "found the border open to the north; expected it closed",
    }


def test_the_number_of_dead_ends_allowed_is_a_parameter(tmp_path):
    perfect = research.make("maze.backtracker", seed=3, size=(9, 7), glyph="42")
    research.write(perfect, tmp_path / "maze.txt", format="hex")
    ends = research.census(perfect)["dead_ends"]
    for most in (ends - 1, ends):
        codes = [each["code"] for each in check(tmp_path / "maze.txt", "pacman", most).findings]
        assert ("too-many-dead-ends" in codes) == (most < ends)


def test_what_cannot_be_read_is_one_line_with_the_file(tmp_path):
    (tmp_path / "bytes.txt").write_bytes(b"95\xff\n")
    (tmp_path / "words.txt").write_text("hello\n")
    for name, said in (
        ("none.txt", "none.txt: cannot be read: No such file"),
        ("bytes.txt", "bytes.txt:1:3: found the byte 0xff; expected UTF-8 text"),
        ("words.txt", "words.txt:1:1: found no maze; expected one in a known format"),
        (".", "cannot be read: Is a directory"),
    ):
        with pytest.raises(BadInput) as told:
            check(tmp_path / name)
        assert said in str(told.value) and len(told.value.faults) == 1


def test_another_expectation_is_refused_with_the_nearest_right_word(path):
    with pytest.raises(
        BadInput, match=r"--expect: found 'perfekt'; expected a known .*did you mean 'perfect'"
    ):
        check(path, "perfekt")


def test_the_command_line_ends_with_0_1_and_2(call, path, tmp_path):
    status, out, err = call("check", path, "--expect", "pacman")
    assert (status, err) == (0, "") and out.startswith(f"{path}: valid")
    assert call("check", path, "--json")[:2] == (0, "[]\n")
    status, out, err = call("check", path, "--expect", "perfect", "--json")
    assert (status, err) == (1, "") and [each["code"] for each in json.loads(out)] == ["loop"]
    status, out, err = call("check", tmp_path / "none.txt", "--json")
    assert (status, out) == (2, "") and "No such file" in err
    assert call("check", path, "--expect", "pacman", "--max-dead-ends", "0")[0] == 0


@pytest.mark.parametrize("name", ["hex", "text"])
def test_a_maze_is_converted_there_and_back(path, tmp_path, board, name):
    target = tmp_path / f"made.{name}"
    assert convert(path, target) == f"wrote {target} ({name}, 9x7)"
    assert research.read(target, format=name) == board
    assert convert(target, tmp_path / "back.txt", from_=name, to="hex").startswith("wrote")
    assert (tmp_path / "back.txt").read_bytes() == path.read_bytes()


def test_a_maze_that_the_target_cannot_hold_is_told_and_the_target_stays(path, tmp_path):
    target = tmp_path / "made.koth"
    target.write_text("made before\n")
    with pytest.raises(BadInput) as told:
        convert(path, target)
    assert str(told.value).startswith(f"{target}: the contest format holds square mazes")
    assert target.read_text() == "made before\n"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["board.txt", "made.koth"]


def test_a_suffix_that_names_no_format_is_told(path, tmp_path):
    with pytest.raises(
        BadInput, match=r"made\.xyz: found the suffix '\.xyz', which names no format; expected --to"
    ):
        convert(path, tmp_path / "made.xyz")


@pytest.mark.parametrize("option", ["from_", "to"])
def test_a_format_that_is_not_known_is_told_with_the_nearest(path, tmp_path, option):
    with pytest.raises(
        BadInput, match=r"--(from|to): found 'hexx'; expected a known format .did you mean 'hex'"
    ):
        convert(path, tmp_path / "made.hex", **{option: "hexx"})


def test_a_fault_in_the_file_is_told_with_the_file_and_nothing_is_written(path, tmp_path):
    path.write_text(path.read_text().replace("953955553", "853955553"))
    with pytest.raises(BadInput, match=rf"{path}:1:1: "):
        convert(path, tmp_path / "made.text")
    assert not (tmp_path / "made.text").exists()


def test_a_file_can_be_converted_in_its_place(path, board):
    convert(path, path, to="text")
    assert research.read(path) == board


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(path, tmp_path):
    (tmp_path / "locked").mkdir(mode=0o500)
    with pytest.raises(BadInput, match="cannot be written: Permission denied"):
        convert(path, tmp_path / "locked" / "made.hex")


def test_a_target_that_is_a_folder_is_told(path, tmp_path):
    (tmp_path / "made.hex").mkdir()
    with pytest.raises(BadInput, match=r"made\.hex: cannot be written"):
        convert(path, tmp_path / "made.hex")


def test_a_link_stays_a_link(path, tmp_path, board):
    (tmp_path / "made.text").symlink_to(tmp_path / "real.text")
    convert(path, tmp_path / "made.text")
    assert (tmp_path / "made.text").is_symlink() and research.read(tmp_path / "real.text") == board


def test_the_command_line_converts(call, path, tmp_path):
    status, out, _ = call("convert", path, tmp_path / "made.text")
    assert status == 0 and out == f"wrote {tmp_path / 'made.text'} (text, 9x7)\n"
    status, out, err = call("convert", path, tmp_path / "made.txt", "--to", "koth")
    assert (status, out) == (2, "") and len(err.splitlines()) == 1


@pytest.fixture
def config(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "config.txt"
    path.write_text(CONFIG)
    return path


def test_the_board_of_a_configuration_is_made_solved_and_written(config, tmp_path):
    written = play_config(config)
    maze = research.make("maze.pacman", seed=42, size=(20, 15))
    assert (tmp_path / "maze.txt").read_text() == hex.write(maze) and written.note == ""
    # The path in the file is the one that breadth-first search finds.
    assert written.episode.outcome is research.Outcome.SOLVED
    assert (tmp_path / "maze.txt").read_text().splitlines()[-1] == written.facts()["path"]
    assert written.lines()[0].startswith("wrote maze.txt: 20x15, seed 42, loops ")
    assert written.drawing(ascii_only=True).count(" o ") == written.facts()["steps"] - 1
    assert check(tmp_path / "maze.txt", "pacman").status == 0


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("perfect", [True, False])
@pytest.mark.parametrize(("width", "height"), [(6, 4), (9, 7), (20, 15)])
def test_every_file_written_is_valid(config, tmp_path, seed, perfect, width, height):
    text = CONFIG.replace("20", str(width)).replace("15", str(height)).replace("False", str(perfect))
    text = text.replace("19,14", f"{width - 1},{height - 1}").replace("42", str(seed))
    config.write_text(text)
    written = play_config(config)
    assert bool(written.note) == (width == 6)
    assert check(tmp_path / "maze.txt", "perfect" if perfect else "pacman").status == 0


def test_the_known_board_is_written_byte_for_byte(config, tmp_path):
    text = CONFIG.replace("20", "6").replace("15", "4").replace("19,14", "5,3").replace("42", "7")
    config.write_text(text.replace("False", "True"))
    assert "too small for the 42" in play_config(config).note
    expected = b"BD5153\nC53A96\n93C6C3\nEC5556\n\n0,0\n5,3\nSEESENNEESWSES\n"
    assert (tmp_path / "maze.txt").read_bytes() == expected


def test_an_older_output_is_replaced_and_nothing_is_left_beside_it(config, tmp_path):
    (tmp_path / "maze.txt").write_text("made before\n")
    play_config(config)
    assert (tmp_path / "maze.txt").read_text().startswith("9")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["config.txt", "maze.txt"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("WIDTH=20", "WIDTH=x", "config.txt:1:7: found WIDTH 'x'; expected"),
        (
            "ENTRY=0,0",
            "ENTRY=7,5",
            "config.txt:3:7: found ENTRY '7,5'; expected a cell that is not on the 42",
        ),
        ("HEIGHT=15\nENTRY=0,0\nEXIT=19,14", "HEIGHT=1\nENTRY=0,0\nEXIT=19,0", "20x1 can never have 2 loops"),
        ("maze.txt", "config.txt", "config.txt: found OUTPUT_FILE to be this file; expected another"),
    ],
)
def test_a_bad_configuration_is_told_with_its_file_and_nothing_is_written(config, tmp_path, old, new, said):
    (tmp_path / "maze.txt").write_text("made before\n")
    config.write_text(CONFIG.replace(old, new))
    with pytest.raises(BadInput) as told:
        play_config(config)
    assert str(told.value).startswith(str(config)) and said in str(told.value)
    assert (tmp_path / "maze.txt").read_text() == "made before\n"
    assert config.read_text() == CONFIG.replace(old, new)


def test_the_command_line_plays_a_configuration(call, config, tmp_path):
    if "config" not in inspect.signature(PLAY.callback).parameters:
        pytest.skip("play has no --config yet")
    status, out, err = call("play", "--config", config, "--ascii")
    assert (status, err) == (0, "") and "wrote maze.txt: 20x15, seed 42" in out
    config.write_text(CONFIG.replace("=20", "=6").replace("=15", "=4").replace("19,14", "5,3"))
    status, out, err = call("play", "--config", config, "--json")
    assert status == 0 and json.loads(out)["cols"] == 6
    assert err == "a board of 6x4 is too small for the 42; it is made without\n"
    config.write_text(CONFIG.replace("WIDTH", "WIDHT"))
    status, out, err = call("play", "--config", config)
    assert (status, out) == (2, "") and "did you mean 'WIDTH'?" in err
