"""What follows at tables of other processes from what somebody chose: how it is written down for them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from . import damaged_tables

LEAVE: Final = "leave"  # somebody is being forgotten: they leave the table
HOURS: Final = "hours"  # they have other quiet hours, another rest or zone
COVER: Final = "cover"  # machines play for them until their vacation is over
VACATION: Final = "vacation"  # their vacations are others


def encode_settings(settings: Mapping[str, str]) -> str:
    """Settings as they stand in a row."""
    return json.dumps(dict(settings), sort_keys=True, ensure_ascii=False)


def decode_settings(text: str) -> dict[str, str]:
    """What `written` wrote."""
    return damaged_tables.drop_unreadable_settings({str(name): str(value) for name, value in json.loads(text).items()})
