import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

import research
from research.domains.maze.drawing import draw, frames
from research.domains.maze.svg import to_svg

DRAWN = """\
┌───┬───────────────────┐
│ S │                   │
│   └───────┐   ┌───╴   │
│           │   │       │
├───────┐   ╵   │   ╶───┤
│       │       │       │
│   ╷   └───────┴───╴   │
│   │                 G │
└───┴───────────────────┘"""

PLAIN = """\
+---+---+---+---+---+---+
| S | ? . ?   o   @   ? |
+   +---+---+   +---+ . +
| o   o   o | o | ? . ? |
+---+---+   +   + .   . +
| ? . ? | o   o | ? . ? |
+ .   . +---+---+ .   . +
| ? . ? . ? . ? . ? . G |
+---+---+---+---+---+---+"""


@pytest.fixture
def maze():
    return research.make("maze.backtracker", seed=7, size=(6, 4))


def test_a_maze_is_drawn_with_box_characters(maze):
    assert draw(maze) == DRAWN


def test_a_walk_in_the_fog_is_drawn_in_plain_characters(maze):
    walk = research.play(maze, "a_star", budget=research.Budget(steps=8)).walk
    assert draw(maze, walk, set(walk), ascii_only=True) == PLAIN


def test_the_plain_drawing_has_no_other_characters(maze):
    assert draw(maze, ascii_only=True).isascii()


def test_there_is_a_frame_for_every_step(maze):
    walk = research.play(maze, "a_star").walk
    drawn = list(frames(maze, walk))
    assert len(drawn) == len(walk) and len(set(drawn)) == len(walk)


def test_the_picture_is_xml_with_the_name_as_harmless_text(maze):
    walk = research.play(maze, "a_star").walk
    picture = to_svg(replace(maze, name="<script>alert(1)</script>"), walk, set(walk[:5]))
    root = ElementTree.fromstring(picture)
    assert root[0].text == "<script>alert(1)</script>" and "<script>" not in picture
    assert replace(maze)._repr_svg_().startswith("<svg")
