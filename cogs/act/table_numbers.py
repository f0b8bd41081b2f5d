"""Table numbers as typed by users."""

from __future__ import annotations

import re
from typing import Final

_MARKED: Final = re.compile(r"#\s*([0-9]+)(?!\S)")
_BARE: Final = re.compile(r"(?<!\S)([0-9]+)(?!\S)")


def extract_table_number(typed: str) -> str:
    """The digits of «5», «#5», «#5 Catan», «Catan #5» or «Catan 5»; empty if there are none."""
    found = _MARKED.search(typed) or _BARE.search(typed)
    return "" if found is None else found[1]
