"""Abbey & Mayor: the abbeys that are left; barns stand among the figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from render.core.look import Look
from render.core.strip import Item
from render.core.words import listed
from rules.carcassonne.view import CarcassonneView

from .base import Extra


class Estates(Extra):
    def items(self, seen: Any, view: CarcassonneView, seat: int) -> Sequence[Item]:
        return [Item("abbey")] * bool(seen.abbeys[seat])

    def told(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        if seen.holes:
            yield look.say("pic.abbey.holes", list=listed(map(str, seen.holes)))
        if seen.wagon is not None:
            places = listed(f"{cell}.{place}" for cell, place in seen.wagon.reach)
            yield look.say("pic.abbey.wagon", name=look.seats[seen.wagon.seat].name, list=places)

    def owned(self, seen: Any, view: CarcassonneView, look: Look, seat: int) -> Iterable[str]:
        return [look.say("pic.abbey.left")] * bool(seen.abbeys[seat])
