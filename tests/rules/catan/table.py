"""A table in any position: pieces and cards where a test wants them, then play by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest

from rules.catan import effects
from rules.catan.cards import CARDS, kind_counts, pack_cards, pack_counts, unpack_cards
from rules.catan.game import KIND
from rules.catan.network import lay_road
from rules.catan.places import OUT
from rules.catan.state import CatanState
from rules.catan.turn import BeforeRoll, Main, NextTurn, SpecialBuilding, Yield
from rules.catan.view import CatanView
from rules.core import Chance, Choices, Context, Event, RulesError, decode_move, encode_move, play, start_game

KEY = bytes(range(32))


class Table:
    """One game on the island for beginners (or another); the board is empty and all cards lie in the bank."""

    def __init__(self, seats: int = 4, *modules: str, active: int = 0, **options: str) -> None:
        options.setdefault("map", "beginner" if seats < 5 else "lettered")
        chosen = KIND.normalize_choices(Choices(modules, tuple(sorted(options.items()))))
        self.game = KIND.make(chosen)
        self.s: CatanState = start_game(self.game, seats, KEY).state
        self.s.active = active
        self.s.turn = 1
        self.s.dice = (1, 2)
        self.s.agenda = [NextTurn(), SpecialBuilding(), Main()]
        self.events: list[Event] = []

    # --- laying out

    def _context(self) -> Context[CatanState]:
        return Context(self.s, Chance(KEY))

    def settlement(self, seat: int, *corners: int) -> Table:
        for corner in corners:
            effects.put_settlement(self._context(), seat, corner)
        return self

    def city(self, seat: int, *corners: int) -> Table:
        for corner in corners:
            effects.put_settlement(self._context(), seat, corner)
            effects.put_city(self._context(), seat, corner)
        return self

    def road(self, seat: int, *paths: str | int) -> Table:
        """Roads by number, or along corners: `17-23-29`."""
        for path in paths:
            numbers = [path] if isinstance(path, int) else self.along(path)
            for number in numbers:
                lay_road(self._context(), seat, number)
        return self

    def along(self, trail: str) -> list[int]:
        """The paths along corners."""
        corners = list(map(int, trail.split("-")))
        return [self.path(a, b) for a, b in pairwise(corners)]

    def path(self, a: int, b: int) -> int:
        return self.s.layout.path_between[min(a, b), max(a, b)]

    def hand(self, seat: int, cards: str = "") -> Table:
        """The hand of a seat: `3 ore, 2 grain`."""
        self.s.bank += self.s.hands[seat]
        self.s.hands[seat] = parse(cards)
        self.s.bank -= self.s.hands[seat]
        return self

    def bank(self, cards: str) -> Table:
        """The bank holds only that many of the kinds named; the rest lies with the last seat."""
        left = list(kind_counts(self.s.bank))
        for kind, n in zip(CARDS, kind_counts(parse(cards)), strict=True):
            if kind in cards:
                at = CARDS.index(kind)
                self.s.hands[-1] += pack_counts([0] * at + [left[at] - n])
                left[at] = n
        self.s.bank = pack_counts(left)
        return self

    def before_roll(self) -> Table:
        self.s.dice = ()
        self.s.agenda = [NextTurn(), SpecialBuilding(), Main(), Yield(), BeforeRoll()]
        return self

    # --- playing

    def do(self, *lines: str, seat: int | None = None, forced: Sequence[int] = ()) -> Table:
        """Moves of a seat, or of whoever is asked first."""
        for line in lines:
            who = self.asked if seat is None else seat
            t = play(self.game, self.s, who, decode_move(line, self.game.moves), forced)
            self.s = t.state
            self.events = list(t.events)
            self.game.audit(self.s)
        return self

    def roll(self, red: int, white: int) -> Table:
        return self.do("roll", forced=(red - 1, white - 1))

    def refused(self, line: str, seat: int | None = None) -> str:
        """The key of the reason why a seat, or whoever is asked, may not do that."""
        with pytest.raises(RulesError) as caught:
            play(self.game, self.s, self.asked if seat is None else seat, decode_move(line, self.game.moves))
        return caught.value.key.removeprefix("catan.error.")

    # --- looking

    @property
    def asked(self) -> int:
        return next(iter(self.game.waiting(self.s)))

    def legal(self, kind: str = "", seat: int | None = None) -> list[str]:
        """The listed moves, all or those of one kind."""
        lines = [encode_move(move) for move in self.game.legal(self.s, self.asked if seat is None else seat)]
        return [line for line in lines if not kind or line.split()[0] == kind]

    def held(self, seat: int) -> str:
        """The hand in words, shortest form."""
        return words(unpack_cards(self.s.hands[seat]))

    def view(self, seat: int | None = None) -> CatanView:
        return self.game.view(self.s, seat)

    def told(self, key: str) -> list[Event]:
        return [event for event in self.events if event.key == f"catan.{key}"]


def parse(cards: str) -> int:
    """`3 ore, 2 grain` as a packed hand."""
    total = 0
    for part in filter(None, (part.strip() for part in cards.split(","))):
        n, _, kind = part.partition(" ")
        total += int(n) * pack_cards([kind])
    return total


def words(cards: Iterable[str]) -> str:
    """`2 grain, 3 ore`."""
    found = list(cards)
    return ", ".join(f"{found.count(kind)} {kind}" for kind in CARDS if kind in found)


NOBODY = OUT
