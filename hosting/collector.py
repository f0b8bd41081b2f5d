"""Python's collector of what refers to itself: it goes through everything that lives, again and again.

With thousands of open tables that takes a tenth of a second, in which nobody is answered. What is there once all tables
are known mostly stays as long as the process, so it need not be gone through again; what is replaced is still given
back at once.
"""

from __future__ import annotations

import gc


def leave_alone() -> int:
    """Go through everything once more, and from then on only through what comes; how many things are left alone."""
    gc.collect()
    gc.freeze()
    return gc.get_freeze_count()
