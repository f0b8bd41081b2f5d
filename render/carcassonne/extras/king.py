"""King & Robber Baron: who holds the two awards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from render.core.look import Look
from render.core.strip import Item
from rules.carcassonne.view import CarcassonneView

from .base import Extra


class Awards(Extra):
    def items(self, seen: Any, view: CarcassonneView, seat: int) -> Sequence[Item]:
        held = (("king", seen.king), ("robber", seen.robber))
        return [Item(name, award.size) for name, award in held if award and award.seat == seat]

    def owned(self, seen: Any, view: CarcassonneView, look: Look, seat: int) -> Iterable[str]:
        held = (("king", seen.king), ("robber", seen.robber))
        return [
            look.say(f"pic.king.{name}", n=award.size, points=award.points)
            for name, award in held
            if award and award.seat == seat
        ]
