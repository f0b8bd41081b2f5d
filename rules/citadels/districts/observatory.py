"""The Observatory shows an extra card in the action."""

from __future__ import annotations

from rules.citadels.hooks import District


class Observatory(District):
    key = "observatory"
    extra_look = 1


RULE = Observatory
