"""What stands otherwise than in an earlier position: outlined in pictures."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rules.citadels.view import CitadelsView


def since(before: CitadelsView, view: CitadelsView) -> CitadelsView:
    """The view with all districts among its changed ones that were built, got or beautified since."""
    found: list[tuple[int, str]] = []
    for seat, (old, now) in enumerate(zip(before.players, view.players, strict=True)):
        left = Counter((card.district, card.beautified) for card in old.city)
        for card in now.city:
            left[card.district, card.beautified] -= 1
            if left[card.district, card.beautified] < 0:
                found.append((seat, card.token))
    return replace(view, changed=tuple(dict.fromkeys((*found, *view.changed))))
