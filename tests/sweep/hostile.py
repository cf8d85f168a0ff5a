"""Strategies that do what no strategy should, to see that it costs them their own rows and no other."""

from __future__ import annotations

import ctypes
import os
import random
import signal
import subprocess
import sys
import threading
import time

from research.domains.maze.grid import OFFERS, Maze
from research.fog import View, Visits
from research.instances import instance_of
from research.registry import generators, strategies

# The process that has loaded this file. No strategy here is to be played in it, only in its workers.
HOME = os.getpid()
# How many seconds of work there are in a strategy that is only slow.
NAP = 0.02


def _walk_on(view: View) -> Visits:
    """Visit everything, as a strategy of good will does."""
    while moves := view.moves():
        yield moves[-1]


@strategies.register()
def honest(view: View) -> Visits:
    """Do nothing wrong."""
    yield from _walk_on(view)


@strategies.register()
def sleeper(view: View) -> Visits:
    """Do nothing wrong, slowly, so that there is a time to be killed at."""
    time.sleep(NAP)
    yield from _walk_on(view)


@strategies.register()
def leaves_a_mark(view: View, file: str) -> Visits:
    """Add a byte to a file, to be counted by."""
    with open(file, "ab") as marks:
        marks.write(b"x")
    yield from _walk_on(view)


@strategies.register()
def loops(view: View) -> Visits:
    while True:
        pass
    yield view.here


@strategies.register()
def swallows(view: View) -> Visits:
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
    yield view.here


