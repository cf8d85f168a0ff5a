import errno
import json
import logging
import os
import subprocess
import tracemalloc

import pytest
from processes import in_child

from research.faults import BadInput
from research.files import replacing, write_text
from research.sweep import store as stores
from research.sweep.store import Store

ROWS = [{"job": f"{n:016x}", "code": "c", "steps": n, "reason": "Ünïcode \n"} for n in range(5)]


@pytest.fixture
def journal(tmp_path):
    """A journal with five rows."""
    store = Store(tmp_path)
    store.append(ROWS)
    store.close()
    return tmp_path / "journal.jsonl"


def rows_in(folder):
    """Return the rows that a store finds in a folder."""
    store = Store(folder)
    try:
        found = [store.row(row["job"]) for row in ROWS]
        assert len(store) == sum(row is not None for row in found)
        return [row for row in found if row is not None]
    finally:
        store.close()


def message(folder, **options):
    """Return why a folder cannot be used, which must be one line that names it."""
    with pytest.raises(BadInput) as refused:
        Store(folder, **options)
    assert str(refused.value).startswith(f"{folder}: ") and "\n" not in str(refused.value)
    return str(refused.value)


def test_rows_come_back_as_they_were_given(journal):
    assert rows_in(journal.parent) == ROWS


def test_a_row_is_one_line_that_is_there_when_append_returns(tmp_path):
    store = Store(tmp_path)
    store.append(ROWS[:2])
    lines = (tmp_path / "journal.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == ROWS[:2]
    store.close()


def test_the_last_row_of_a_job_counts(journal):
    store = Store(journal.parent)
    store.append([ROWS[0] | {"steps": 100}])
    assert store.row(ROWS[0]["job"])["steps"] == 100 and len(store) == 5
    store.close()
    assert rows_in(journal.parent)[0]["steps"] == 100


def test_a_last_line_that_was_cut_anywhere_is_taken_off(journal):
    whole = journal.read_bytes()
    last = len(whole.splitlines(keepends=True)[-1])
    for cut in range(1, last + 1):
        journal.write_bytes(whole[:-cut])
        assert rows_in(journal.parent) == ROWS[:4]
        assert journal.read_bytes() == whole[:-last]


def test_after_a_repair_rows_are_added_on_lines_of_their_own(journal):
    journal.write_bytes(journal.read_bytes()[:-7])
    store = Store(journal.parent)
    store.append(ROWS[4:])
    store.close()
    assert rows_in(journal.parent) == ROWS


GARBAGE = [b"rubbish", b"\0" * 4096, b"\xff\xfe", b"[1, 2]", b'{"steps": 3}', b'{"job": 3}', b'{"job":"0']
GARBAGE += [b"[" * 100_000, b'{"job": ["a"]}']


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_rows_after_garbage_count_and_the_garbage_is_reported(journal, caplog, garbage):
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[2] = garbage + b"\n"
    journal.write_bytes(b"".join(lines))
    with caplog.at_level(logging.WARNING):
        assert rows_in(journal.parent) == ROWS[:2] + ROWS[3:]
    assert caplog.messages == [f"{journal}:3: found no row; its job is run again"]
    assert journal.read_bytes() == b"".join(lines)


def test_a_row_that_is_given_again_takes_the_place_of_garbage(journal):
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines[:2], b"rubbish\n", *lines[3:]]))
    store = Store(journal.parent)
    store.append([ROWS[2]])
    store.close()
    assert rows_in(journal.parent) == ROWS


def test_a_second_run_in_a_folder_is_refused_with_the_owners_pid(tmp_path):
    store = Store(tmp_path)
    assert f"in use by another run (process {os.getpid()})" in in_child(lambda: message(tmp_path))
    assert f"(process {os.getpid()})" in message(tmp_path)
    assert "in use" in message(tmp_path / ".." / tmp_path.name, fresh=True)
    store.append(ROWS)
    store.close()
    assert rows_in(tmp_path) == ROWS


