"""What the player knows of the modules: each package here is called as the key of its module, and judges its moves."""

from ai.listing import listed

LISTED = listed(__name__, __path__)
