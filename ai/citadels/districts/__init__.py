"""What the player knows of districts that do something: each module here has a `PLAY`."""

from ai.listing import holdings

from ..plays import USES, DistrictPlay

USES.update(holdings(__name__, __path__, "PLAY", DistrictPlay))
