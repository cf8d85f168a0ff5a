import io
import json
import logging
from collections import Counter

import pytest
from processes import HOSTILE, in_child
from rich.console import Console

import research
from research import results as module
from research.faults import BadInput
from research.report.progress import Shown
from research.sweep import run as running
from research.sweep.store import Store

CONTENT = {
    "seeds": "1..4",
    "instances": [{"maze.kruskal": {"size": "4x4"}}],
    "strategies": ["breadth_first", "depth_first"],
    "metrics": ["steps"],
}
STRATEGY = '''
from research.registry import strategies


@strategies.register()
def {name}(view):
    """{doc}"""
    while moves := view.moves():
        yield moves[{which}]
'''
GENERATOR = '''
from research.domains.maze.grid import OFFERS
from research.instances import instance_of
from research.registry import generators


@generators.register("own.maze", offers=OFFERS)
def own(seed):
    """{doc}"""
    return instance_of("maze.kruskal", {{"size": 4}}, seed).make()
'''


class Told:
    """Keeps what a run tells of its progress."""

    def __init__(self):
        self.built = []

    def building(self, what, done, total):
        assert not hasattr(self, "done"), "the run has begun already"
        self.built.append((what, done, total))

    def start(self, plan, done, stale):
        self.done, self.stale, self.played = done, stale, []

    def advance(self, rows):
        self.played += rows

    def finish(self):
        self.finished = True


def played(content, folder, **options):
    """Run, and return how many jobs were done before, what was stale, and who was played how often."""
    told = Told()
    frame = research.run(content, out=folder, jobs=2, progress=told, **options).frame
    assert told.finished and len(frame) == told.done + len(told.played)
    return told.done, dict(told.stale), dict(Counter(row["label"] for row in told.played))


def test_only_missing_jobs_are_played(tmp_path):
    assert played(CONTENT, tmp_path) == (0, {}, {"breadth_first": 4, "depth_first": 4})
    assert played(CONTENT, tmp_path) == (8, {}, {})
    more = CONTENT | {"seeds": "0..4", "strategies": ["random_walk", *CONTENT["strategies"]]}
    assert played(more, tmp_path) == (8, {}, {"breadth_first": 1, "depth_first": 1, "random_walk": 5})
    assert played(CONTENT, tmp_path) == (8, {}, {})
    assert played(CONTENT, tmp_path, fresh=True) == (0, {}, {"breadth_first": 4, "depth_first": 4})


def test_a_journal_line_that_is_no_row_costs_one_job(tmp_path, caplog):
    before = research.run(CONTENT, out=tmp_path, jobs=1).frame
    journal = tmp_path / "journal.jsonl"
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join([*lines[:3], lines[3][:40] + "\n", *lines[4:]]))
    with caplog.at_level(logging.WARNING):
        assert played(CONTENT, tmp_path)[0] == 7
    assert caplog.messages == [f"{journal}:4: found no row; its job is run again"]
    after = research.run(CONTENT, out=tmp_path, jobs=1).frame
    assert after.drop(columns="seconds").equals(before.drop(columns="seconds"))


def test_rows_without_a_metric_that_is_asked_for_are_made_again(tmp_path):
    research.run(CONTENT, out=tmp_path, jobs=1)
    journal = tmp_path / "journal.jsonl"
    rows = [json.loads(line) for line in journal.read_text().splitlines()]
    for row in rows[:3]:
        del row["cost"]
    journal.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert played(CONTENT, tmp_path)[0] == 8
    assert played(CONTENT | {"metrics": ["cost"]}, tmp_path)[0] == 5


def test_a_census_is_done_when_it_is_done(tmp_path):
    census = CONTENT | {"metrics": ["dead_ends"]}
    del census["strategies"]
    assert played(census, tmp_path) == (0, {}, {None: 4})
    assert played(census, tmp_path) == (4, {}, {})


def write(folder, **versions):
    """Write plug-ins: a strategy under each name, `own.py` with a generator."""
    for name, which in versions.items():
        (folder / f"{name}.py").write_text(STRATEGY.format(name=name, which=which, doc="Go."))


def own(folder):
    plugins = [str(folder / f"{name}.py") for name in ("first", "last")]
    return CONTENT | {"plugins": plugins, "strategies": ["first", "last", "depth_first"]}


def test_editing_a_strategy_makes_its_rows_stale_and_no_others(tmp_path):
    write(tmp_path, first=0, last=-1)
    before = in_child(lambda: research.run(own(tmp_path), out=tmp_path / "out", jobs=2).frame)
    write(tmp_path, last=0)
    assert in_child(lambda: played(own(tmp_path), tmp_path / "out")) == (8, {"last": 4}, {"last": 4})
    assert in_child(lambda: played(own(tmp_path), tmp_path / "out")) == (12, {}, {})
    after = in_child(lambda: research.run(own(tmp_path), out=tmp_path / "out", jobs=2).frame)
    same, changed = after["label"] != "last", after["label"] == "last"
    assert after[same].equals(before[same])
    assert (after["code"] != before["code"]).equals(changed)
    assert (after["job"] == before["job"]).all() and (after["steps"] != before["steps"])[changed].any()


def test_the_reason_why_rows_are_made_again_is_printed(tmp_path):
    write(tmp_path, first=0, last=-1)
    in_child(lambda: research.run(own(tmp_path), out=tmp_path / "out", jobs=1) and None)
    write(tmp_path, first=-1)

    def said():
        text = io.StringIO()
        shown = Shown(Console(file=text, width=200))
        research.run(own(tmp_path), out=tmp_path / "out", jobs=1, progress=shown)
        return text.getvalue()

    said = in_child(said)
    assert "4 rows were made by other code (first has changed) and are run again\n" in said
    assert "8 of 12 jobs are done already\n" in said


