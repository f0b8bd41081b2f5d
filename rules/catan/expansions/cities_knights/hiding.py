"""Reshuffling hidden cards of Cities & Knights."""  # catan.md 12

from __future__ import annotations

from collections.abc import Iterable

from rules.catan.places import OUT
from rules.catan.state import CatanState
from rules.core import Chance

from .deck import POINT_CARDS, TRACK_OF
from .open_cards import OpenCards
from .realm import TRACKS, Realm, ReturnedCard, realm_of
from .simultaneous import SimultaneousDecision


def hands_seen(s: CatanState, seat: int | None) -> Iterable[int]:
    """The hands open to the seat."""
    top = s.agenda[-1] if s.agenda else None
    return top.hands_seen(seat) if isinstance(top, OpenCards) else ()


def certain_cards(s: CatanState, seat: int, cards: int, pool: int, chance: Chance) -> int:
    """The packed cards publicly known to be in the hand of the seat; more are taken from the hidden `pool`."""
    top = s.agenda[-1] if s.agenda else None
    return top.certain_cards(seat, cards, pool, chance) if isinstance(top, OpenCards) else cards


def reshuffle_secrets(s: CatanState, seat: int | None, chance: Chance) -> None:
    """Redistribute decks, other players' progress cards, and cards others have put under the decks. The colours of all
    cards are public. No hand can hold a point card, because those are played openly."""
    realm = realm_of(s)
    top = s.agenda[-1] if s.agenda else None
    spied = top.progress_seen(seat) if isinstance(top, OpenCards) else ()
    hidden = [other for other in range(s.seats) if other != seat and other not in spied]
    for track in range(len(TRACKS)):
        _deal_hidden(realm, track, hidden, seat, chance)
    if isinstance(top, SimultaneousDecision):
        s.agenda[-1] = top.with_random_decisions(s, seat, chance)


def shuffle_decks_anew(s: CatanState, chance: Chance) -> None:
    """Shuffle the decks, except returned cards, which a player knows."""
    realm = realm_of(s)
    decks = [list(deck) for deck in realm.decks]
    for deck in decks:
        chance.shuffle(deck)
    realm.decks = tuple(map(tuple, decks))


def _deal_hidden(realm: Realm, track: int, hidden: list[int], viewer: int | None, chance: Chance) -> None:
    """Redistribute the cards of one deck that the viewer cannot know; `hidden`: the seats whose hands are unknown."""
    pool = list(realm.decks[track])
    for seat in hidden:
        pool += (card for card in realm.held[seat] if TRACK_OF[card] == track)
    unknown_places = [place for place, under in enumerate(realm.tails[track]) if under.seat not in (OUT, viewer)]
    pool += (realm.tails[track][place].card for place in unknown_places)
    pool.sort()  # the deal must depend on known information only, not on the actual order
    drawable = [card for card in pool if card not in POINT_CARDS]
    chance.shuffle(drawable)
    for seat in hidden:
        other_tracks = [card for card in realm.held[seat] if TRACK_OF[card] != track]
        dealt = [drawable.pop() for _ in range(len(realm.held[seat]) - len(other_tracks))]
        realm.held[seat] = tuple(sorted((*other_tracks, *dealt)))
    tail = list(realm.tails[track])
    for place in unknown_places:
        tail[place] = ReturnedCard(drawable.pop(), tail[place].seat)
    deck = drawable + [card for card in pool if card in POINT_CARDS]
    chance.shuffle(deck)
    realm.tails = (*realm.tails[:track], tuple(tail), *realm.tails[track + 1 :])
    realm.decks = (*realm.decks[:track], tuple(deck), *realm.decks[track + 1 :])