@strategies.register()
def holds_on(view: View) -> Visits:
    """Ignore SIGTERM and the alarm, then loop."""
    for number in (signal.SIGTERM, signal.SIGALRM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass
    yield view.here


@strategies.register()
def stops_itself(view: View) -> Visits:
    os.kill(os.getpid(), signal.SIGSTOP)
    yield view.here


@strategies.register()
def forks(view: View) -> Visits:
    """Leave children behind that sleep, one of them in a session of its own, and play on."""
    for leave in (os.getpid, os.setsid):
        if not os.fork():
            leave()
            time.sleep(1000)
            os._exit(0)
    subprocess.Popen(["sleep", os.environ.get("HOSTILE_NAP", "1000")], start_new_session=True)
    yield from _walk_on(view)


@strategies.register()
def forks_and_loops(view: View) -> Visits:
    if not os.fork():
        os.setsid()
        time.sleep(1000)
        os._exit(0)
    while True:
        pass
    yield view.here


@strategies.register()
def forks_and_dies(view: View) -> Visits:
    if not os.fork():
        os.setsid()
        time.sleep(1000)
        os._exit(0)
    os._exit(4)
    yield view.here


@strategies.register()
def doubles(view: View) -> Visits:
    """Fork, and go on playing as both."""
    if os.getpid() != HOME:
        os.fork()
    yield from _walk_on(view)


@strategies.register()
def leaves_a_thread(view: View) -> Visits:
    """Start a thread that ends the process when another strategy is at play."""

    def end() -> None:
        time.sleep(0.05)
        os._exit(9)

    threading.Thread(target=end, daemon=True).start()
    yield from _walk_on(view)


@strategies.register()
def hoards(view: View) -> Visits:
    kept = []
    while True:
        kept.append(bytearray(1 << 20))
    yield view.here


@strategies.register()
def exits(view: View, status: int = 3) -> Visits:
    print("a last word", file=sys.stderr)
    os._exit(status)
    yield view.here


@strategies.register()
def kills_itself(view: View) -> Visits:
    os.kill(os.getpid(), signal.SIGKILL)
    yield view.here


@strategies.register()
def kills_its_warden(view: View) -> Visits:
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(1000)
    yield view.here


@strategies.register()
def ends_its_warden(view: View) -> Visits:
    """Ask the warden to end, as one asks politely."""
    os.kill(os.getppid(), signal.SIGTERM)
    time.sleep(1000)
    yield view.here


@strategies.register()
def stops_its_warden(view: View) -> Visits:
    os.kill(os.getppid(), signal.SIGSTOP)
    while True:
        try:
            time.sleep(1000)
        except BaseException:
            continue
    yield view.here


@strategies.register()
def segfaults(view: View) -> Visits:
    print("first\nsecond\nthird\nfourth", file=sys.stderr)
    ctypes.string_at(0)
    yield view.here


@strategies.register()
def sys_exits(view: View) -> Visits:
    sys.exit("enough")
    yield view.here


@strategies.register()
def interrupts(view: View) -> Visits:
    raise KeyboardInterrupt
    yield view.here


@strategies.register()
def raises(view: View) -> Visits:
    yield view.moves()[0]
    raise ValueError("of 3,\nin two lines")


@strategies.register()
def raises_something(view: View) -> Visits:
    raise type("Odd", (BaseException,), {})("odd")
    yield view.here


@strategies.register()
def raises_at_length(view: View) -> Visits:
    raise ValueError("x" * 10_000_000)
    yield view.here


@strategies.register()
def floods(view: View) -> Visits:
    """Print 40 MB, past Python's own streams too, and play on."""
    line = "spam " * 20_000
    for _ in range(100):
        print(line)
        print(line, file=sys.stderr)
        os.write(1, line.encode())
        os.write(2, line.encode())
    yield from _walk_on(view)


@strategies.register()
def recurses(view: View) -> Visits:
    def deeper(n: int) -> int:
        return deeper(n + 1)

    yield deeper(0)


@strategies.register()
def recurses_for_good(view: View) -> Visits:
    """Lift the limit of recursion and play on."""
    sys.setrecursionlimit(1_000_000)
    yield from _walk_on(view)


@strategies.register()
def yields_nonsense(view: View) -> Visits:
    yield "nowhere"


@strategies.register()
def yields_unhashable(view: View) -> Visits:
    yield [0, 1]


@strategies.register()
def returns(view: View) -> Visits:
    if view.here is None:
        yield view.here


@strategies.register()
def gives_up_oddly(view: View) -> Visits:
    if view.here is None:
        yield view.here
    return "\ud800 is no\ncharacter"


@strategies.register()
def seeds_the_world(view: View) -> Visits:
    random.seed(0)
    random.random()
    yield from _walk_on(view)


@strategies.register()
def recurses_deeply(view: View) -> Visits:
    """Recurse deeper than Python lets one."""

    def deeper(n: int) -> int:
        return n and deeper(n - 1)

    deeper(5000)
    yield from _walk_on(view)


@strategies.register()
def needs_room(view: View) -> Visits:
    """Take some memory, no more than there should be."""
    room = bytearray(8 << 20)
    assert room
    yield from _walk_on(view)


@strategies.register()
def limits_itself(view: View) -> Visits:
    """Leave too little memory for anybody who comes after."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (1 << 20, resource.RLIM_INFINITY))
    yield from _walk_on(view)


@strategies.register()
def speaks_out_of_turn(view: View) -> Visits:
    """Write rubbish where only its worker may write."""
    frame = sys._getframe()
    while "lines" not in frame.f_locals and frame.f_back:
        frame = frame.f_back
    os.write(frame.f_locals["lines"], b"rubbish\n")
    yield from _walk_on(view)


@strategies.register()
def closes_everything(view: View) -> Visits:
    os.closerange(0, 256)
    yield from _walk_on(view)


@strategies.register()
def throws_dice(view: View) -> Visits:
    """Go by what no seed decides."""
    while moves := view.moves():
        yield moves[os.urandom(1)[0] % len(moves)]


@generators.register("hostile.maze", offers=OFFERS)
def maze(seed: int, does: str = "") -> Maze:
    """A small maze, after doing what it is told: sleep, hang, die, raise, or nothing."""
    if does == "sleep":
        time.sleep(0.7)
    if does == "hang":
        time.sleep(1000)
    if does == "die" and seed == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    if does == "raise" and seed == 2:
        raise ValueError("no such maze")
    made: Maze = instance_of("maze.kruskal", {"size": 3}, seed).make()
    return made
