"""The imperfect boards, their glyph and their dead ends: the statistic that the rules ask for."""

import networkx as nx
import pytest

import research
from research.domains.maze.braiding import makes_open_block
from research.domains.maze.carving import Board
from research.domains.maze.formats import hex
from research.domains.maze.generators.pacman import GenerationError
from research.domains.maze.glyph import FORTY_TWO, closed_by
from research.parameters import BoardSize


def rows_of(maze):
    return " ".join(hex.write(maze).split("\n\n")[0].split())


def test_the_check_boards_come_out_digit_for_digit():
    plain = research.make("maze.backtracker", seed=1, size=(9, 7), glyph="42")
    assert rows_of(plain) == "D53D55553 BFC53FFFA AFD5057FA AFFFAFFFA C53FAFD52 956FAFFFA C55545556"
    braided = research.make("maze.pacman", seed=1, size=(9, 7))
    assert rows_of(braided) == "953955553 AF843FFFA AFC5057FA AFFFAFFFA C53FAFD52 956FAFFFA C55545556"
    assert research.census(braided)["loops"] == 3
    small = research.make("maze.pacman", seed=7, size=5)
    assert rows_of(small) == "95513 C53AA 9546A 81512 C4546" and research.census(small)["loops"] == 5
    assert hex.write(small).endswith("\n\n0,0\n4,4\nEEEESSSS\n")


@pytest.mark.parametrize(
    ("size", "loops", "before"),
    [
        ((9, 7), 3.89, 4.89),
        ((20, 15), 30.07, 30.48),
        pytest.param((40, 30), 120.58, 121.03, marks=pytest.mark.slow),
    ],
)
def test_no_board_of_seeds_1_to_100_keeps_a_real_dead_end(size, loops, before):
    found, plain = [], []
    for seed in range(1, 101):
        maze = research.make("maze.pacman", seed=seed, size=size)
        counted = research.census(maze)
        assert (counted["dead_ends"], counted["enclosed"], maze.facts["attempts"]) == (0, 2, 1)
        found.append(counted["loops"])
        tree = research.make("maze.backtracker", seed=seed, size=size, glyph="42")
        plain.append(research.census(tree)["dead_ends"])
    assert (sum(found) / 100, sum(plain) / 100) == pytest.approx((loops, before), abs=0.005)


def test_a_dead_end_that_no_rule_can_open_stays():
    board = Board(BoardSize(5, 3))
    for here, there in board.sides():
        if (2, 2) not in (here, there) or (1, 2) in (here, there):
            board.join(here, there)
    maze = board.maze((0, 0), (2, 4))
    assert rows_of(maze) == "91113 80002 C6EC6" and research.census(maze)["loops"] == 6
    assert research.census(maze)["dead_ends"] == 1
    assert all(makes_open_block(board, (2, 2), side) for side in ((2, 1), (2, 3)))


@pytest.mark.parametrize("size", ["1x1", "1x9", "9x1", "2x2"])
def test_boards_that_can_never_have_two_loops_are_refused(size):
    with pytest.raises(GenerationError, match=f"a board of {size} can never"):
        research.make("maze.pacman", seed=1, size=size)


def test_a_board_of_two_by_three_tells_that_it_was_tried():
    try:
        maze = research.make("maze.pacman", seed=1, size="2x3")
    except GenerationError as error:
        assert "no board of 2x3 met the bounds in 20 attempts" in str(error)
    else:
        assert research.census(maze)["loops"] >= 2


def test_the_glyph_is_drawn_in_the_middle_where_there_is_room():
    cells = closed_by("42", BoardSize(9, 7))
    assert len(cells) == 18 and min(cells) == (1, 1) and max(cells) == (5, 7)
    assert not closed_by("42", BoardSize(8, 7)) and not closed_by("42", BoardSize(9, 6))
    assert min(closed_by("42", BoardSize(20, 15))) == (15 // 2 - 2, 20 // 2 - 3)
    assert sum(row.count("#") for row in FORTY_TWO) == 18


def test_a_glyph_of_ones_own_takes_its_place(tmp_path):
    path = tmp_path / "cross.txt"
    path.write_text(".#.\n###\n.#.\n")
    maze = research.make("maze.kruskal", seed=1, size=7, glyph=str(path))
    assert len(maze.closed) == 5 and nx.is_tree(maze.to_networkx())


@pytest.mark.parametrize(
    ("text", "said"), [("#x#\n", "1:2: found 'x'; expected # or ."), ("##\n#\n", "2:1: found 1 characters")]
)
def test_a_bad_glyph_is_told_with_its_place(tmp_path, text, said):
    path = tmp_path / "glyph.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=said):
        research.make("maze.kruskal", seed=1, size=9, glyph=str(path))


def test_an_entry_on_the_glyph_is_an_error_that_names_the_cell():
    with pytest.raises(ValueError, match="the start 1,1 is on a closed cell"):
        research.make("maze.pacman", seed=1, size=(9, 7), start=(1, 1))


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_braiding_opens_a_share_of_the_dead_ends(share):
    plain = research.census(research.make("maze.kruskal", seed=3, size=20))
    braided = research.make("maze.kruskal", seed=3, size=20, braid=share)
    counted = research.census(braided)
    ends = plain["dead_ends"] + plain["enclosed"]
    left = counted["dead_ends"] + counted["enclosed"]
    assert counted["loops"] == braided.facts.get("openings", 0)
    assert left == ends if share == 0 else left < ends
    if share == 1:
        assert left == 0
