"""The modules of Catan: each package here has a `MODULE`."""

from __future__ import annotations

from functools import cache

from rules.catan.expansion import Expansion
from rules.core.modules import found, in_order


@cache
def modules() -> dict[str, type[Expansion]]:
    """Key -> module, in the order of publication."""
    return in_order(found(__name__, __path__, "MODULE"))
