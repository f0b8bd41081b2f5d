"""Reshuffling hidden information, consistent with all a player knows."""  # citadels.md 10

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from rules.core import Chance

from .cards import sorted_cards, sorted_characters
from .decisions import Ask
from .state import OUT, CitadelsState

PUBLIC: Final = OUT - 1  # no seat, and different from OUT: the public has seen nothing


def shuffle_hidden(s: CitadelsState, seat: int | None, chance: Chance) -> None:
    """Redistribute characters and district cards in place."""
    viewer = PUBLIC if seat is None else seat
    top = s.agenda[-1] if s.agenda else None
    ask = top if isinstance(top, Ask) and top.seat == viewer else None
    if s.agenda:
        reshuffle_characters(s, viewer, ask, chance)
    reshuffle_districts(s, viewer, ask, chance)
    s.key = bytes(chance.below(256) for _ in s.key)


def reshuffle_characters(s: CitadelsState, viewer: int, ask: Ask | None, chance: Chance) -> None:
    """Redistribute hidden characters. Seeing the draft deck reveals which cards left it before and which after."""
    size = len(s.slots)
    normalize_last_pick(s, viewer)
    everything = [slot.character for slot in s.slots] + list(s.draft)
    looks = {place for place, slot in enumerate(s.slots) if slot.by == viewer and place}
    offer = ask.cards_offered(s) if ask is not None and s.draft else None
    if offer is not None:
        looks.add(size)
    known = {place for place, slot in enumerate(s.slots) if slot.by == viewer or slot.character in s.shown}
    if offer is not None and everything[0] in offer.cards:
        known.add(0)
    unheld = characters_called_in_vain(s)
    for segment in deck_segments(len(everything), looks):
        open_places = [place for place in segment if place not in known]
        hidden = sorted(everything[place] for place in open_places)  # depends on known information only
        hidden_unheld = [character for character in hidden if character in unheld]
        hidden_others = [character for character in hidden if character not in unheld]
        face_down_places = [place for place in open_places if place < size and s.slots[place].holder == OUT]
        chance.shuffle(face_down_places)
        places_of_unheld = face_down_places[: len(hidden_unheld)]
        chance.shuffle(hidden_others)
        places_of_others = [place for place in open_places if place not in places_of_unheld]
        for place, character in zip(places_of_unheld, hidden_unheld, strict=False):
            everything[place] = character
        for place, character in zip(places_of_others, hidden_others, strict=True):
            everything[place] = character
    pairs = zip(s.slots, everything[:size], strict=True)
    s.slots = tuple(slot._replace(character=character) for slot, character in pairs)
    s.draft = sorted_characters(everything[size:])
    randomize_last_pick(s, viewer, unheld, chance)


def characters_called_in_vain(s: CitadelsState) -> set[str]:
    """Characters nobody revealed when called although they were not murdered: nobody holds them."""
    return {character for character in s.silent if not s.is_named("murder", character)}


def deck_segments(size: int, looks: Iterable[int]) -> Iterable[range]:
    """The ranges of slots between two looks at the draft deck."""
    edges = [0, *sorted(looks), size]
    return [range(start, end) for start, end in pairwise(edges)]


def normalize_last_pick(s: CitadelsState, viewer: int) -> None:
    """Normalize the last player's choice, and the order of both last cards, for seats that cannot know them. The
    shuffle must not depend on unknown information."""
    if not s.slots or s.slots[0].by in (OUT, viewer):
        return
    first, *middle, last = s.slots
    if not any(slot.by == viewer for slot in s.slots):
        put_first, put_last = sorted((first, last), key=lambda slot: (slot.holder != OUT, slot.character))
        s.slots = (put_first, *middle, put_last)
    elif {first.character, last.character}.isdisjoint({*s.shown, *characters_called_in_vain(s)}):
        first_holder, last_holder = sorted((first.holder, last.holder), key=lambda holder: holder != OUT)
        s.slots = (first._replace(holder=first_holder), *middle, last._replace(holder=last_holder))


def randomize_last_pick(s: CitadelsState, viewer: int, unheld: set[str], chance: Chance) -> None:
    """Randomize whether the last player took the face-down card, which nobody else knows."""
    first, last = s.slots[0], s.slots[-1]
    if first.by in (OUT, viewer):
        return
    if {first.character, last.character}.isdisjoint({*s.shown, *unheld}) and chance.below(2):
        s.slots = (first._replace(holder=last.holder), *s.slots[1:-1], last._replace(holder=first.holder))


def reshuffle_districts(s: CitadelsState, viewer: int, ask: Ask | None, chance: Chance) -> None:
    """Redistribute all district cards the player does not see."""
    sees_deck = ask is not None and ask.sees_deck
    seen_hands = {viewer, ask.owner_of_hand_seen()} if ask is not None else {viewer}
    hidden_hands = [seat for seat in range(s.seats) if seat not in seen_hands]
    knows_looked = s.looker == viewer
    knows_taken = s.turn is None or viewer in (s.turn.seat, s.taken_from)
    pool: list[str] = [] if sees_deck else list(s.deck)
    for seat in hidden_hands:
        pool += s.hands[seat]
    if s.agenda:  # at the end the cards under a Museum are public
        pool += (card for seat in range(s.seats) if seat != viewer for built in s.cities[seat] for card in built.cards)
    if not knows_looked:
        pool += s.looked
    if s.taken and not knows_taken:
        pool.append(s.taken)
    pool.sort()  # as for characters
    chance.shuffle(pool)
    deal_cards(s, viewer, pool, hidden_hands, sees_deck)
    if not knows_looked:
        s.looked = tuple(pool.pop() for _ in s.looked)
    if s.taken and not knows_taken:
        s.taken = pool.pop()
    if sees_deck:
        s.deck = tuple(sorted(s.deck))
        shuffle_deck(s, chance)
    assert not pool, "a card too many"


def shuffle_deck(s: CitadelsState, chance: Chance) -> None:
    """Shuffle the district cards, whose order nobody knows, not even after looking through them. Characters are not
    shuffled: the first player to choose has seen all but the one face down."""
    deck = list(s.deck)
    chance.shuffle(deck)
    s.deck = tuple(deck)


def deal_cards(s: CitadelsState, viewer: int, pool: list[str], hidden: list[int], sees_deck: bool) -> None:
    """Deal hands, Museums and deck with as many cards as before."""
    for seat in hidden:
        s.hands[seat] = sorted_cards([pool.pop() for _ in s.hands[seat]])
    if s.agenda:
        for seat in range(s.seats):
            if seat != viewer and any(built.cards for built in s.cities[seat]):
                s.cities[seat] = tuple(
                    built._replace(cards=sorted_cards([pool.pop() for _ in built.cards])) for built in s.cities[seat]
                )
    if not sees_deck:
        s.deck = tuple(pool.pop() for _ in s.deck)
