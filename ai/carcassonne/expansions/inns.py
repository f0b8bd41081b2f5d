"""Inns & Cathedrals: large followers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from ..extra import Extra


class Inns(Extra):
    figure_values: ClassVar[Mapping[str, float]] = {"large": 1.0}


EXTRA: Final = Inns()
