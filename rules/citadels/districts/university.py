"""The University is worth two points more than its cost."""

from __future__ import annotations

from rules.citadels.hooks import District


class University(District):
    key = "university"
    extra_points = 2


RULE = University
