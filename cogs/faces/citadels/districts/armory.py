"""The Armory in the story."""

from __future__ import annotations

from typing import Final

from cogs.faces.weighing import GIVER, keys
from cogs.screen.telling import Weight

from ..extra import Extra

EXTRA: Final = Extra(families=keys(Weight.GREAT, "armory"), losing={"armory.used": GIVER})
