"""Features of development cards and the Largest Army for the judge."""

from __future__ import annotations

from rules.catan.cards import count_cards, count_kind
from rules.catan.development import KEY, KNIGHT, MONOPOLY, PLENTY, POINT, ROADS, SMALLEST, developments_of
from rules.catan.state import CatanState

from .judge_features import Facts, supplies_features
from .themes import (
    declare_theme,
    ease_of_making,
    nearness_to_price,
    tell_after_placing,
    tell_at_once,
    tell_first,
    tell_held,
    tell_kept,
)


@supplies_features(
    KEY, "army? knights+ army_ahead+ army_played+ knights_held+ others_held+ points_held? card+ make_card+"
)
def development_features(f: Facts, seat: int) -> list[float]:
    """Cards in hand, knights played, and the distance to the army."""
    part = developments_of(f.s)
    held = part.hands[seat]
    knights = count_kind(held, KNIGHT)
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
        sum(count_kind(held, kind) for kind in (ROADS, PLENTY, MONOPOLY)) / 2,
        count_kind(held, POINT) / 2,
        f.nearness_of_price(seat, card) if deck else 0.0,
        f.ease_of_price(seat, card) if deck else 0.0,
    ]


def _holds_largest_army(s: CatanState, seat: int) -> float:
    return float(developments_of(s).army == seat)


def _knights_for_army(s: CatanState, seat: int) -> float:
    """Knights played or in hand, as far as the army needs them."""
    part = developments_of(s)
    need = max(SMALLEST, 1 + max(n for other, n in enumerate(part.knights) if other != seat))
    return float(min(need, part.knights[seat] + count_kind(part.hands[seat], KNIGHT)))


def _development_cards_held(s: CatanState, seat: int) -> float:
    return float(count_cards(developments_of(s).hands[seat]))


CARD = (0, 0, 1, 1, 1)
declare_theme(
    KEY,
    "army",
    "army? knights+ army_ahead+ army_played+ knights_held+",
    "army? army_ahead+ army_played+",
    tell_held(
        _holds_largest_army,
        ("", _knights_for_army, 0.3),
        ("played", lambda s, seat: float(developments_of(s).knights[seat]), 0.5),
    ),
    "* holds likely played",
    foremost=("holds",),
)
declare_theme(
    KEY,
    "development",
    "others_held+ points_held?",
    "others_held+ points_held?",
    tell_at_once(tell_kept(_development_cards_held, 0.5)),
    "* kept!",
)
declare_theme(KEY, "near_card", "card+", "card+", tell_first(("", nearness_to_price(*CARD), 0.04)))
declare_theme(
    KEY, "make_card", "make_card+", "make_card+", tell_after_placing(tell_first(("", ease_of_making(*CARD), 0.04)))
)
