"""The Thief in the story."""

from __future__ import annotations

from typing import Final

from cogs.faces.weighing import GIVER

from ..extra import Extra

EXTRA: Final = Extra(losing={"power.robbed": GIVER})
