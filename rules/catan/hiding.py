"""Reshuffling hidden information, consistent with all a player knows."""  # catan.md 12

from __future__ import annotations

from dataclasses import replace

from rules.core import Chance

from .cards import ONE, count_cards, covers_cost, kind_counts, random_choice
from .choosing import ChooseCards
from .state import CatanState


def shuffle_hidden(s: CatanState, seat: int | None, chance: Chance) -> None:
    """Redistribute the hands of the others, keeping their sizes."""
    seen = {owner for seats_seen in s.hooks.seats_with_open_hand for owner in seats_seen(s, seat)}
    hidden = [other for other in range(s.seats) if other != seat and other not in seen]
    pool = sum(s.hands[other] for other in hidden)
    cards_to_deal = {other: count_cards(s.hands[other]) for other in hidden}
    offered = {other: _cards_offered(s, other) for other in hidden}
    pool -= sum(offered.values())  # before more certain cards are taken from the pool
    for other in hidden:
        certain = offered[other]
        for certain_cards in s.hooks.certain_cards:
            certain = certain_cards(s, other, certain, pool, chance)
        pool -= certain - offered[other]
        cards_to_deal[other] -= count_cards(certain)
        s.hands[other] = certain
    cards = [kind for kind, n in enumerate(kind_counts(pool)) for _ in range(n)]
    chance.shuffle(cards)
    for other in hidden:
        for _ in range(cards_to_deal[other]):
            s.hands[other] += ONE[cards.pop()]
    assert not cards, "cards are left"
    _reshuffle_discards(s, seat, chance)
    for reshuffle in s.hooks.reshuffle_secrets:
        reshuffle(s, seat, chance)
    s.key = bytes(chance.below(256) for _ in s.key)


def _cards_offered(s: CatanState, seat: int) -> int:
    """The cards a seat offers, which it must hold."""
    offered = s.offer.give if s.offer is not None and seat == s.active else 0
    return offered if covers_cost(s.hands[seat], offered) else 0


def _reshuffle_discards(s: CatanState, seat: int | None, chance: Chance) -> None:
    """Replace others' secret discards by random choices from their hands while the step waits."""
    if s.agenda and isinstance(s.agenda[-1], ChooseCards):
        top = s.agenda[-1]
        choices = tuple(
            (other, cards if other == seat else random_choice(s.hands[other], count_cards(cards), chance))
            for other, cards in top.given
        )
        s.agenda[-1] = replace(top, given=choices)
