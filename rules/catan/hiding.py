"""Reshuffling hidden information, consistent with all a player knows."""  # catan.md 12

from __future__ import annotations

from dataclasses import replace

from rules.core import Chance

from .cards import count_cards, covers_cost, kind_counts, pack_counts, random_choice
from .choosing import ChooseCards
from .state import CatanState


def shuffle_hidden(s: CatanState, seat: int | None, chance: Chance) -> None:
    """Redistribute the hands of the others, keeping their sizes."""
    seen = {owner for ask in s.hooks.seen for owner in ask(s, seat)}
    hidden = [other for other in range(s.seats) if other != seat and other not in seen]
    pool = sum(s.hands[other] for other in hidden)
    sizes = {other: count_cards(s.hands[other]) for other in hidden}
    known = {other: _cards_offered(s, other) for other in hidden}
    pool -= sum(known.values())  # before more certain cards are taken from the pool
    for other in hidden:
        sure = known[other]
        for ask_sure in s.hooks.sure:
            sure = ask_sure(s, other, sure, pool, chance)
        pool -= sure - known[other]
        sizes[other] -= count_cards(sure)
        s.hands[other] = sure
    cards = [kind for kind, n in enumerate(kind_counts(pool)) for _ in range(n)]
    chance.shuffle(cards)
    for other in hidden:
        dealt = [0] * 8
        for _ in range(sizes[other]):
            dealt[cards.pop()] += 1
        s.hands[other] += pack_counts(dealt)
    assert not cards, "cards are left"
    _reshuffle_discards(s, seat, chance)
    for deal in s.hooks.secrets:
        deal(s, seat, chance)
    s.key = bytes(chance.below(256) for _ in range(len(s.key)))


def _cards_offered(s: CatanState, seat: int) -> int:
    """The cards a seat offers, which it must hold."""
    sure = s.offer.give if s.offer is not None and seat == s.active else 0
    return sure if covers_cost(s.hands[seat], sure) else 0


def _reshuffle_discards(s: CatanState, seat: int | None, chance: Chance) -> None:
    """Replace others' secret discards by random choices from their hands while the step waits."""
    if s.agenda and isinstance(s.agenda[-1], ChooseCards):
        top = s.agenda[-1]
        given = tuple(
            (other, cards if other == seat else random_choice(s.hands[other], count_cards(cards), chance))
            for other, cards in top.given
        )
        s.agenda[-1] = replace(top, given=given)
