"""The Haunted City may count as another colour at the end of the game."""

from __future__ import annotations

from rules.citadels.hooks import District
from rules.citadels.state import Built, CitadelsState


class HauntedCity(District):
    key = "haunted_city"

    def counts_as_any_colour(self, s: CitadelsState, built: Built) -> bool:
        """Not if built in the final round."""
        return not (s.ended and built.round == s.round)


RULE = HauntedCity
