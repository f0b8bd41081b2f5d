"""Knowledge about the characters: each module here defines a `PLAY`."""

from ai.listing import collect_by_module

from ..card_knowledge import ROLES, CharacterPlay

ROLES.update(collect_by_module(__name__, __path__, "PLAY", CharacterPlay))
