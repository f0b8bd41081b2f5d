"""The School of Magic counts for the income of every colour."""

from __future__ import annotations

from rules.citadels.hooks import District


class SchoolOfMagic(District):
    key = "school_of_magic"
    counts_for_every_income = True


RULE = SchoolOfMagic
