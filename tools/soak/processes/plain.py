"""The bot without pictures: for measuring what is left where drawing would take all of a small machine."""

from __future__ import annotations

import sys
from typing import Any
from unittest.mock import patch

import bot
from cogs.screen.discord_views import Studio


async def skip_drawing(self: Studio, *_: Any, **__: Any) -> None:
    """As if no picture were ever ready in time."""


if __name__ == "__main__":
    with patch.object(Studio, "draw", skip_drawing):
        sys.exit(bot.main())
