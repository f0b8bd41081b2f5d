"""Python's collector of what refers to itself: it goes through everything that lives, again and again.

With thousands of open tables that takes tenths of a second, in which nobody is answered. What is there once all tables
are known mostly stays as long as the process, so it need not be gone through again; what is replaced is still given
back at once. Of what comes then, positions of tables above all, only the newest is gone through often: what an act
leaves behind is nearly always found there.
"""

from __future__ import annotations

import gc
from typing import Final

# New things that make it look through the new ones; so many looks until those that stayed are gone through, and so many
# of these until everything is. An act leaves some 600 new things, so that is every 5, 100 and 15,000 acts.
GC_THRESHOLDS: Final = (3_000, 20, 150)


def freeze_heap() -> int:
    """Go through everything once more, and from then on only through what comes; how many things are left alone."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    return gc.get_freeze_count()
