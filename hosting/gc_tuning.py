"""Settings of Python's garbage collector.

A full collection visits every object: with thousands of open tables that takes tenths of a second, in which nobody gets
an answer. Objects that exist once all tables are loaded mostly live as long as the process, so they are frozen. Of
later objects only the youngest generation is collected often, as the garbage of an act is nearly always found there.
"""

from __future__ import annotations

import gc
from typing import Final

# Allocations until a young collection; young collections until a middle one; middle ones until a full one. An act
# leaves some 600 objects, so these are every 5, 100 and 15,000 acts.
GC_THRESHOLDS: Final = (3_000, 20, 150)


def freeze_heap() -> int:
    """Collect, then freeze all present objects; return their number."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    return gc.get_freeze_count()
