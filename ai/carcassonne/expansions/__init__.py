"""What the player knows of the modules: each module here has an `EXTRA` and is called as the key of its module."""

from ai.listing import collect_by_module

from ..extra import EXTRAS, Extra

EXTRAS.update(collect_by_module(__name__, __path__, "EXTRA", Extra))
