import hashlib
import json
import time
import tracemalloc
from dataclasses import asdict
from itertools import islice

import pytest

import research
from research.episode import PROTOCOL
from research.faults import BadInput
from research.parameters import canonical
from research.report.planned import planned
from research.sweep.reading import prepare

MILLION = {
    "seeds": "1..250000",
    "instances": [{"maze.kruskal": {"size": "5x5"}}],
    "strategies": ["breadth_first", "depth_first", "a_star", "random_walk"],
}
SMALL = {
    "seeds": "1..3",
    "instances": [{"maze.kruskal": {"size": ["3x3", "4x3"]}}, {"maze.buildfun": {"size": 15}}],
    "strategies": ["breadth_first", {"a_star": {"h": ["manhattan", "zero"]}}, "random_walk"],
}


def ids(experiment):
    """Return the id of every job by what the job is called."""
    return {(job.instance.label, str(job.terms.columns)): job.id for job in prepare(experiment).jobs()}


@pytest.mark.parametrize("census", [False, True])
def test_planning_a_million_jobs_takes_no_memory_and_little_time(census):
    many = MILLION | {"seeds": "1..1000000", "strategies": None} if census else MILLION
    plan = prepare({key: value for key, value in many.items() if value})
    assert plan.size == 1_000_000
    for job in islice(plan.jobs(), 100):
        assert job.id and job.sealed()
    tracemalloc.start()
    for job in islice(plan.jobs(), 10_000):
        assert job.id and job.sealed()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200_000


@pytest.mark.slow
def test_a_million_jobs_are_gone_through_without_a_list():
    plan = prepare(MILLION)
    tracemalloc.start()
    assert sum(1 for job in plan.jobs() if job.id) == 1_000_000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 500_000


def test_an_id_is_the_hash_of_what_the_job_is():
    for job in prepare(SMALL | {"budget": {"steps": 50}, "fog": {"cost": ["walk", "jump"]}}).jobs():
        terms, made = job.terms, job.instance
        content = [
            PROTOCOL,
            made.generator.name,
            {k: canonical(v) for k, v in made.params.items()},
            made.seed,
            job.seed,
        ]
        content += [
            terms.strategy.entry.name,
            terms.strategy.params,
            asdict(terms.fog),
            asdict(terms.budget),
            "",
        ]
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        assert job.id == hashlib.sha256(text.encode()).hexdigest()[:16]


VARIANTS = [
    {"seeds": "7..9"},
    {"fog": {"cost": "jump"}},
    {"fog": {"sight": 2}},
    {"fog": {"goal": "hidden"}, "strategies": ["breadth_first"]},
    {"budget": {"steps": 7}},
    {"budget": {"seconds": 7}},
    {"budget": {"memory_mb": 7}},
    {"budget": {"limit": "contest"}},
    {"budget": {"limit": "kit"}},
    {"strategies": [{"breadth_first": {"order": "SNEW"}}]},
    {"instances": [{"maze.kruskal": {"size": "3x4"}}]},
    {"instances": [{"maze.kruskal": {"size": "3x3", "start": [1, 1]}}]},
    {"instances": [{"maze.wilson": {"size": "3x3"}}]},
]


def test_all_that_makes_a_job_is_in_its_id():
    every = [each for changed in [{}, *VARIANTS] for each in ids(SMALL | changed).values()]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize(
    "changed",
    [
        {"seeds": [3, 1, 2]},
        {"seeds": "0..30"},
        {
            "strategies": [
                "random_walk",
                {"a_star": {"h": ["zero", "manhattan"]}},
                "depth_first",
                "breadth_first",
            ]
        },
        {"instances": [{"maze.wilson": {"size": 3}}, *reversed(SMALL["instances"])]},
        {"fog": {"cost": ["jump", "walk"]}},
        {"question": "Why?", "metrics": ["cost"], "failures": "worst"},
    ],
)
def test_reordering_and_adding_change_no_id(changed):
    before, after = ids(SMALL), ids(SMALL | changed)
    assert {name: after[name] for name in before} == before


