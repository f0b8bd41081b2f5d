"""Sentences before translation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Phrase:
    """A key of the catalogues with its parameters, not yet translated."""

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)
