"""What the player knows of the modules: each package here is called as the key of its module, and judges its moves."""

from ai.listing import rooms

ROOMS = rooms(__name__, __path__)