def test_a_file_is_known_by_its_content(tmp_path, example):
    for name in ("a.txt", "b.txt", "moved/a.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        research.write(example, tmp_path / name, format="koth")

    def planned_ids(path):
        return [job.id for job in prepare(SMALL | {"instances": [{"maze.file": {"path": str(path)}}]}).jobs()]

    first = planned_ids(tmp_path / "a.txt")
    assert planned_ids(tmp_path / "moved" / "a.txt") == first
    (tmp_path / "c.txt").write_text((tmp_path / "a.txt").read_text().replace("4 2\n", "4 3\n"))
    assert not set(planned_ids(tmp_path / "c.txt")) & set(first)


def test_files_of_the_same_content_are_one_instance(tmp_path, example):
    for name in ("a.txt", "b.txt"):
        research.write(example, tmp_path / name, format="koth")
    plan = prepare(SMALL | {"instances": [{"maze.file": {"path": str(tmp_path / "*.txt")}}]})
    assert [job.instance.label for job in plan.jobs()] == [f"maze.file:path={tmp_path}/a.txt"] * 12
    assert plan.skipped == {
        f"maze.file:path={tmp_path}/b.txt: a file of the same content is there already": 1
    }


@pytest.mark.parametrize(
    ("size", "seeds", "count"), [(15, "1..100", 12), (10, "1..100", 12), (20, "1..10", 7), (50, "-9..60", 47)]
)
def test_the_clamped_seeds_of_buildfun_are_distinct_instances(size, seeds, count):
    plan = prepare({"seeds": seeds, "instances": [{"maze.buildfun": {"size": size}}]})
    jobs = list(plan.jobs())
    assert plan.size == len(jobs) == count == len({job.instance.label for job in jobs})
    assert all(job.seed == job.instance.seed for job in jobs)
    made = {job.instance.make().digest for job in jobs[:12]}
    assert len(made) == len(jobs[:12])


@pytest.mark.slow
def test_a_million_clamped_seeds_are_planned_quickly():
    started = time.process_time()
    plan = prepare({"seeds": "1..1000000", "instances": [{"maze.buildfun": {"size": 15}}]})
    assert plan.size == len(list(plan.jobs())) == 12
    assert time.process_time() - started < 30


def test_a_plan_counts_what_a_run_does(tmp_path, example):
    research.write(example, tmp_path / "a.txt", format="koth")
    content = SMALL | {"seeds": "3..5", "fog": {"cost": ["walk", "jump"], "goal": ["known", "hidden"]}}
    content["instances"] = [*SMALL["instances"], {"maze.file": {"path": str(tmp_path / "a.txt")}}]
    content["strategies"] = [*SMALL["strategies"], "wall_follower"]
    told = planned(prepare(content))
    assert len(told["skipped"]) > 2
    frame = research.run(content, out=tmp_path / "out", jobs=2).frame
    assert told["jobs"] == len(frame) == frame["job"].nunique()
    for group in told["groups"]:
        rows = frame[(frame["fog"] == group["fog"]) & (frame["instances"] == group["instances"])]
        if rows.empty:
            rows = frame[(frame["fog"] == group["fog"]) & (frame["instance"] == group["instances"])]
        assert (len(rows), rows["label"].nunique()) == (group["jobs"], group["strategies"])


def test_the_order_of_rows_is_the_order_of_the_file():
    jobs = [(job.terms.strategy.entry.name, job.seed) for job in prepare(SMALL | {"seeds": [2, 1]}).jobs()]
    every = ["breadth_first", "a_star", "a_star", "random_walk"]
    assert jobs[:8] == [(name, 2) for name in every] + [(name, 1) for name in every]


def test_an_instance_that_cannot_be_made_is_told_before_anything_runs(tmp_path):
    wrong = SMALL | {"instances": [{"maze.kruskal": {"size": "3x3", "start": [5, 5]}}]}
    with pytest.raises(BadInput, match=r"5,5 outside a board of 3x3"):
        research.run(wrong, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_heuristic_that_is_for_some_boards_only_is_planned_for_those(tmp_path):
    content = {
        "seeds": "1..3",
        "instances": [
            {"sliding.random": {"size": ["3x3", "4x4"], "walls": [0, 1]}},
            {"sliding.board": {"cells": "102/754/863"}},
        ],
        "strategies": [{"ida_star": {"h": ["manhattan", "pattern_4_4", "pattern_7_8", "walking_distance"]}}],
        "fog": {"cost": "jump"},
    }
    plan = prepare(content)
    walled = "sliding.random, jump: walking_distance is for boards without walls of up to 16 cells"
    assert plan.skipped == {
        "sliding.random, jump: pattern_4_4 is for 3x3 boards without walls": 3,
        "sliding.random, jump: pattern_7_8 is for 4x4 boards without walls": 3,
        "sliding.board, jump: pattern_7_8 is for 4x4 boards without walls": 1,
        walled: 2,
    }
    assert plan.size == 3 * (2 * 3 + 2 * 1) + 3 * 3
    alone = content | {"strategies": [{"ida_star": {"h": "pattern_6_6_6_6"}}], "seeds": [1]}
    with pytest.raises(BadInput, match=r"nothing to run: .*pattern_6_6_6_6 is for 5x5 boards without walls"):
        prepare(alone)
