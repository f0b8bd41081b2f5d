"""Knowledge of the modules: each module here is named after its key and defines an `EXTRA`."""

from ai.listing import collect_by_module

from ..extra import EXTRAS, Extra

EXTRAS.update(collect_by_module(__name__, __path__, "EXTRA", Extra))
