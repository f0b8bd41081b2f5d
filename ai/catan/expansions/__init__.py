"""Knowledge of the modules: each package here is named after its key and scores its moves."""

from ai.listing import import_package_modules

LISTED = import_package_modules(__name__, __path__)
