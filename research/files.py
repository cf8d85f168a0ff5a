"""Files are read whole, with their faults as bad input, and written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from research.faults import BadInput, Fault, place_of


def cache_folder() -> Path:
    """Return where what can be made again is kept: $RESEARCH_CACHE, or the user's own cache folder."""
    users = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("RESEARCH_CACHE") or users) / "fog-research"


def read_text(path: str | Path, limit: int = 64 * 2**20) -> str:
    """Return the text of a UTF-8 file of at most `limit` bytes; BadInput for any that is not one."""
    try:
        with open(path, "rb") as file:
            content = file.read(limit + 1)
        if len(content) > limit:
            raise BadInput([Fault(f"found more than {limit} bytes; expected at most {limit}")], str(path))
        return content.decode("utf-8")
    except OSError as error:
        raise BadInput([Fault(f"cannot be read: {error.strerror}")], str(path)) from None
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8")
        byte = error.object[error.start]
        said = f"found the byte 0x{byte:02x}; expected UTF-8 text"
        raise BadInput([Fault(said, *place_of(before, len(before)))], str(path)) from None


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a path beside `path` to write to; it takes the place of `path` when the block ends well."""
    beside = path.with_name(f".{path.stem}.partial{path.suffix}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield beside
        os.replace(beside, path)
    except OSError as error:
        said = f"cannot be written: {error.strerror or error}; what is there stays good"
        raise BadInput([Fault(said)], str(path)) from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all."""
    with replacing(path) as beside:
        beside.write_text(text, encoding="utf-8", newline="")


# What a run writes into its folders.
WRITTEN = (".csv", ".md", ".svg", ".png")


def remove_named(folder: Path, names: Iterable[str]) -> None:
    """Remove the tables and figures in a folder that are called like one of `names`, and nothing else."""
    for path in folder.glob("*.*"):
        if path.suffix in WRITTEN and any(
            path.stem == name or path.stem.startswith(f"{name}_") for name in names
        ):
            path.unlink(missing_ok=True)
