"""The collector leaves alone what was there at the start."""

from __future__ import annotations

import gc
import weakref

from hosting.gc_tuning import GC_THRESHOLDS, freeze_heap


class Node:
    """Refers to itself once it is told to."""

    other: Node | None = None


def test_what_was_there_is_left_alone_and_what_comes_is_collected() -> None:
    before, later, usual = Node(), Node(), gc.get_threshold()
    try:
        assert freeze_heap() > 1000
        assert gc.get_threshold() == GC_THRESHOLDS  # all that came is gone through as seldom as that
        assert not any(one is before for one in gc.get_objects())
        later = Node()
        later.other = later
        seen = weakref.ref(later)
        later = before
        gc.collect()
        assert seen() is None
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()
    assert any(one is before for one in gc.get_objects())
