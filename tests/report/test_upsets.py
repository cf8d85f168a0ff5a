"""The picture of an upset is XML, whatever the programs are called."""

import xml.etree.ElementTree as ElementTree

import pytest

import research
from research.report.upsets import upset_svg


@pytest.mark.parametrize("size", [15, 50])
def test_the_picture_of_an_upset_is_xml_with_both_walks(size):
    maze = research.make("maze.backtracker", seed=3, size=size)
    walks = [research.play(maze, name).walk for name in ("depth_first", "wall_follower")]
    root = ElementTree.fromstring(upset_svg(maze, walks, ["one", "two"], "an upset"))
    texts = [text.text for text in root.iter() if text.tag.endswith("}text")]
    said = [f"{len(walk) - 1} steps" for walk in walks]
    assert texts == ["an upset", "one", said[0], "two", said[1]]
    lines = [line.get("points").split() for line in root.iter() if line.tag.endswith("polyline")]
    assert [len(line) for line in lines] == [len(walk) for walk in walks]


def test_a_hostile_name_stays_text_and_is_cut_to_its_panel(example):
    walk = research.play(example, "depth_first").walk
    name = '<script>alert("1")</script>\x1b[31m\x00]]>\ufffe' * 30
    picture = upset_svg(example, [walk, walk], [name, "&amp;"], name)
    root = ElementTree.fromstring(picture)
    assert "<script" not in picture and picture.isprintable() is False and "\x1b" not in picture
    texts = [text.text for text in root.iter() if text.tag.endswith("}text")]
    assert texts[1].startswith("<script") and texts[1].endswith("…") and len(texts[1]) < 12
    assert texts[3] == "&amp;"
