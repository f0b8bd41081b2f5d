"""Tips for newcomers: in the first three pickers of each game."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from rules.core import View
from service.model import Table
from service.personal import TIPS

if TYPE_CHECKING:
    from cogs.choose.room import Room
    from cogs.client import Longtable

PICKERS: Final = 3
REMEMBERED: Final = 20_000  # people and games; who was forgotten sees the tips once more


class Tips:
    """Who has seen how many pickers of which game, kept while the bot runs. Whether he wants tips is a setting."""

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[int, str], int] = OrderedDict()

    def text(self, user_id: int, room: Room[View], *, first: bool = True) -> str:
        """The tip above the choices; "" for those who know their way."""
        if room.bot.tables.setting(user_id, TIPS) == "off":
            return ""
        seen = self._seen.get((user_id, room.table.kind), 0)
        key = room.face.tip(room.view, room.seat, seen) if first and seen < PICKERS else ""
        return room.say("tip.frame", tip=room.say(key)) if key else ""

    def shown(self, user_id: int, table: Table) -> None:
        self._remember(user_id, table.kind, self._seen.get((user_id, table.kind), 0) + 1)

    def again(self, user_id: int) -> None:
        """Somebody wants tips from the first one on."""
        for key in [key for key in self._seen if key[0] == user_id]:
            del self._seen[key]

    def _remember(self, user_id: int, kind: str, seen: int) -> None:
        self._seen[user_id, kind] = seen
        self._seen.move_to_end((user_id, kind))
        while len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)


_TIPS: Final[WeakKeyDictionary[Longtable, Tips]] = WeakKeyDictionary()


def tips_of(bot: Longtable) -> Tips:
    """Who has seen what, as far as this bot remembers."""
    found = _TIPS.get(bot)
    if found is None:
        found = _TIPS[bot] = Tips()
    return found
