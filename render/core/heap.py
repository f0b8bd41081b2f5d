"""How the C library keeps memory: so that what pictures took is given back.

glibc serves a large block from a mapping of its own, which goes back to the system when it is freed, but once one was
freed it takes blocks of that size (up to 32 MB) from the heap instead. There the sprites that stay lie between what
pictures leave behind, and the process keeps the holes: 80 MB of them after one long game. Other C libraries have no
such setting, and need none.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Final

APART: Final = 64 * 1024  # bytes: blocks of that size and more get a mapping of their own, whatever was freed before
_M_MMAP_THRESHOLD: Final = -3  # of mallopt(3)


def separate_large_blocks() -> bool:
    """From now on large blocks lie apart from the heap; False where the C library has no such setting."""
    library = _load_c_library()
    return library is not None and library.mallopt(_M_MMAP_THRESHOLD, APART) == 1


def return_free_memory() -> bool:
    """Give what is free back to the system, which takes a few milliseconds; False where that cannot be asked for."""
    library = _load_c_library()
    return library is not None and library.malloc_trim(0) == 1


def _load_c_library() -> ctypes.CDLL | None:
    """The C library, if it is glibc."""
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "mallopt") and hasattr(library, "malloc_trim") else None
