"""The slow Carcassonne with every box at once: what the references of the boxes know, in one turn (carcassonne.md 5).

They are asked in the order Estate, Holdings, DragonReference, Boxes, Trades, BridgeReference, Spans, Reference: what
each of them adds to a question is added here too. What they decide is told anew, as one generator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.carcassonne.cells import Cell

from .printed import COMPASS, Lying, box, lying
from .reference_bridge import Castle
from .reference_dragon import DragonReference, has
from .reference_estate import Ask, Asks, Estate, next_ask
from .reference_holdings import QUARTERS, STANDS, Barn
from .reference_trades import Trades
from .reference_values import ACROSS, At, Award, Feature, Man, Node, beside

ABBEY = "abbey-tile"


class Whole(Estate, DragonReference, Trades):
    """One game."""

    def __init__(
        self, modules: Sequence[str], chosen: Mapping[str, str], seats: int, first: int, order: Sequence[str]
    ) -> None:
        self.on = frozenset(modules)
        self.below: dict[At, Lying] = {}  # tiles under bridges, as they are printed
        super().__init__(modules, chosen, seats, first, order)

    def play(self, text: str) -> None:
        self.awards, self.returned, self.lost, self.eaten, self.alone = [], [], [], [], []
        self.ask = next_ask(self.flow, text)

    # The turn: 5.

    def game(self) -> Asks:
        self.nodes = [(at, i) for at, tile in self.board.items() for i in range(len(tile.patches))]
        if "princess" not in self.on:
            del self.tally["fairy"]
        if "bridge" not in self.on:
            del self.tally["castles"], self.tally["auctions"]
            self.bridges, self.castles_left = [0] * self.seats, [0] * self.seats
        while True:
            yield from self.whole_turn()
            if self.drawn == len(self.order) and not self.lots:
                break
            self.active = (self.active + 1) % self.seats
        yield from self.last_abbeys()
        yield from self.last_sends()
        self.score_barns(final=True)
        self.finish()
        self.final_barns()

    def whole_turn(self) -> Asks:
        here = [m for m in self.figures if m.seat == self.active and m.kind in self.weights]
        if any(self.fairy in self.standing_on(man) for man in here):
            assert self.fairy is not None
            self.give("fairy", Award("turn", frozenset({self.fairy}), 0, 1, (self.active,)))
        left = [i for i, lot in enumerate(self.lots) if lot.seat is None]
        if left:  # no bids
            text = "1"
            if len(left) > 1:
                text = (yield Ask("take", self.active, {f"bazaar-take {i + 1}" for i in left})).split()[1]
            self.lots[int(text) - 1 if len(left) > 1 else left[0]].seat = self.active
        yield from super().whole_turn()
        if self.noted:
            self.noted = False
            yield from self.bazaar()

    def part(self) -> Asks:
        if self.lake_is_due() and self.draw():
            yield from self.lake()
        lot = next((lot for lot in self.lots if lot.seat == self.active and not lot.laid), None)
        if lot is None and self.active in self.abbeys and self.holes():
            text = yield Ask("abbey", self.active, {f"abbey {Cell(*at)}" for at in self.holes()} | {"pass abbey"})
            if text != "pass abbey":
                self.lay_abbey(text)
                yield from self.figure()
                yield from self.settle()
                return
        while lot is not None or self.drawn < len(self.order):
            self.own = lot is not None
            if lot is not None:
                self.hand, lot.laid, lot = lot.tile, True, None
                if all(other.laid for other in self.lots):
                    self.lots = []
                found = self.can_lay()
            elif self.lake_is_due():
                if self.draw():
                    yield from self.lake()
                continue
            else:
                found = self.draw()
            if found:
                text = yield Ask("lay", self.active)
                if text != "bridge-decline":
                    self.lay(text)
                    yield from self.figure()
                    yield from self.settle()
                    return
                self.aside.append(self.hand)
                self.hand = ""

    def lake(self) -> Asks:
        text = yield Ask("lake", self.active)
        if text == "bridge-decline":
            self.aside.append(self.hand)
            self.hand = ""
            return
        self.lay(text, builds=False)
        yield from self.settle()

    def lay(self, text: str, builds: bool = True) -> None:
        _, cell, turn, *bridge = text.split()
        host, _, axis = bridge[0].partition(".") if bridge else ("", "", "")
        builder = self.man(self.active, "builder")
        if host not in ("", cell):
            self.span(self.at(host), axis)
        x, y = Cell.parse(cell)
        self.put_tile((x, y), self.hand, lying(self.hand, int(turn)))
        self.hand = ""
        if host == cell:
            self.span((x, y), axis)
        self.built = bool(host)
        if builds and builder is not None and not self.second:
            self.earned = self.last in self.feature_of(builder.node).tiles
        if has(self.id, "volcano") and "princess" in self.on:
            if self.dragon is None:
                self.mix()
            self.dragon = self.last
        if has(self.id, "bazaar") and not self.own and not self.lots:
            self.noted = True

    def put_tile(self, at: At, tile: str, lies: Lying) -> None:
        self.last, self.id, self.ids[at] = at, tile, tile
        self.board[at] = lies
        self.nodes += [(at, i) for i in range(len(lies.patches))]
        self.found_of = -1
        self.path, self.declined, self.built = [], False, False
        self.placer = self.active

    def lay_abbey(self, text: str) -> None:
        x, y = Cell.parse(text.split()[1])
        self.put_tile((x, y), ABBEY, self.abbey())
        self.abbey_tiles.add(self.last)
        self.abbeys.discard(self.active)

    def figure(self) -> Asks:
        """The knight of the princess, a bridge, a figure: 5.3."""
        while True:
            knights = {f"princess {self.spot(node)}" for node in self.knights()} if not self.declined else set()
            may = {"pass princess"} if knights and self.chosen["princess_action"] == "may" else set()
            moves = knights | may or self.options()
            if not moves and not self.free():
                return
            usual = set() if knights else {"pass figure"}
            text = yield Ask("princess" if knights else "figure", self.active, moves | usual | set(self.free()))
            kind, *words = text.split()
            if kind == "bridge-build":
                host, _, axis = words[0].partition(".")
                self.span(self.at(host), axis)
            elif text == "pass princess":
                self.declined = True
            else:
                self.act(kind, words)
                return

    def act(self, kind: str, words: Sequence[str]) -> None:
        if kind == "deploy":
            self.figures.append(Man(self.active, self.node_at(words[1]), words[0]))
        elif kind == "barn":
            self.new_barn = Barn(self.active, self.last, words[0])
            self.barns.append(self.new_barn)
        elif kind == "fairy":
            self.fairy = self.at(words[0])
        elif kind == "princess":
            (gone,) = (man for man in self.figures if man.node == self.node_at(words[0]))
            self.figures.remove(gone)
            self.eaten.append(gone)
            self.deserted()

    def settle(self) -> Asks:
        """States 7 to 14."""
        early = self.chosen["dragon_move"] == "before_scoring"
        if early:
            yield from self.flight()
        yield from self.small_cities()
        before = list(self.scores)
        if "count" in self.modules:
            for i in range(self.seats):
                yield from self.send((self.active + 1 + i) % self.seats, final=False)
        self.note_drivers()
        done = self.fresh()
        self.score()
        self.scored |= {frozenset(feature.nodes) for feature in self.features() if feature.complete}
        self.score_barns()
        yield from self.lords_in_turn(done)
        yield from self.drive()
        if "count" in self.modules:
            yield from self.enter(before)
        if not early:
            yield from self.flight()

    # Laying.

    def fits(self, at: At, tile: Lying) -> bool:
        """Abbeys match everything: 13.1."""
        return all(
            "A" in (tile.edges[edge], other.edges[ACROSS[edge]]) or tile.edges[edge] == other.edges[ACROSS[edge]]
            for edge in COMPASS
            if (other := self.board.get(beside(at, edge))) is not None
        )

    def stands(self, at: At, tile: Lying, host: At, axis: str) -> bool:
        if any(beside(host, edge) in self.abbey_tiles for edge in axis):
            return False
        return super().stands(at, tile, host, axis)

    def bridge_lays(self) -> set[tuple[At, int, At, str]]:
        found = super().bridge_lays()
        return {way for way in found if "cult" not in self.modules or self.apart(way[0])}

    def span(self, host: At, axis: str) -> None:
        self.below[host] = self.board[host]
        super().span(host, axis)

    def row_of(self, at: At) -> tuple[Mapping[str, object], int]:
        lies = self.below.get(at, self.board[at])
        return next(
            (row, quarters)
            for tile, row in box().items()
            for quarters in range(4)
            if lying(tile, 90 * quarters) is lies
        )

    def spot(self, node: Node) -> str:
        return f"{Cell(*node[0])}.{self.board[node[0]].patches[node[1]].name}"

    def node_at(self, spot: str) -> Node:
        cell, _, name = spot.partition(".")
        return self.named(cell, name)

    # Figures.

    def options(self) -> set[str]:
        kinds = [kind for kind in self.kinds if self.left(self.active, kind)]
        found = {f"barn {corner}" for corner in self.barn_corners()}
        if self.last != self.dragon:
            found |= {f"deploy {kind} {Cell(*self.last)}.{name}" for kind in kinds for name in self.places(kind)}
        if "princess" not in self.on:
            return found
        if has(self.id, "portal"):
            for feature in self.features():
                if not self.occupied(feature) and not feature.complete and not self.barned(feature):
                    away = [node for node in feature.nodes if node[0] not in (self.last, self.dragon)]
                    able = [k for k in kinds if k in self.weights and feature.kind in STANDS.get(k, (feature.kind,))]
                    found |= {f"deploy {kind} {self.spot(node)}" for kind in able for node in away}
        own = [man for man in self.figures if man.seat == self.active and man.kind in self.weights]
        return found | {f"fairy {Cell(*at)}" for man in own for at in self.standing_on(man) if at != self.fairy}

    def lord_of(self, man: Man) -> Castle | None:
        return next((c for c in self.castles if c.node == man.node and c.points is None), None)

    def standing_on(self, man: Man) -> frozenset[At]:
        """The tile of a figure; a lord stands on both of his castle."""
        castle = self.lord_of(man)
        return castle.tiles if castle else frozenset({man.node[0]})

    def deserted(self) -> None:
        others = [man for man in self.figures if man.kind not in self.weights]
        left = [man for man in others if not self.beside(self.feature_of(man.node), man.seat)]
        self.alone += left
        self.figures = [man for man in self.figures if man not in left]

    # The dragon: 12.3.

    def flight(self) -> Asks:
        if not has(self.id, "dragon"):
            return
        assert self.dragon is not None
        self.path = [self.dragon]
        while len(self.path) <= 6:
            ways = {f"dragon {Cell(*at)}": at for at in self.ways()}
            if not ways:
                return
            text = next(iter(ways))
            if len(ways) > 1:
                text = yield Ask("dragon", (self.active + len(self.path) - 1) % self.seats, set(ways))
            self.step(ways[text])

    def ways(self) -> list[At]:
        return [at for at in super().ways() if not self.sheltered(at)]

    def sheltered(self, at: At) -> bool:
        """16.7."""
        city = "count" in self.modules and at[0] in range(4) and at[1] in range(3)
        return city and (self.chosen["dragon_count"] == "avoid12" or not self.board[at].patches)

    def step(self, at: At) -> None:
        lords = [man for man in self.figures if self.lord_of(man)]
        self.figures = [man for man in self.figures if man not in lords]
        self.dragon = at
        self.path.append(at)
        gone = [man for man in self.figures if man.node[0] == at]
        self.eaten += gone
        self.figures = [man for man in (*lords, *self.figures) if man not in gone]
        self.deserted()

    def bless(self, features: Sequence[Feature]) -> list[tuple[int, ...]]:
        return super().bless([feature for feature in features if not self.castle_of(feature)])

    # Castles: 15.3.

    def fresh(self) -> list[Feature]:
        return [feature for feature in super().fresh() if not self.castle_of(feature)]

    def counted(self, kind: str) -> list[Feature]:
        return [feature for feature in super().counted(kind) if not self.castle_of(feature)]

    def score_castle(self, castle: Castle, points: int) -> None:
        lord = next(man for man in self.figures if man.node == castle.node)
        seats = () if lord.kind == "mayor" else (castle.seat,)
        self.give("castles", Award("castle", castle.tiles, 0, points, seats))
        if self.fairy in castle.tiles:
            self.bestow([(castle.seat,)])
        castle.points = points
        self.scored_now.append(castle)
        self.returned.append(lord)
        self.figures.remove(lord)

    # Barns, wagons and the City.

    def score_barns(self, final: bool = False) -> None:
        blessed = self.bless([one for one in self.fields() if self.barned(one) and self.occupied(one)])
        super().score_barns(final)
        self.bestow(blessed)

    def targets(self, feature: Feature, at: At | None) -> set[Node]:
        return {node for node in super().targets(feature, at) if node[0] != self.dragon}

    def sendings(self, seat: int, final: bool) -> dict[str, Node]:
        return {
            f"count-send {figure} {quarter} {self.first(feature)}": feature.nodes[0]
            for figure, owner, quarter in self.inside
            if owner == seat and quarter != self.count
            for feature in self.helped(quarter, final)
        }

    def helped(self, quarter: str, final: bool) -> list[Feature]:
        found = super().helped(quarter, final)
        if QUARTERS[quarter] == "monastery" or self.chosen["count_lair"] == "barred":  # 16.4
            return [feature for feature in found if set(feature.tiles) != {self.dragon}]
        return found
