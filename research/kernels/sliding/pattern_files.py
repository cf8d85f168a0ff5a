"""Files of pattern databases: built once, kept in the user's cache folder, mapped by all processes.

A file is the SHA-256 of its values and then the values, a byte each, of all databases of a partition. It
is written beside its place and renamed, so that several builders do each other no harm; it is verified
when a process first opens it, and built again where it is cut or damaged.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from research import files
from research.kernels.sliding.pattern_build import build
from research.kernels.sliding.pattern_ranks import placings
from research.kernels.sliding.patterns import Partition

CHECKSUM_BYTES = 32
# Told while databases are built: what, how many entries there are, of how many.
Progress = Callable[[str, int, int], None]

_opened: dict[Path, NDArray[np.uint8]] = {}


def _nobody(what: str, done: int, total: int) -> None:
    """Tell nobody."""


def path_of(partition: Partition) -> Path:
    """Return where a partition's databases are kept: its name and a hash of what is in them."""
    content = repr((partition.width, partition.height, partition.databases))
    digest = hashlib.sha256(content.encode()).hexdigest()[:12]
    return files.cache_folder() / "patterns" / f"{partition.name}-{digest}.bin"


def size_of(partition: Partition) -> int:
    """Return the number of entries of all databases of a partition."""
    return sum(placings(partition.cells, len(each)) for each in partition.databases)


def opened(partition: Partition, progress: Progress = _nobody) -> NDArray[np.uint8]:
    """Return a partition's values, read-only: from its file, or built now and kept for the next time.

    Where the file cannot be written they are this process's own. ValueError: they are too many to be
    built without compiled code.
    """
    path = path_of(partition)
    if path not in _opened:
        values = _mapped(path, size_of(partition))
        if values is None:
            values = _built(partition, progress)
            with suppress(OSError):
                _write(path, values)
                kept = _mapped(path, len(values))
                values = values if kept is None else kept
        _opened[path] = values
    return _opened[path]


def _built(partition: Partition, progress: Progress) -> NDArray[np.uint8]:
    total, done = size_of(partition), 0
    values = np.empty(total, np.uint8)
    progress(partition.name, 0, total)
    for goal in partition.databases:
        size, before = placings(partition.cells, len(goal)), done

        def told(settled: int, before: int = before) -> None:
            progress(partition.name, before + settled, total)

        build(values[done : done + size], partition.width, partition.height, goal, 0, told)
        done += size
    values.setflags(write=False)
    return values


def _mapped(path: Path, size: int) -> NDArray[np.uint8] | None:
    """Return the values of a file that is whole, None where there is none."""
    try:
        with open(path, "rb") as file:
            wanted = file.read(CHECKSUM_BYTES)
            if os.fstat(file.fileno()).st_size != CHECKSUM_BYTES + size:
                return None
            values = np.asarray(np.memmap(file, np.uint8, "r", CHECKSUM_BYTES, (size,)))
    except OSError:
        return None
    return values if _checksum(values) == wanted else None


def _checksum(values: NDArray[np.uint8]) -> bytes:
    return hashlib.sha256(values.data).digest()


def _write(path: Path, values: NDArray[np.uint8]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, beside = tempfile.mkstemp(prefix=f".{path.stem}.", dir=path.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(_checksum(values))
            file.write(values.data)
        os.replace(beside, path)
    finally:
        with suppress(OSError):
            os.unlink(beside)
