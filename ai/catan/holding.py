"""What development cards and the army tell of a seat's chances."""

from __future__ import annotations

from rules.catan.cards import count, size
from rules.catan.development import KEY, KNIGHT, MONOPOLY, PLENTY, POINT, ROADS, SMALLEST, of
from rules.catan.state import CatanState

from .facts import Facts, tells
from .themes import about, easy, first, held, kept, near, now, placed


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


def _army(s: CatanState, seat: int) -> float:
    return float(of(s).army == seat)


def _knights(s: CatanState, seat: int) -> float:
    """Played or in hand, as far as the army needs them."""
    part = of(s)
    need = max(SMALLEST, 1 + max(n for other, n in enumerate(part.knights) if other != seat))
    return float(min(need, part.knights[seat] + count(part.hands[seat], KNIGHT)))


def _held(s: CatanState, seat: int) -> float:
    return float(size(of(s).hands[seat]))


CARD = (0, 0, 1, 1, 1)
about(KEY, "army", "army? knights+ army_ahead+ army_played+ knights_held+", "army? army_ahead+ army_played+",
      held(_army, ("", _knights, 0.3), ("played", lambda s, seat: float(of(s).knights[seat]), 0.5)),
      "* holds likely played", foremost=("holds",))  # fmt: skip
about(KEY, "development", "others_held+ points_held?", "others_held+ points_held?",
      now(kept(_held, 0.5)), "* kept!")  # fmt: skip
about(KEY, "near_card", "card+", "card+", first(("", near(*CARD), 0.04)))
about(KEY, "make_card", "make_card+", "make_card+", placed(first(("", easy(*CARD), 0.04))))
