"""The protocol's description is what the referee says and takes."""

import re
from pathlib import Path

import numpy as np

import research
from research.arena import transcript
from research.domains.maze import Maze

TEXT = (Path(research.__file__).parent / "arena/PROTOCOL.md").read_text()

# It answers as the description's program does.
PLAYER = """
answers = {answers!r}
for line in iter(input, ""):
    if line.startswith(("hello", "see")):
        print(answers.pop(0), flush=True)
"""


def test_the_transcript_of_the_description_is_what_happens(tmp_path):
    lines = re.search(r"```transcript\n(.*?)```", TEXT, re.DOTALL)[1].splitlines()
    answers = [line[2:] for line in lines if line.startswith("< ")]
    (tmp_path / "player.py").write_text(PLAYER.format(answers=answers))
    maze = Maze(np.array([[False, True]]), np.array([[False], [False]]), (0, 0), ((1, 1),))
    with transcript.written(tmp_path / "match.gz", {}) as kept:
        episode = research.play(maze, "program", command="{python} player.py", folder=str(tmp_path))
        kept.end(episode, own=False)
    assert (episode.outcome.value, episode.steps) == ("solved", 4)
    said = transcript.read(tmp_path / "match.gz")[1:-1]
    assert [re.sub(r"random \d+", "random K", line) for line in said] == [
        re.sub(r"random \d+", "random K", line) for line in lines
    ]
