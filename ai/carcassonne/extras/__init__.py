"""What the player knows of the modules: each module here has an `EXTRA` and is called as the key of its module."""

from ai.listing import holdings

from ..extra import EXTRAS, Extra

EXTRAS.update(holdings(__name__, __path__, "EXTRA", Extra))
