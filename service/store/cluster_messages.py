"""Instructions to other processes of a cluster: changes of a user that affect tables there, and how they are stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from . import damaged_tables

LEAVE: Final = "leave"  # the user's data is deleted: leave the table
HOURS: Final = "hours"  # quiet hours, rest or time zone changed
COVER: Final = "cover"  # machines play until the vacation ends
VACATION: Final = "vacation"  # vacations changed


def encode_settings(settings: Mapping[str, str]) -> str:
    """Encode settings for a row."""
    return json.dumps(dict(settings), sort_keys=True, ensure_ascii=False)


def decode_settings(text: str) -> dict[str, str]:
    """Decode the result of `encode_settings`."""
    return damaged_tables.drop_unreadable_settings({str(name): str(value) for name, value in json.loads(text).items()})
