"""The slow reference with Abbey & Mayor and The Count of Carcassonne: carcassonne.md 5, 13 and 16.

The game is told as one generator: it stops wherever somebody decides, and says who and what may be chosen.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import NamedTuple

from rules.carcassonne.cells import Cell

from .printed import lying
from .reference_holdings import QUARTERS, STANDS, Barn, Holdings
from .reference_values import Man


class Ask(NamedTuple):
    """A decision."""

    phase: str
    seat: int
    moves: set[str] | None = None  # None: the lays of the tile in hand


Asks = Generator[Ask, str, None]


class Estate(Holdings):
    """One game."""

    def __init__(
        self, modules: Sequence[str], chosen: Mapping[str, str], seats: int, first: int, order: Sequence[str]
    ) -> None:
        super().__init__(modules, chosen, seats, first, order)
        self.flow = self.game()
        self.ask: Ask | None = next(self.flow)

    def turn(self) -> None:
        """Turns begin in `game`."""

    def play(self, text: str) -> None:
        self.awards, self.returned, self.lost = [], [], []
        self.ask = next_ask(self.flow, text)

    # The game: carcassonne.md 5.

    def game(self) -> Asks:
        while True:
            yield from self.whole_turn()
            if self.drawn == len(self.order):
                break
            self.active = (self.active + 1) % self.seats
        yield from self.last_abbeys()
        yield from self.last_sends()
        self.score_barns(final=True)
        self.finish()
        self.final_barns()

    def whole_turn(self) -> Asks:
        self.earned = self.second = False
        yield from self.part()
        if self.earned:
            self.second = True
            yield from self.part()
        self.earned = self.second = False

    def part(self) -> Asks:
        if self.lake_is_due() and self.draw():
            yield from self.lake()
        if self.active in self.abbeys and self.holes():
            text = yield Ask("abbey", self.active, {f"abbey {Cell(*at)}" for at in self.holes()} | {"pass abbey"})
            if text != "pass abbey":
                self.lay_abbey(text)
                yield from self.figure()
                yield from self.settle()
                return
        while self.drawn < len(self.order):
            if self.lake_is_due():
                if self.draw():
                    yield from self.lake()
            elif self.draw():
                self.lay((yield Ask("lay", self.active)))
                yield from self.figure()
                yield from self.settle()
                return

    def lake(self) -> Asks:
        self.lay((yield Ask("lake", self.active)), builds=False)
        yield from self.settle()

    def lay(self, text: str, builds: bool = True) -> None:
        _, cell, turn = text.split()
        x, y = Cell.parse(cell)
        self.last = x, y
        builder = self.man(self.active, "builder")
        self.board[self.last] = lying(self.hand, int(turn))
        self.hand = ""
        self.placer = self.active
        if builds and builder is not None and not self.second:
            self.earned = self.last in self.feature_of(builder.node).tiles

    def lay_abbey(self, text: str) -> None:
        x, y = Cell.parse(text.split()[1])
        self.last = x, y
        self.board[self.last] = self.abbey()
        self.abbey_tiles.add(self.last)
        self.abbeys.discard(self.active)
        self.placer = self.active

    def figure(self) -> Asks:
        moves = {f"deploy {kind} {Cell(*self.last)}.{name}" for kind, name in self.deployments()}
        moves |= {f"barn {corner}" for corner in self.barn_corners()}
        if not moves:
            return
        kind, *words = (yield Ask("figure", self.active, moves | {"pass figure"})).split()
        if kind == "deploy":
            name = words[1].partition(".")[2]
            (i,) = (i for i, patch in enumerate(self.board[self.last].patches) if patch.name == name)
            self.figures.append(Man(self.active, (self.last, i), words[0]))
        elif kind == "barn":
            self.new_barn = Barn(self.active, self.last, words[0])
            self.barns.append(self.new_barn)

    def settle(self) -> Asks:
        """States 9 to 13."""
        before = list(self.scores)
        if "count" in self.modules:
            for i in range(self.seats):
                yield from self.send((self.active + 1 + i) % self.seats, final=False)
        self.note_drivers()
        self.score()
        self.scored |= {frozenset(feature.nodes) for feature in self.features() if feature.complete}
        self.score_barns()
        yield from self.drive()
        if "count" in self.modules:
            yield from self.enter(before)

    # Wagons: 13.4.

    def note_drivers(self) -> None:
        self.drivers = []
        for feature in self.fresh():
            for man in self.figures:
                if man.kind == "wagon" and man.node in feature.nodes:
                    self.drivers.append((man.seat, feature, man.node[0]))
            for man in self.guests:
                if man.kind == "wagon" and man.node in feature.nodes:
                    self.drivers.append((man.seat, feature, None))

    def drive(self) -> Asks:
        for seat, feature, at in sorted(self.drivers, key=lambda driver: (driver[0] - self.active) % self.seats):
            nodes = self.targets(feature, at)
            moves = {f"wagon {Cell(*node[0])}.{self.board[node[0]].patches[node[1]].name}": node for node in nodes}
            if moves:
                text = yield Ask("wagon", seat, {*moves, "pass wagon"})
                if text in moves:
                    self.figures.append(Man(seat, moves[text], "wagon"))

    # The City: 16.

    def send(self, seat: int, final: bool, single: bool = False) -> Asks:
        while True:
            moves = self.sendings(seat, final)
            if not moves:
                return
            text = yield Ask("last send" if final else "send", seat, {*moves, "pass send"})
            if text == "pass send":
                return
            _, figure, quarter, _ = text.split()
            self.inside.remove((figure, seat, quarter))
            self.guests.append(Man(seat, moves[text], figure))
            if single:
                return

    def enter(self, before: Sequence[int]) -> Asks:
        gained = {seat for seat in range(self.seats) if self.scores[seat] > before[seat]}
        if not gained or self.active in gained:
            return
        moves = {
            f"count-enter {figure} {quarter}"
            for figure in self.weights
            if self.left(self.active, figure)
            for quarter, kind in QUARTERS.items()
            if kind in STANDS.get(figure, (kind,))
        }
        if not moves:
            return
        text = yield Ask("enter", self.active, moves | {"pass enter"})
        if text != "pass enter":
            _, figure, quarter = text.split()
            self.inside.append((figure, self.active, quarter))
            text = yield Ask("count", self.active, {f"count-move {name}" for name in QUARTERS})
            self.count = text.split()[1]

    # The end: 10, 13.2, 16.5.

    def last_abbeys(self) -> Asks:
        last = self.placer
        for i in range(self.seats):
            seat = (last + 1 + i) % self.seats
            if seat in self.abbeys and self.holes():
                self.active = seat
                text = yield Ask("last abbey", seat, {f"abbey {Cell(*at)}" for at in self.holes()} | {"pass abbey"})
                if text != "pass abbey":
                    self.lay_abbey(text)
                    yield from self.figure()
                    yield from self.settle()

    def last_sends(self) -> Asks:
        last = self.placer
        order = [(last + 1 + i) % self.seats for i in range(self.seats)]
        robin = self.chosen["count_final_order"] == "round_robin"
        while "count" in self.modules:
            before = len(self.inside)
            for seat in order:
                yield from self.send(seat, final=True, single=robin)
            if not robin or len(self.inside) == before:
                return


def next_ask(flow: Asks, text: str) -> Ask | None:
    try:
        return flow.send(text)
    except StopIteration:
        return None
