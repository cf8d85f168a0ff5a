import resource
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

from research import episode
from research.limits import STATM, DeadlinePassed, deadline, memory_limit


def spin(seconds):
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass


def test_a_deadline_stops_what_the_block_does_itself():
    with pytest.raises(DeadlinePassed), deadline(0.02):
        while True:
            pass


def test_a_deadline_stops_what_the_block_calls():
    started = time.perf_counter()
    with pytest.raises(DeadlinePassed), deadline(0.02):
        spin(10)
    assert time.perf_counter() - started < 5


def test_a_deadline_that_does_not_pass_leaves_nothing_behind():
    before = signal.getsignal(signal.SIGALRM)
    with deadline(5) as on:
        assert on
    assert signal.getsignal(signal.SIGALRM) is before and signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_deadline_is_never_raised_after_its_block():
    before, passed = signal.getsignal(signal.SIGALRM), 0
    for n in range(400):
        try:
            with deadline(0.001):
                spin(0.0009 + n % 20 * 1e-5)
        except DeadlinePassed:
            passed += 1
        spin(0.0002)
        assert signal.getsignal(signal.SIGALRM) is before and signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert 0 < passed < 400


def test_a_deadline_lets_others_clean_up():
    cleaned = []

    class Slow:
        def __enter__(self):
            return self

        def __exit__(self, *raised):
            spin(0.2)
            cleaned.append(True)

    with deadline(0.05), Slow():
        pass
    assert cleaned


def test_code_that_swallows_the_deadline_meets_it_again():
    met = 0
    with deadline(0.01):
        while met < 3:
            try:
                spin(10)
            except BaseException:
                met += 1
    assert met == 3


def test_without_seconds_there_is_no_deadline():
    with deadline(None) as on:
        assert not on and signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_there_is_no_deadline_off_the_main_thread():
    found = []

    def run():
        with deadline(0.01) as on:
            found.append(on)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert found == [False]


@contextmanager
def unchanged():
    before = resource.getrlimit(resource.RLIMIT_AS)
    yield
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def blocks():
    kept = []
    while True:
        kept.append(bytearray(1 << 20))


def doubling():
    kept = "x"
    while True:
        kept += kept


@pytest.mark.parametrize("hoard", [blocks, doubling])
def test_memory_beyond_the_limit_is_an_error_that_one_survives(hoard):
    with unchanged():
        for _ in range(3):
            with pytest.raises(MemoryError), memory_limit(20):
                hoard()


CRUMBS = """
import resource
from research.limits import memory_limit
before = resource.getrlimit(resource.RLIMIT_AS)
for _ in range(3):
    kept = []
    try:
        with memory_limit(20):
            while True:
                kept.append(object())
    except MemoryError:
        del kept
    assert resource.getrlimit(resource.RLIMIT_AS) == before
print("survived")
"""


def test_memory_full_of_crumbs_is_survived_too():
    done = subprocess.run([sys.executable, "-c", CRUMBS], capture_output=True, text=True, timeout=60)
    assert done.stdout == "survived\n", done.stderr


def test_the_limit_counts_from_what_is_held_already():
    held = bytearray(64 << 20)
    with unchanged(), memory_limit(32) as on:
        assert on and len(bytearray(16 << 20)) + len(held) == 80 << 20


def test_without_megabytes_there_is_no_limit():
    before = resource.getrlimit(resource.RLIMIT_AS)
    with memory_limit(None) as on:
        assert not on and resource.getrlimit(resource.RLIMIT_AS) == before


def test_a_limit_never_raises_the_one_that_is_there():
    held = int(STATM.read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (held + (64 << 20), before[1]))
    try:
        with pytest.raises(MemoryError), memory_limit(1000):
            blocks()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def test_both_limits_are_what_play_goes_by(example):
    def hoard(view):
        blocks()
        yield view.here

    def loop(view):
        spin(10)
        yield view.here

    limited = episode.Budget(seconds=5, memory_mb=20)
    assert episode.play(example.task(), hoard, budget=limited).outcome is episode.Outcome.OUT_OF_MEMORY
    limited = episode.Budget(seconds=0.02)
    assert episode.play(example.task(), loop, budget=limited).outcome is episode.Outcome.TIMED_OUT