def test_a_forked_process_has_no_hand_in_the_journal(tmp_path):
    store = Store(tmp_path)
    target = str(tmp_path / "journal.jsonl")

    def held():
        links = [f"/proc/self/fd/{name}" for name in os.listdir("/proc/self/fd")]
        return [link for link in links if os.path.exists(link) and os.readlink(link) == target]

    assert len(held()) == 2 and in_child(held) == []
    assert "in use" in in_child(lambda: message(tmp_path))
    store.close()


def test_fresh_forgets_rows_and_tables_but_nothing_of_others(journal):
    folder = journal.parent
    write_text(folder / "tables" / "summary.csv", "old")
    (folder / "notes.txt").write_text("mine")
    store = Store(folder, fresh=True)
    assert len(store) == 0 and not (folder / "tables").exists() and (folder / "notes.txt").exists()
    store.close()


def test_a_folder_that_is_a_file_is_one_clear_line(tmp_path):
    (tmp_path / "taken").write_text("")
    assert "cannot be used: File exists" in message(tmp_path / "taken")
    assert "cannot be used: Not a directory" in message(tmp_path / "taken" / "below")


def mounted(folder, *options):
    """Mount a small file system, or skip the test where one may not."""
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root may mount a file system")
    command = ["mount", "-t", "tmpfs", "-o", ",".join(["size=64k", *options]), "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")


@pytest.fixture
def disk(tmp_path):
    """A file system of 64 KiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted(folder)
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_one_clear_line_and_what_is_there_stays_good(disk):
    store = Store(disk)
    store.append(ROWS)
    with pytest.raises(BadInput) as full:
        store.append({"job": f"x{n}", "text": "x" * 1000} for n in range(100))
    assert str(full.value) == (
        f"{disk}: the journal cannot be written: No space left on device; what is there stays good"
    )
    assert len(store) == 5
    with pytest.raises(BadInput, match="cannot be written: No space left on device"):
        write_text(disk / "tables" / "summary.csv", "x" * 100_000)
    assert not list((disk / "tables").iterdir())
    store.close()
    assert rows_in(disk) == ROWS


def test_a_read_only_folder_is_one_clear_line(disk):
    (disk / "journal.jsonl").write_text(json.dumps(ROWS[0]) + "\n")
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    assert "cannot be used: Read-only file system" in message(disk)
    assert "cannot be used: Read-only file system" in message(disk, fresh=True)
    assert "cannot be used: Read-only file system" in message(disk / "new")
    assert json.loads((disk / "journal.jsonl").read_text()) == ROWS[0]


def test_rows_that_were_written_in_part_are_taken_back(journal, monkeypatch):
    store = Store(journal.parent)
    whole, write = journal.read_bytes(), Store._write

    def half(self, content):
        write(self, content[: len(content) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Store, "_write", half)
    with pytest.raises(BadInput, match="No space left"):
        store.append([ROWS[0] | {"steps": 7}])
    assert journal.read_bytes() == whole and store.row(ROWS[0]["job"]) == ROWS[0]
    monkeypatch.undo()
    store.append([ROWS[0] | {"steps": 8}])
    assert store.row(ROWS[0]["job"])["steps"] == 8
    store.close()


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path):
    target = tmp_path / "table.csv"
    write_text(target, "old")
    with pytest.raises(ZeroDivisionError), replacing(target) as beside:
        beside.write_text("half")
        raise ZeroDivisionError
    assert target.read_text() == "old" and [path.name for path in tmp_path.iterdir()] == ["table.csv"]


def test_what_is_kept_of_a_row_is_small(tmp_path):
    store = Store(tmp_path)
    tracemalloc.start()
    for n in range(0, 20_000, 500):
        store.append({"job": f"{n + i:016x}", "text": "x" * 1000} for i in range(500))
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    store.close()
    assert len(store) == 20_000 and kept / 20_000 < 300


def test_an_owner_that_has_not_said_who_it_is_is_unknown(tmp_path, monkeypatch):
    monkeypatch.setattr(stores, "OWNER_SECONDS", 0.02)
    store = Store(tmp_path)
    os.truncate(tmp_path / ".lock", 0)
    assert "(process unknown)" in in_child(lambda: message(tmp_path))
    store.close()
