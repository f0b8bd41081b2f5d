"""Settings of the C library's allocator, so that the process gives back memory after drawing.

By default glibc maps large blocks separately and unmaps them when they are freed, but after the first such free it
raises its threshold (up to 32 MB) and takes blocks of that size from the heap. Cached sprites then fragment the heap
between freed pictures: 80 MB after one long game. Other C libraries need no setting.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Final

APART: Final = 64 * 1024  # bytes: larger blocks always get a mapping of their own
_M_MMAP_THRESHOLD: Final = -3  # from mallopt(3)


def separate_large_blocks() -> bool:
    """Fix the threshold above which blocks are mapped separately; False without glibc."""
    library = _load_c_library()
    return library is not None and library.mallopt(_M_MMAP_THRESHOLD, APART) == 1


def return_free_memory() -> bool:
    """Return free memory to the system, which takes a few milliseconds; False without glibc."""
    library = _load_c_library()
    return library is not None and library.malloc_trim(0) == 1


def _load_c_library() -> ctypes.CDLL | None:
    """The C library if it is glibc, else None."""
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "mallopt") and hasattr(library, "malloc_trim") else None
