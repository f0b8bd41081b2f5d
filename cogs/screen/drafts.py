"""What people typed into windows that were refused, so that they find it there again. Kept while the bot runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from cachetools import FIFOCache

from .values import Input

REMEMBERED: Final = 2_000  # windows; of who was forgotten the window opens as it did first


class FormDrafts:
    """The fields of refused windows, by who sent them and by the id of the window."""

    def __init__(self) -> None:
        self._kept: FIFOCache[tuple[int, str], Mapping[str, str]] = FIFOCache(REMEMBERED)

    def keep(self, user_id: int, form: str, fields: Mapping[str, str]) -> None:
        self._kept[user_id, form] = dict(fields)

    def forget(self, user_id: int, form: str) -> None:
        self._kept.pop((user_id, form), None)

    def filled(self, user_id: int, form: str, inputs: Sequence[Input]) -> list[Input]:
        """The lines of a window with what was typed into them before."""
        known = self._kept.get((user_id, form), {})
        return [replace(one, value=known.get(one.key, one.value)[: one.longest]) for one in inputs]
