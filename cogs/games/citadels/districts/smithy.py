"""The Smithy in the story."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import keys
from cogs.screen.event_text import Weight

from ..card_face import Extra

EXTRA: Final = Extra(families=keys(Weight.PASSING, "smithy"))
