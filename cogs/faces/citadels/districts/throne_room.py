"""The Throne Room in the story."""

from __future__ import annotations

from typing import Final

from cogs.faces.weighing import keys
from cogs.screen.telling import Weight

from ..extra import Extra

EXTRA: Final = Extra(lines=keys(Weight.PASSING, "throne_room.gold"))
