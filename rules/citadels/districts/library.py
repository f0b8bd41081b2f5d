"""The Library lets its owner keep an extra card in the action."""

from __future__ import annotations

from rules.citadels.hooks import District


class Library(District):
    key = "library"
    extra_keep = 1


RULE = Library
