"""What development cards and the army tell of a seat's chances."""

from __future__ import annotations

from rules.catan.cards import count
from rules.catan.development import KEY, KNIGHT, MONOPOLY, PLENTY, POINT, ROADS, SMALLEST, of

from .facts import Facts, tells


@tells(KEY, "army? knights+ army_ahead+ army_played+ knights_held+ others_held+ points_held? card+ make_card+")
def developments(f: Facts, seat: int) -> list[float]:
    """Cards in hand, knights played, and how near the army is."""
    part = of(f.s)
    held = part.hands[seat]
    knights = count(held, KNIGHT)
    played = part.knights[seat]
    most = max(SMALLEST - 1, *(n for other, n in enumerate(part.knights) if other != seat))
    card = f.price(0, 0, 1, 1, 1)
    deck = bool(part.deck)
    return [
        float(part.army == seat),
        played / 4,
        max(-3, min(3, played + knights - most)) / 3,
        max(-3, min(3, played - most)) / 3,
        min(knights, 3) / 3,
        sum(count(held, kind) for kind in (ROADS, PLENTY, MONOPOLY)) / 2,
        count(held, POINT) / 2,
        f.near(seat, card) if deck else 0.0,
        f.easy(seat, card) if deck else 0.0,
    ]
