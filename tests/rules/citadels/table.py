"""A table in any position: cards and gold where a test wants them, then play by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pytest

from rules.citadels.cards import BASE_CAST, CHARACTERS, sorted_cards, sorted_characters
from rules.citadels.game import KIND
from rules.citadels.hooks import ROLES
from rules.citadels.round import Call, RoundEnd
from rules.citadels.state import OUT, Built, CitadelsState, Slot, district_place
from rules.citadels.view import CitadelsView
from rules.core import Chance, Choices, Context, Event, RulesError, decode_move, encode_move, play, start_game

KEY = bytes(range(32))


def choices(*modules: str, cast: Iterable[str] = (), **options: str) -> Choices:
    """Choices with these bonus districts and these characters in place of the base ones."""
    chosen = {f"rank{CHARACTERS[c].rank}": c for c in cast}
    if sum(c not in BASE_CAST and CHARACTERS[c].rank < 9 for c in cast) > 2:
        chosen["many_bonus_characters"] = "on"
    return KIND.normalize_choices(Choices(modules, tuple(sorted({**chosen, **options}.items()))))


class Table:
    """One game; all district cards lie in the deck until they are given out."""

    def __init__(self, seats: int, *modules: str, cast: Iterable[str] = (), crown: int = 0, **options: str) -> None:
        self.game = KIND.make(choices(*modules, cast=tuple(cast), **options))
        self.s: CitadelsState = start_game(self.game, seats, KEY).state
        s = self.s
        s.deck = sorted_cards((*s.deck, *(card for hand in s.hands for card in hand)))
        s.hands = [()] * seats
        s.gold = [0] * seats
        s.crown = crown
        self.events: list[Event] = []

    # --- laying out

    def gold(self, *gold: int) -> Table:
        self.s.gold = list(gold)
        return self

    def _out(self, cards: Iterable[str]) -> None:
        deck = list(self.s.deck)
        for card in cards:
            deck.remove(card)
        self.s.deck = tuple(deck)

    def hand(self, seat: int, *cards: str) -> Table:
        self._out(cards)
        self.s.hands[seat] = sorted_cards((*self.s.hands[seat], *cards))
        return self

    def city(self, seat: int, *cards: str) -> Table:
        """Districts in a city; `market+` has gold on it."""
        self._out(card.removesuffix("+") for card in cards)
        self.s.cities[seat] += tuple(Built(card.removesuffix("+"), int(card.endswith("+"))) for card in cards)
        return self

    def museum(self, seat: int, *cards: str) -> Table:
        self._out(cards)
        city = self.s.cities[seat]
        self.s.cities[seat] = tuple(b._replace(cards=cards) if b.key == "museum" else b for b in city)
        return self

    def top(self, *cards: str) -> Table:
        """These cards lie on top of the deck."""
        self._out(cards)
        self.s.deck = (*cards, *self.s.deck)
        return self

    def only(self, *cards: str) -> Table:
        """The deck is these cards; the rest lies in the hand of the last player."""
        self._out(cards)
        rest, self.s.deck = self.s.deck, cards
        last = self.s.seats - 1
        self.s.hands[last] = sorted_cards((*self.s.hands[last], *rest))
        return self

    # --- playing

    def call(self, held: Mapping[str, int], up: Sequence[str] = ()) -> Table:
        """The draft is over, with these characters held; the calls begin."""
        s = self.s
        assert set(held) <= set(s.cast)
        s.draft = ()
        s.face_up = sorted_characters(up)
        out = [c for c in s.cast if c not in held and c not in up]
        s.slots = (*(Slot(c, OUT, OUT) for c in out), *(Slot(c, seat, seat) for c, seat in held.items()))
        s.shown = s.silent = s.builders = ()
        s.named, s.acting, s.rank, s.turn = {}, {}, 0, None
        s.agenda = [RoundEnd(), *(Call(ROLES[c].rank) for c in reversed(s.cast))]
        ctx = Context(s, Chance(s.key, s.used))
        ctx.run_until_decision()
        s.used = ctx.chance.used
        self.events = list(ctx.events)
        return self

    def do(self, *lines: str, forced: Sequence[int] = ()) -> Table:
        """Moves of whoever is asked."""
        for line in lines:
            (seat,) = self.game.waiting(self.s)
            t = play(self.game, self.s, seat, decode_move(line, self.game.moves), forced)
            self.s = t.state
            self.events = list(t.events)
        return self

    def refused(self, line: str) -> str:
        """The key of the reason why whoever is asked may not do that."""
        (seat,) = self.game.waiting(self.s)
        with pytest.raises(RulesError) as caught:
            play(self.game, self.s, seat, decode_move(line, self.game.moves))
        return caught.value.key

    # --- looking

    @property
    def asked(self) -> int:
        (seat,) = self.game.waiting(self.s)
        return seat

    @property
    def legal(self) -> list[str]:
        return [encode_move(move) for move in self.game.legal(self.s, self.asked)]

    def of(self, kind: str) -> list[str]:
        return [line for line in self.legal if line.split()[0] == kind]

    def keys(self, seat: int) -> list[str]:
        return [built.key for built in self.s.cities[seat]]

    def view(self, seat: int | None = None) -> CitadelsView:
        return self.game.view(self.s, seat)

    def told(self, key: str) -> list[Event]:
        return [event for event in self.events if event.key == key]

    def place(self, seat: int, token: str) -> int:
        return district_place(self.s.cities[seat], token)
