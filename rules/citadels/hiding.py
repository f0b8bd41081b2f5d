"""Reshuffling hidden information, consistent with all a player knows."""  # citadels.md 10

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from rules.core import Chance

from .cards import sorted_cards, sorted_characters
from .decisions import Ask
from .state import OUT, CitadelsState


def shuffle_hidden(s: CitadelsState, seat: int | None, chance: Chance) -> None:
    """Redistribute characters and district cards in place."""
    me = OUT - 1 if seat is None else seat  # the public has seen nothing
    top = s.agenda[-1] if s.agenda else None
    ask = top if isinstance(top, Ask) and top.seat == me else None
    if s.agenda:
        reshuffle_characters(s, me, ask, chance)
    reshuffle_districts(s, me, ask, chance)
    s.key = bytes(chance.below(256) for _ in range(len(s.key)))


def reshuffle_characters(s: CitadelsState, me: int, ask: Ask | None, chance: Chance) -> None:
    """Redistribute hidden characters. Seeing the draft deck reveals which cards left it before and which after."""
    size = len(s.slots)
    settle_last(s, me)
    everything = [slot.character for slot in s.slots] + list(s.draft)
    looks = {i for i, slot in enumerate(s.slots) if slot.by == me and i}
    offer = ask.offer(s) if ask is not None and s.draft else None
    if offer is not None:
        looks.add(size)
    known = {i for i, slot in enumerate(s.slots) if slot.by == me or slot.character in s.shown}
    if offer is not None and everything[0] in offer.cards:
        known.add(0)
    out = characters_called_in_vain(s)
    for segment in deck_segments(len(everything), looks):
        free = [i for i in segment if i not in known]
        found = sorted(everything[i] for i in free)  # depends on known information only
        forced = [c for c in found if c in out]
        rest = [c for c in found if c not in out]
        middle = [i for i in free if i < size and s.slots[i].holder == OUT]
        chance.shuffle(middle)
        for i, c in zip(middle, forced, strict=False):
            everything[i] = c
        chance.shuffle(rest)
        for i, c in zip([i for i in free if i not in middle[: len(forced)]], rest, strict=True):
            everything[i] = c
    s.slots = tuple(slot._replace(character=c) for slot, c in zip(s.slots, everything[:size], strict=True))
    s.draft = sorted_characters(everything[size:])
    swap_last(s, me, out, chance)


def characters_called_in_vain(s: CitadelsState) -> set[str]:
    """Characters called in vain: nobody holds them, unless murdered."""
    return {c for c in s.silent if not s.is_named("murder", c)}


def deck_segments(size: int, looks: Iterable[int]) -> Iterable[range]:
    """The ranges of slots between two looks at the draft deck."""
    edges = [0, *sorted(looks), size]
    return [range(a, b) for a, b in pairwise(edges)]


def settle_last(s: CitadelsState, me: int) -> None:
    """Normalize the last player's choice, and the order of both last cards, for seats that cannot know them. The
    shuffle must not depend on unknown information."""
    if not s.slots or s.slots[0].by in (OUT, me):
        return
    first, *middle, last = s.slots
    if not any(slot.by == me for slot in s.slots):
        low, high = sorted((first, last), key=lambda slot: (slot.holder != OUT, slot.character))
        s.slots = (low, *middle, high)
    elif {first.character, last.character}.isdisjoint({*s.shown, *characters_called_in_vain(s)}):
        out, taken = sorted((first.holder, last.holder), key=lambda holder: holder != OUT)
        s.slots = (first._replace(holder=out), *middle, last._replace(holder=taken))


def swap_last(s: CitadelsState, me: int, out: set[str], chance: Chance) -> None:
    """Randomize whether the last player took the face-down card, which nobody else knows."""
    first, last = s.slots[0], s.slots[-1]
    if first.by in (OUT, me):
        return
    if {first.character, last.character}.isdisjoint({*s.shown, *out}) and chance.below(2):
        s.slots = (first._replace(holder=last.holder), *s.slots[1:-1], last._replace(holder=first.holder))


def reshuffle_districts(s: CitadelsState, me: int, ask: Ask | None, chance: Chance) -> None:
    """Redistribute all district cards the player does not see."""
    sees_deck = ask is not None and ask.opens_deck
    seen_hands = {me, ask.opens_hand()} if ask is not None else {me}
    hidden_hands = [seat for seat in range(s.seats) if seat not in seen_hands]
    knows_looked = s.looker == me
    knows_taken = s.turn is None or me in (s.turn.seat, s.taken_from)
    pool: list[str] = [] if sees_deck else list(s.deck)
    for seat in hidden_hands:
        pool += s.hands[seat]
    if s.agenda:  # at the end the cards under a Museum are public
        pool += (card for seat in range(s.seats) if seat != me for built in s.cities[seat] for card in built.cards)
    if not knows_looked:
        pool += s.looked
    if s.taken and not knows_taken:
        pool.append(s.taken)
    pool.sort()  # as for characters
    chance.shuffle(pool)
    deal_cards(s, me, pool, hidden_hands, sees_deck)
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


def deal_cards(s: CitadelsState, me: int, pool: list[str], hidden: list[int], sees_deck: bool) -> None:
    """Deal hands, Museums and deck with as many cards as before."""
    for seat in hidden:
        s.hands[seat] = sorted_cards([pool.pop() for _ in s.hands[seat]])
    if s.agenda:
        for seat in range(s.seats):
            if seat != me and any(built.cards for built in s.cities[seat]):
                s.cities[seat] = tuple(
                    built._replace(cards=sorted_cards([pool.pop() for _ in built.cards])) for built in s.cities[seat]
                )
    if not sees_deck:
        s.deck = tuple(pool.pop() for _ in s.deck)
