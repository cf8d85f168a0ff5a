"""A transcript is there where a match was played to its end, and nowhere else."""

import pytest
from programs import NATIVE, played

import research
from research.arena import sandbox, transcript
from research.episode import Outcome

# It wins, and then does not care for the end.
STUBBORN = """
import signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("so be it", file=sys.stderr)
"""


@pytest.fixture
def maze():
    return research.make("maze.backtracker", seed=5, size=9)


def test_a_match_that_raises_leaves_no_transcript(tmp_path):
    with pytest.raises(ZeroDivisionError), transcript.written(tmp_path / "match.gz", {}) as kept:
        kept.said("hello")
        raise ZeroDivisionError
    assert not list(tmp_path.iterdir()) and kept._raw.closed and transcript.current() is None


def test_a_run_that_is_complete_has_no_half_transcripts(tmp_path):
    left = tmp_path / "out/transcripts/0123.partial"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"half")
    (tmp_path / "player.py").write_text(NATIVE)
    program = {"name": "deep", "command": "{python} player.py", "folder": str(tmp_path)}
    content = {
        "instances": [{"maze.kruskal": {"size": 5}}],
        "strategies": [{"program": program}],
        "metrics": ["steps"],
        "seeds": [1],
    }
    research.run(content, out=tmp_path / "out", jobs=1)
    assert [path.suffix for path in left.parent.iterdir()] == [".gz"]


def test_who_has_won_and_must_be_killed_has_won_and_it_is_told_beside(maze, tmp_path, monkeypatch):
    monkeypatch.setattr(sandbox, "level", lambda: "rlimit")
    source = STUBBORN + NATIVE.replace("        break", "        continue")
    with transcript.written(tmp_path / "match.gz", {}) as kept:
        episode = played(maze, tmp_path, source, "research")
        kept.end(episode, own=False)
    assert episode.outcome is Outcome.SOLVED
    said = (tmp_path / "match.stderr.txt").read_text()
    assert said == "so be it\n(it did not end on SIGTERM and was killed)\n"
