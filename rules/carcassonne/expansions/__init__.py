"""The modules of Carcassonne: each package here defines a `MODULE`."""

from __future__ import annotations

from functools import cache

from rules.carcassonne.expansion import Expansion
from rules.core.modules import by_publication_order, collect_from_package


@cache
def carcassonne_modules() -> dict[str, type[Expansion]]:
    """Key -> module, in the order of publication."""
    return by_publication_order(collect_from_package(__name__, __path__, "MODULE"))
