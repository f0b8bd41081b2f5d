"""The Dragon Gate is worth two points more than its cost."""

from __future__ import annotations

from rules.citadels.hooks import District


class DragonGate(District):
    key = "dragon_gate"
    extra_points = 2


RULE = DragonGate
