"""The bot without pictures, for measurements on small machines that drawing would dominate."""

from __future__ import annotations

import sys
from typing import Any
from unittest.mock import patch

import bot
from cogs.screen.discord_views import Studio


async def skip_drawing(self: Studio, *_: Any, **__: Any) -> None:
    """Behaves as if no picture were ready in time."""


if __name__ == "__main__":
    with patch.object(Studio, "draw", skip_drawing):
        sys.exit(bot.main())