def test_editing_a_generator_is_told_as_such(tmp_path):
    file = tmp_path / "own.py"
    content = CONTENT | {"plugins": [str(file)], "instances": ["own.maze", {"maze.kruskal": {"size": 3}}]}
    file.write_text(GENERATOR.format(doc="A maze."))
    in_child(lambda: research.run(content, out=tmp_path / "out", jobs=1) and None)
    file.write_text(GENERATOR.format(doc="A better maze."))
    told = in_child(lambda: played(content, tmp_path / "out"))
    assert told == (8, {"own.maze": 8}, {"breadth_first": 4, "depth_first": 4})


def test_code_that_is_edited_during_a_run_does_not_sign_its_rows(tmp_path):
    write(tmp_path, first=0, last=-1)

    def edited():
        told = Told()
        plan = module.prepare(own(tmp_path))
        expected = {job.sealed().id: job.code for job in plan.jobs()}
        write(tmp_path, last=0)
        store = Store(tmp_path / "out")
        running.play_missing(plan, store, 2, told)
        store.close()
        return expected == {row["job"]: row["code"] for row in told.played}

    assert in_child(edited)


def test_a_run_that_lacks_a_row_is_an_error_and_no_table(tmp_path, monkeypatch):
    def forgetful(jobs, workers):
        for rows in local(jobs, workers):
            yield [row for row in rows if row["seed"] != 3]

    local = running.run_local
    monkeypatch.setattr(running, "run_local", forgetful)
    with pytest.raises(BadInput, match=r"found no row of job [0-9a-f]{16} after the run"):
        research.run(CONTENT, out=tmp_path, jobs=1)
    assert not (tmp_path / "tables").exists() and not (tmp_path / "rows.parquet").exists()
    monkeypatch.undo()
    assert played(CONTENT, tmp_path)[0] == 6


def test_the_tables_of_an_unfinished_run_are_not_shown_as_its_results(tmp_path, monkeypatch):
    research.run(CONTENT, out=tmp_path, jobs=1)
    assert len(module.load(tmp_path).frame) == 8

    def stopped(jobs, workers):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(running, "run_local", stopped)
    with pytest.raises(KeyboardInterrupt):
        research.run(CONTENT | {"seeds": "1..9"}, out=tmp_path, jobs=1)
    with pytest.raises(BadInput, match="found an unfinished run of 18 jobs; the same command goes on"):
        module.load(tmp_path)


def test_a_full_disk_stops_the_run_in_one_line(tmp_path, monkeypatch):
    def full(self, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Store, "_write", full)
    with pytest.raises(BadInput, match=r"^[^\n]*: the journal cannot be written: No space left[^\n]*$"):
        research.run(CONTENT, out=tmp_path, jobs=2)
    monkeypatch.undo()
    assert played(CONTENT, tmp_path)[0] == 0


def test_rows_of_strategies_that_crash_are_not_played_again(tmp_path):
    content = CONTENT | {"plugins": [str(HOSTILE)], "strategies": ["exits", "raises"]}
    assert in_child(lambda: played(content, tmp_path))[2] == {"exits": 4, "raises": 4}
    assert in_child(lambda: played(content, tmp_path)) == (8, {}, {})


PATTERNS = {
    "seeds": "1..3",
    "instances": [{"sliding.shuffled": {"size": ["3x3", "4x4"], "moves": 12}}],
    "strategies": [{"a_star": {"h": ["manhattan", "pattern_4_4"]}}],
    "fog": {"cost": "jump"},
}


def test_tables_of_heuristics_are_built_before_the_run_and_once_for_all_workers(tmp_path, monkeypatch):
    from research.kernels.sliding import pattern_files

    monkeypatch.setenv("RESEARCH_CACHE", str(tmp_path / "cache"))
    for expected in ([("pattern_4_4", 0, 6048)], []):
        monkeypatch.setattr(pattern_files, "_opened", {})
        told = Told()
        frame = research.run(PATTERNS, out=tmp_path / "out", jobs=2, fresh=True, progress=told).frame
        assert told.built[:1] == expected and told.built[-1:] in ([], [("pattern_4_4", 6048, 6048)])
        assert (frame["outcome"] == "solved").all() and len(frame) == 9
    [path] = (tmp_path / "cache" / "fog-research" / "patterns").iterdir()
    path.write_bytes(path.read_bytes()[:-1])
    monkeypatch.setattr(pattern_files, "_opened", {})
    told = Told()
    assert len(research.run(PATTERNS, out=tmp_path / "out", jobs=2, progress=told).frame) == 9
    assert (told.done, told.built) == (9, []), "nothing is built for rows that are there"


@pytest.mark.parametrize("terminal", [False, True])
def test_building_is_shown(terminal):
    text = io.StringIO()
    shown = Shown(Console(file=text, width=100, force_terminal=terminal))
    for done in (0, 600, 1200):
        shown.building("pattern_9", done, 1200)
    shown.finish()
    lines = text.getvalue().splitlines()
    if terminal:
        assert any("building pattern_9" in line and "100%" in line for line in lines)
    else:
        assert lines == [
            "building pattern_9: 0% of 1,200 entries",
            "building pattern_9: 100% of 1,200 entries",
        ]
