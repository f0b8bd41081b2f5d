"""Words that are still to be said in somebody's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Phrase:
    """A key of the catalogues with its parameters: words that are still to be said in somebody's language."""

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)
