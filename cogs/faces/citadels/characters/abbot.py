"""The Abbot in the story."""

from __future__ import annotations

from typing import Final

from cogs.faces.weighing import GIVER, keys
from cogs.screen.telling import Weight

from ..extra import Extra

EXTRA: Final = Extra(lines=keys(Weight.LASTING, "power.claim"), losing={"power.claim": GIVER})
