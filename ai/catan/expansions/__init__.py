"""What the player knows of the modules: each package here is called as the key of its module, and judges its moves."""

from ai.listing import import_package_modules

LISTED = import_package_modules(__name__, __path__)
