"""What the sensible player of Catan does in a position."""

from __future__ import annotations

from typing import Any

from ai.catan import PLAYER
from rules.core import Chance, encode_move
from tests.rules.catan.table import Table


def unneeded() -> Any:
    raise AssertionError("it looks at the view alone")


def choice(table: Table, seat: int | None = None, luck: int = 0) -> str:
    """What it does where the table stands."""
    who = table.asked if seat is None else seat
    legal = list(table.game.legal(table.s, who))
    return encode_move(PLAYER.choose(table.view(who), legal, unneeded, Chance(bytes([luck] * 32))))
