"""Knowledge about the Library."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay


class Library(DistrictPlay):
    use = 3.0


PLAY: Final = Library()
