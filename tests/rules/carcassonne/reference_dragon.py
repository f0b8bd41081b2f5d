"""The slow Carcassonne with the Princess & the Dragon: carcassonne.md 12, by walking over the whole board each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rules.carcassonne.cells import Cell

from .printed import COMPASS, box, lying
from .reference_boxes import Boxes
from .reference_values import At, Award, Feature, Man, Node, beside


def has(tile: str, symbol: str) -> bool:
    return symbol in box()[tile].get("symbols", ())


def at(cell: str) -> At:
    x, y = Cell.parse(cell)
    return x, y


class DragonReference(Boxes):
    """One game with this module, and with others perhaps."""

    def __init__(
        self, modules: Sequence[str], chosen: Mapping[str, str], seats: int, first: int, order: Sequence[str]
    ) -> None:
        self.ids: dict[At, str] = {}
        self.dragon: At | None = None
        self.fairy: At | None = None
        self.path: list[At] = []
        self.declined = False
        self.todo: list[str] = []
        self.mixed: list[str] = []  # the order of drawing once the dragon tiles are in it
        self.eaten: list[Man] = []
        self.alone: list[Man] = []  # builders and pigs that left with them
        super().__init__([m for m in modules if m != "princess"], chosen, seats, first, order)
        self.tally["fairy"] = [0] * seats

    def piles(self) -> list[dict[str, int]]:
        found = super().piles()
        mine = {tile: row["n"] for tile, row in box().items() if row["set"] == "princess" and not has(tile, "dragon")}
        return [*found[:-1], found[-1] | mine]

    @property
    def decider(self) -> int:
        return (self.active + len(self.path) - 1) % self.seats if self.phase == "dragon" else self.active

    # What is legal.

    def ways(self) -> list[At]:
        """Where the dragon may go: 12.3."""
        assert self.dragon is not None
        around = [beside(self.dragon, edge) for edge in COMPASS]
        return [at for at in around if at in self.board and at not in self.path and at != self.fairy]

    def knights(self) -> list[Node]:
        """12.5."""
        row = box()[self.ids[self.last]]
        for i, text in enumerate(row.get("cities", ())):
            if "princess" in text.split():
                node = (self.last, len(row.get("roads", ())) + i)
                city = next(feature for feature in self.features() if node in feature.nodes)
                return [m.node for m in self.figures if m.node in city.nodes and m.kind in self.weights]
        return []

    def options(self) -> set[str]:
        """Everything the decider may do with the tile just laid, as text."""
        found = {f"deploy {kind} {Cell(*at)}.{name}" for kind, at, name in self.targets()}
        mine = {man.node[0] for man in self.figures if man.seat == self.active and man.kind in self.weights}
        return found | {f"fairy {Cell(*at)}" for at in mine - {self.fairy}}

    def targets(self) -> list[tuple[str, At, str]]:
        """8 and 12.6."""
        kinds = [kind for kind in self.kinds if self.left(self.active, kind)]
        here = [kind for kind in kinds if self.last != self.dragon]
        found = [(kind, self.last, name) for kind in here for name in self.places(kind)]
        if has(self.ids[self.last], "portal"):
            for feature in self.features():
                if not any(self.strength(feature)) and not feature.complete:
                    away = [(at, i) for at, i in feature.nodes if at not in (self.last, self.dragon)]
                    found += [
                        (kind, at, self.board[at].patches[i].name)
                        for kind in kinds
                        if kind in self.weights
                        for at, i in away
                    ]
        return found

    def legal(self) -> set[str]:
        if self.phase == "dragon":
            return {f"dragon {Cell(*at)}" for at in self.ways()}
        if self.phase == "princess":
            sent = {f"princess {Cell(*at)}.{self.board[at].patches[i].name}" for at, i in self.knights()}
            return sent | ({"pass princess"} if self.chosen["princess_action"] == "may" else set())
        return self.options() | {"pass figure"}

    # Playing.

    def play(self, text: str) -> None:
        kind, *words = text.split()
        self.awards, self.returned, self.eaten, self.alone, self.lost = [], [], [], [], []
        if kind == "place":
            self.place(Cell.parse(words[0]), int(words[1]))
        elif kind == "dragon":
            self.step(at(words[0]))
            self.fly()
        elif text == "pass princess":
            self.declined = True
            self.ask()
        else:
            cell, _, name = words[-1].partition(".")
            if kind == "deploy":
                self.figures.append(Man(self.active, self.named(cell, name), words[0]))
            elif kind == "princess":
                (gone,) = (man for man in self.figures if man.node == self.named(cell, name))
                self.figures.remove(gone)
                self.eaten.append(gone)
                self.deserted()
            elif kind == "fairy":
                self.fairy = at(cell)
            self.after()

    def named(self, cell: str, name: str) -> Node:
        tile = self.board[at(cell)]
        (i,) = (i for i, patch in enumerate(tile.patches) if patch.name == name)
        return at(cell), i

    def place(self, cell: Cell, turn: int) -> None:
        self.last = cell.x, cell.y
        self.board[self.last] = lying(self.hand, turn)
        self.ids[self.last] = self.hand
        self.path, self.declined = [], False
        if not self.second:
            builder = self.man(self.active, "builder")
            works = builder is not None and self.last in self.feature_of(builder.node).tiles
            self.earned = works and self.phase != "lake"
        if has(self.hand, "volcano"):
            if self.dragon is None:
                self.mix()
            self.dragon = self.last
        self.hand = ""
        if self.phase == "lake":
            self.score()
            self.next_tile()
        else:
            self.ask()

    def mix(self) -> None:
        """The dragon tiles came anywhere among those not drawn yet; their order is luck."""
        dragons = Counter({t: row["n"] for t, row in box().items() if row["set"] == "princess" and has(t, "dragon")})
        assert dragons.total() == 12
        assert self.mixed[: self.drawn] == self.order[: self.drawn]
        assert [tile for tile in self.mixed if tile not in dragons] == self.order
        assert Counter(tile for tile in self.mixed if tile in dragons) == dragons
        self.order = self.mixed

    def ask(self) -> None:
        if self.knights() and not self.declined:
            self.phase = "princess"
        elif self.options():
            self.phase = "figure"
        else:
            self.after()

    def after(self) -> None:
        """The tile is done with."""
        early = self.chosen["dragon_move"] == "before_scoring"
        self.todo = ["dragon", "score"] if early else ["score", "dragon"]
        self.go_on()

    def go_on(self) -> None:
        while self.todo:
            if self.todo.pop(0) == "score":
                self.score()
            elif has(self.ids[self.last], "dragon"):
                assert self.dragon is not None
                self.path = [self.dragon]
                self.fly()
                return
        self.next_turn()

    def next_turn(self) -> None:
        if self.earned and not self.second and self.drawn < len(self.order):
            self.earned, self.second = False, True
            self.turn()
            return
        self.earned = self.second = False
        if self.drawn == len(self.order):
            self.finish()
            return
        self.active = (self.active + 1) % self.seats
        with_her = {man.seat for man in self.figures if man.node[0] == self.fairy and man.kind in self.weights}
        if self.fairy and self.active in with_her:
            self.give("fairy", Award("turn", frozenset({self.fairy}), 0, 1, (self.active,)))
        self.turn()

    def fly(self) -> None:
        """As far as there is but one way."""
        while len(self.path) <= 6:
            ways = self.ways()
            if not ways:
                break
            if len(ways) > 1:
                self.phase = "dragon"
                return
            self.step(ways[0])
        self.phase = ""
        self.go_on()

    def step(self, at: At) -> None:
        self.dragon = at
        self.path.append(at)
        gone = [man for man in self.figures if man.node[0] == at]
        self.eaten += gone
        self.figures = [man for man in self.figures if man not in gone]
        self.deserted()

    def deserted(self) -> None:
        """Builders and pigs leave with the last follower of their owner: 11.2, 11.3."""
        others = [man for man in self.figures if man.kind not in self.weights]
        left = [man for man in others if not self.strength(self.feature_of(man.node))[man.seat]]
        self.alone += left
        self.figures = [man for man in self.figures if man not in left]

    # The fairy's points.

    def bless(self, features: Sequence[Feature]) -> list[tuple[int, ...]]:
        found = []
        for feature in features:
            inside = [m for m in self.figures if m.node in feature.nodes and m.kind in self.weights]
            seats = {m.seat for m in inside if m.node[0] == self.fairy}
            if seats:
                found.append(tuple(sorted(seats)))
        return found

    def bestow(self, blessed: Sequence[tuple[int, ...]]) -> None:
        for seats in blessed:
            assert self.fairy is not None
            self.give("fairy", Award("scored", frozenset({self.fairy}), 0, 3, seats))

    def score(self, final: bool = False) -> None:
        blessed = self.bless([f for f in self.features() if f.kind != "field" and (final or f.complete)])
        super().score(final)
        self.bestow(blessed)

    def finish(self) -> None:
        super().finish()
        self.bestow(self.bless(self.fields()))
