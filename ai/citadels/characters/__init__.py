"""What the player knows of the characters: each module here has a `PLAY`."""

from ai.listing import holdings

from ..plays import ROLES, CharacterPlay

ROLES.update(holdings(__name__, __path__, "PLAY", CharacterPlay))
