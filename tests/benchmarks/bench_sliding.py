"""Sliding kernels on the twenty easiest of Korf's boards, against C and a package (run with -s -m benchmark)."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("numba")

sys.path.insert(0, str(Path(__file__).parents[1] / "kernels"))

from sliding_boards import EASIEST, KORF_GOAL, contest, korf

from research.kernels.found import Limits
from research.kernels.sliding.a_star import a_star
from research.kernels.sliding.beam import beam
from research.kernels.sliding.ida_star import ida_star

pytestmark = pytest.mark.benchmark

ROUNDS = 3
NODES = 46_968_238


def timed(search, boards, **params):
    """The results of a search, and the least CPU seconds of several rounds after one for compiling."""
    search(*boards[0], **params)
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        found = [search(*board, **params) for board in boards]
        best = min(best, time.process_time() - started)
    return found, best


def easiest():
    boards = korf()
    return [(boards[number], KORF_GOAL, 4) for number in EASIEST]


def in_c(folder):
    """The least CPU seconds of the C program on the same boards; its counts must be ours."""
    program = folder / "ida_star"
    subprocess.run(["gcc", "-O3", "-o", program, Path(__file__).with_name("ida_star.c")], check=True)
    lines = "\n".join(" ".join(map(str, cells)) for cells, _, _ in easiest())
    best = float("inf")
    for _ in range(ROUNDS):
        out = subprocess.run(
            [program], input=lines, capture_output=True, text=True, check=True
        ).stdout.split()
        assert (int(out[0]), int(out[1])) == (NODES, 940)
        best = min(best, float(out[2]))
    return best


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc here")
def test_ida_star_against_c(tmp_path):
    found, took = timed(ida_star, easiest())
    assert sum(each.generated for each in found) == NODES
    peer = in_c(tmp_path)
    print(f"\nIDA*: {NODES / took / 1e6:.1f} M/s, C {NODES / peer / 1e6:.1f} M/s, ratio {peer / took:.2f}")


def test_a_star():
    found, took = timed(a_star, easiest())
    generated, stored = sum(each.generated for each in found), sum(each.stored for each in found)
    print(
        f"\nA*: {generated / took / 1e6:.2f} M/s, "
        f"{sum(each.peak_bytes for each in found) / stored:.1f} bytes a stored board"
    )


def test_beam():
    boards = [each for each in contest() if len(each[0]) == 36][:20]
    found, took = timed(beam, boards, beam_width=512, limits=Limits(nodes=1_000_000, memory_mb=500))
    print(f"\nbeam 512 on 6x6: {sum(each.generated for each in found) / took / 1e6:.1f} M/s")


@pytest.mark.parametrize(("search", "theirs"), [(a_star, "a*"), (ida_star, "ida*")])
def test_against_a_package(search, theirs):
    """`slidingpuzzle` 0.1.5 with Manhattan on the easiest board of all, in generated nodes a second."""
    peer = pytest.importorskip("slidingpuzzle")
    found, took = timed(search, easiest())
    ours = sum(each.generated for each in found) / took
    cells = easiest()[0][0]
    # The package's goal has the blank last: turn the board round and count its tiles from the end.
    turned = [0 if tile == 0 else 16 - tile for tile in reversed(cells)]
    rows = [turned[at : at + 4] for at in range(0, 16, 4)]
    started = time.process_time()
    result = peer.search(peer.from_rows(*rows), theirs, heuristic=peer.manhattan_distance)
    rate = result.generated / (time.process_time() - started)
    assert len(result.solution) >= len(found[0].moves)
    print(f"\n{theirs}: {ours / 1e6:.2f} M/s, slidingpuzzle {rate / 1e3:.1f} k/s, ratio {ours / rate:.0f}")
