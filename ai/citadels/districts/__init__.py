"""Knowledge about districts with effects: each module here defines a `PLAY`."""

from ai.listing import collect_by_module

from ..card_knowledge import USES, DistrictPlay

USES.update(collect_by_module(__name__, __path__, "PLAY", DistrictPlay))
