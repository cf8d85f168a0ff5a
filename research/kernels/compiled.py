"""Compilation of kernels: numba with a cache on disk that no stale code comes out of.

numba keys its cache by the file of a function alone, so a kernel that calls one of another file would
be served as it was before that file changed. The cache folder is therefore named by a hash of all
kernel sources.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from research import files

AVAILABLE = importlib.util.find_spec("numba") is not None
SOURCES = Path(__file__).parent


@cache
def cache_folder() -> Path:
    """Return where compiled code is kept: a part of the cache folder, named by the hash of all sources."""
    digest = hashlib.sha256()
    for path in sorted(SOURCES.rglob("*.py")):
        digest.update(path.relative_to(SOURCES).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return files.cache_folder() / f"kernels-{digest.hexdigest()[:16]}"


def compiled(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile a function with numba (decorator); it releases the GIL and raises no Python errors.

    Without numba the function stays as it is, and is not meant to be called.
    """
    if function is None:
        return lambda each: compiled(each, **options)
    if not AVAILABLE:
        return function
    import numba
    from numba.core import config as settings

    config: Any = settings
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        return numba.njit(**({"cache": True, "nogil": True} | options))(function)
    finally:
        config.CACHE_DIR = before
