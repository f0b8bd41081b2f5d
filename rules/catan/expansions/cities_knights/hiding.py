"""Reshuffling hidden cards of Cities & Knights."""  # catan.md 12

from __future__ import annotations

from collections.abc import Iterable

from rules.catan.places import OUT
from rules.catan.state import CatanState
from rules.core import Chance

from .deck import POINT_CARDS, TRACK_OF
from .open_cards import OpenCards
from .realm import TRACKS, Realm, Under, realm_of
from .simultaneous import Together


def hands_seen(s: CatanState, seat: int | None) -> Iterable[int]:
    """The hands open to the seat."""
    top = s.agenda[-1] if s.agenda else None
    return top.hands_seen(seat) if isinstance(top, OpenCards) else ()


def certain_cards(s: CatanState, seat: int, cards: int, pool: int, chance: Chance) -> int:
    """The packed cards the seat holds for certain."""
    top = s.agenda[-1] if s.agenda else None
    return top.sure(seat, cards, pool, chance) if isinstance(top, OpenCards) else cards


def reshuffle_secrets(s: CatanState, seat: int | None, chance: Chance) -> None:
    """Redistribute decks, other players' progress cards, and cards others have put under the decks. The colours of all
    cards are public. No hand can hold a point card, because those are played openly."""
    r = realm_of(s)
    top = s.agenda[-1] if s.agenda else None
    spied = top.progress_seen(seat) if isinstance(top, OpenCards) else ()
    hidden = [other for other in range(s.seats) if other != seat and other not in spied]
    for track in range(len(TRACKS)):
        _deal_hidden(r, track, hidden, seat, chance)
    if isinstance(top, Together):
        s.agenda[-1] = top.chosen_anew(s, seat, chance)


def shuffle_decks_anew(s: CatanState, chance: Chance) -> None:
    """Shuffle the decks, except returned cards, which a player knows."""
    r = realm_of(s)
    decks = [list(deck) for deck in r.decks]
    for deck in decks:
        chance.shuffle(deck)
    r.decks = tuple(map(tuple, decks))


def _deal_hidden(r: Realm, track: int, hidden: list[int], looker: int | None, chance: Chance) -> None:
    pool = list(r.decks[track])
    for other in hidden:
        pool += (card for card in r.held[other] if TRACK_OF[card] == track)
    unknown = [n for n, under in enumerate(r.tails[track]) if under.seat not in (OUT, looker)]
    pool += (r.tails[track][n].card for n in unknown)
    pool.sort()  # the deal must depend on known information only, not on the actual order
    rest = [card for card in pool if card not in POINT_CARDS]
    chance.shuffle(rest)
    for other in hidden:
        kept = [card for card in r.held[other] if TRACK_OF[card] != track]
        dealt = [rest.pop() for _ in range(len(r.held[other]) - len(kept))]
        r.held[other] = tuple(sorted((*kept, *dealt)))
    tail = list(r.tails[track])
    for n in unknown:
        tail[n] = Under(rest.pop(), tail[n].seat)
    deck = rest + [card for card in pool if card in POINT_CARDS]
    chance.shuffle(deck)
    r.tails = (*r.tails[:track], tuple(tail), *r.tails[track + 1 :])
    r.decks = (*r.decks[:track], tuple(deck), *r.decks[track + 1 :])
