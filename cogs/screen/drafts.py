"""Input of refused forms, offered again when the form is reopened. Kept in memory only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from cachetools import FIFOCache

from .values import Input

REMEMBERED_FORMS: Final = 2_000  # number of forms


class FormDrafts:
    """Fields of refused forms, by user and custom id."""

    def __init__(self) -> None:
        self._drafts: FIFOCache[tuple[int, str], Mapping[str, str]] = FIFOCache(REMEMBERED_FORMS)

    def keep(self, user_id: int, form: str, fields: Mapping[str, str]) -> None:
        self._drafts[user_id, form] = dict(fields)

    def forget(self, user_id: int, form: str) -> None:
        self._drafts.pop((user_id, form), None)

    def fill_inputs(self, user_id: int, form: str, inputs: Sequence[Input]) -> list[Input]:
        """The inputs of a form with the earlier text filled in."""
        typed = self._drafts.get((user_id, form), {})
        return [replace(item, value=typed.get(item.key, item.value)[: item.max_length]) for item in inputs]
