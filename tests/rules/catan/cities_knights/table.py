"""A table of Cities & Knights in any position."""

from __future__ import annotations

from rules.catan.expansions.cities_knights import improvements, knights
from rules.catan.expansions.cities_knights.deck import NUMBERS, POINT_CARDS, PROGRESS, TRACK_OF, gain_progress
from rules.catan.expansions.cities_knights.realm import EVENTS, TRACKS, Realm, realm_of
from rules.catan.turn import Main

from ..table import Table as BaseTable

SIDES = {"ship": 0, "trade": 3, "politics": 4, "science": 5}
A, B, C, D = range(4)


class Table(BaseTable):
    """The island for beginners; the barbarians have come once, so that the robber may move."""

    def __init__(self, seats: int = 4, *, active: int = 0, came: bool = True, **options: str) -> None:
        super().__init__(seats, "cities_knights", active=active, **options)
        self.r.came = came
        self.r.event = EVENTS.index("trade")
        steps = self.game.hooks.turn_steps  # the last one comes first
        self.s.agenda = list(steps[: next(n for n, step in enumerate(steps) if isinstance(step, Main)) + 1])

    @property
    def r(self) -> Realm:
        return realm_of(self.s)

    # --- laying out

    def before_roll(self) -> Table:
        self.s.dice = ()
        self.r.event = -1
        self.s.agenda = list(self.game.hooks.turn_steps[:-1])
        return self

    def knight(self, seat: int, corner: int, level: int = 1, active: bool = False, ready: bool = False) -> Table:
        knights.put_knight(self._context(), seat, corner, level, active or ready)
        if ready:
            self.r.ready |= 1 << corner
        return self

    def levels(self, seat: int, trade: int = 0, politics: int = 0, science: int = 0) -> Table:
        self.r.levels[seat] = (trade, politics, science)
        return self

    def metropolis(self, seat: int, track: str, corner: int, level: int = 4) -> Table:
        """A city is made the metropolis of a track, whose level the player has."""
        levels = list(self.r.levels[seat])
        levels[TRACKS.index(track)] = level
        self.r.levels[seat] = tuple(levels)
        improvements.place_metropolis(self._context(), seat, TRACKS.index(track), corner)
        return self

    def wall(self, seat: int, *corners: int) -> Table:
        for corner in corners:
            self.r.walls[seat] |= 1 << corner
        return self

    def defender(self, seat: int, n: int = 1) -> Table:
        self.r.defenders[seat] += n
        self.s.points[seat] += n
        return self

    def ship(self, at: int) -> Table:
        self.r.ship = at
        return self

    def progress(self, seat: int, *names: str) -> Table:
        """Progress cards of the decks come into a hand, or lie open."""
        for name in names:
            card = NUMBERS[name]
            self._take(card)
            if card in POINT_CARDS:
                self.r.shown[seat] = tuple(sorted((*self.r.shown[seat], card)))
                self.s.points[seat] += 1
            else:
                gain_progress(self.r, seat, card)
        return self

    def top(self, *names: str) -> Table:
        """These cards lie on top of their decks, the first named first."""
        for name in reversed(names):
            card = NUMBERS[name]
            self._take(card)
            self._set(TRACK_OF[card], (card, *self.r.decks[TRACK_OF[card]]))
        return self

    def _take(self, card: int) -> None:
        deck = list(self.r.decks[TRACK_OF[card]])
        deck.remove(card)
        self._set(TRACK_OF[card], tuple(deck))

    def _set(self, track: int, deck: tuple[int, ...]) -> None:
        self.r.decks = (*self.r.decks[:track], deck, *self.r.decks[track + 1 :])

    # --- playing

    def roll(self, red: int, white: int, event: str = "trade") -> Table:
        self.do("roll", forced=(red - 1, white - 1, SIDES[event]))
        return self

    def next_turn(self, red: int = 1, white: int = 1, event: str = "trade") -> Table:
        """The turn ends, and the next player rolls."""
        self.do("end")
        return self.roll(red, white, event)

    # --- looking

    def hand_of(self, seat: int) -> tuple[str, ...]:
        return tuple(PROGRESS[card] for card in self.r.held[seat])

    def level(self, corner: int) -> int:
        return knights.level_at(self.r, corner)

    def is_active(self, corner: int) -> bool:
        return bool(self.r.active >> corner & 1)

    def corners(self, kind: str) -> list[int]:
        """The last corner of every listed move of a kind."""
        return [int(line.split("v")[-1]) for line in self.legal(kind)]
