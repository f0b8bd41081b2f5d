"""What lies, stands and scores with Abbey & Mayor and The Count of Carcassonne: carcassonne.md 13 and 16."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.carcassonne.cells import Cell

from .printed import COMPASS, Lying, box, lying
from .reference_boxes import Boxes
from .reference_values import ROUND, At, Award, Feature, Man, Node, beside

CORNERS = {"NE": (1, -1), "SE": (1, 1), "SW": (-1, 1), "NW": (-1, -1)}
CORNER_HALVES = {"NE": {1, 2}, "SE": {3, 4}, "SW": {5, 6}, "NW": {7, 0}}
QUARTERS = {"castle": "city", "market": "field", "smithy": "road", "cathedral": "monastery"}
STANDS = {"mayor": ("city",), "wagon": ("road", "city", "monastery")}


class Barn(NamedTuple):
    """A barn on a corner of a tile."""

    seat: int
    at: At
    corner: str


class Holdings(Boxes):
    """The table of one game."""

    def __init__(
        self, modules: Sequence[str], chosen: Mapping[str, str], seats: int, first: int, order: Sequence[str]
    ) -> None:
        self.abbeys = set(range(seats)) if "abbey" in modules else set()
        self.abbey_tiles: set[At] = set()
        self.barns: list[Barn] = []
        self.new_barn: Barn | None = None
        self.inside: list[tuple[str, int, str]] = []  # figure, seat, quarter
        self.guests: list[Man] = []  # with any node of the feature
        self.count = "castle"
        self.placer = first
        self.drivers: list[tuple[int, Feature, At | None]] = []
        self.scored: set[frozenset[Node]] = set()
        self.block: Feature | None = None
        super().__init__(modules, chosen, seats, first, order)
        if "abbey" in modules:
            self.kinds |= {"mayor": 1, "wagon": 1, "barn": 1}
            self.weights |= {"mayor": 0, "wagon": 1}
            self.tally["barns"] = [0] * seats

    # The table.

    def opening(self) -> dict[At, Lying]:
        if "count" not in self.modules:
            return super().opening()
        city = {tuple(row["block"]): lying(tile, 0) for tile, row in box().items() if "block" in row}
        if self.rivers:
            self.spring = (1, -1)
            (spring,) = super().opening().values()
            assert spring.river == {"W"}
            return city | {self.spring: lying("river1-fffw-spring", 90)}
        return city

    def find(self) -> list[Feature]:
        found = super().find()
        if "count" in self.modules:
            tiles = frozenset((x, y) for x in range(4) for y in range(3))
            self.block = Feature("city", [], tiles, frozenset(), 0, 0)
            for one in found:
                if any(self.board[at].patches[i].wall for at, i in one.nodes):
                    one.farmed.append(self.block)
        return found

    def cities(self) -> list[Feature]:
        found = super().cities()
        return [*found, self.block] if self.block else found

    def called(self, feature: Feature) -> str:
        abbey = feature.kind == "monastery" and feature.nodes[0][0] in self.abbey_tiles
        return "abbey" if abbey else super().called(feature)

    def done(self) -> list[Feature]:
        return self.fresh()

    def fresh(self) -> list[Feature]:
        """Completed and not scored yet."""
        return [f for f in self.features() if f.complete and frozenset(f.nodes) not in self.scored]

    def holes(self) -> set[At]:
        """Where an abbey may lie: 13.1, 17.2."""
        empty = {beside(at, edge) for at in self.board for edge in COMPASS} - set(self.board)
        return {at for at in empty if all(beside(at, e) in self.board for e in COMPASS) and self.bearable(at)}

    def bearable(self, at: At) -> bool:
        if "cult" not in self.modules:
            return True
        board = {**self.board, at: self.abbey()}
        for x, y in board:
            near = [board[x + dx, y + dy].building for dx, dy in ROUND if (x + dx, y + dy) in board]
            mine = board[x, y].building
            if mine and sum(bool(other) and other != mine for other in near) > 1:
                return False
        return True

    @staticmethod
    def abbey() -> Lying:
        return lying("abbey-tile", 0)._replace(building="monastery")

    # Figures.

    def left(self, seat: int, kind: str) -> int:
        gone = sum((figure, owner) == (kind, seat) for figure, owner, _ in self.inside)
        gone += sum((man.kind, man.seat) == (kind, seat) for man in self.guests)
        if kind == "barn":
            gone += sum(barn.seat == seat for barn in self.barns)
        return super().left(seat, kind) - gone

    def places(self, kind: str) -> list[str]:
        if kind == "barn":
            return []
        found = super().places(kind)
        patches = {patch.name: (i, patch) for i, patch in enumerate(self.board[self.last].patches)}
        if kind in STANDS:
            return [name for name in found if patches[name][1].kind in STANDS[kind]]
        if kind in self.weights:  # 13.3
            return [name for name in found if not self.barned(self.feature_of((self.last, patches[name][0])))]
        return found

    def strength(self, feature: Feature) -> list[int]:
        found = super().strength(feature)
        for man in self.figures:
            if man.kind == "mayor" and man.node in feature.nodes:
                found[man.seat] += feature.shields
        for man in self.guests:
            if man.node in feature.nodes:
                usual = feature.shields if man.kind == "mayor" else self.weights[man.kind]
                two = man.kind in STANDS and self.chosen["count_special_strength"] == "two"
                found[man.seat] += 2 if two else usual
        return found

    def occupied(self, feature: Feature) -> bool:
        return any(man.node in feature.nodes and man.kind in self.weights for man in (*self.figures, *self.guests))

    # Going home.

    def score(self, final: bool = False) -> None:
        scored = [f for f in self.features() if f.kind != "field" and (final or f.complete) and self.occupied(f)]
        super().score(final)
        if not final:
            self.dismiss(scored)

    def dismiss(self, features: Sequence[Feature]) -> None:
        """Guests go home."""
        back = [man for man in self.guests if any(man.node in feature.nodes for feature in features)]
        self.returned += back
        self.guests = [man for man in self.guests if man not in back]

    # Barns: 13.3.

    def barn_node(self, barn: Barn) -> Node:
        return barn.at, self.corner_patch(barn.at, barn.corner)

    def corner_patch(self, at: At, corner: str) -> int:
        """The patch of field that fills a corner, -1: none."""
        if at not in self.board:
            return -1
        for i, patch in enumerate(self.board[at].patches):
            if patch.kind == "field" and patch.halves >= CORNER_HALVES[corner]:
                return i
        return -1

    def barned(self, one: Feature) -> bool:
        return any(self.barn_node(barn) in one.nodes for barn in self.barns)

    def barn_corners(self) -> set[str]:
        if not self.left(self.active, "barn") if "barn" in self.kinds else True:
            return set()
        found = set()
        names = {vector: name for name, vector in CORNERS.items()}
        x, y = self.last
        for name, (sx, sy) in CORNERS.items():
            four = [
                ((x, y), (sx, sy)),
                ((x + sx, y), (-sx, sy)),
                ((x, y + sy), (sx, -sy)),
                ((x + sx, y + sy), (-sx, -sy)),
            ]
            filled = all(self.corner_patch(at, names[vector]) >= 0 for at, vector in four)
            if filled and not self.barned(self.feature_of((self.last, self.corner_patch(self.last, name)))):
                found.add(name)
        return found

    def score_barns(self, final: bool = False) -> None:
        for one in self.fields():
            if self.barned(one) and self.occupied(one):
                new = self.new_barn is not None and self.barn_node(self.new_barn) in one.nodes
                bordered = [city for city in one.farmed if city.complete]
                cities = tuple(city.tiles for city in bordered)
                shares: dict[int, list[int]] = {}
                for seat in self.majority(self.strength(one)) if cities else ():
                    points = ((3 if new else 1) + self.animals([one], seat)) * len(cities)
                    points += sum(map(self.richer, bordered))
                    shares.setdefault(points, []).append(seat)
                for points, seats in shares.items():
                    self.give("fields", Award("barn", one.tiles, 0, points, tuple(seats), cities))
                back = [man for man in self.figures if man.node in one.nodes]
                self.returned += back
                self.figures = [man for man in self.figures if man not in back]
                self.dismiss([one])
        self.new_barn = None

    def final_barns(self) -> None:
        for one in self.fields():
            seats = tuple(sorted({barn.seat for barn in self.barns if self.barn_node(barn) in one.nodes}))
            bordered = [city for city in one.farmed if city.complete]
            cities = tuple(city.tiles for city in bordered)
            if seats and cities:
                points = 4 * len(cities) + sum(map(self.richer, bordered))
                self.give("barns", Award("owner", one.tiles, 0, points, seats, cities))

    # Wagons: 13.4.

    def targets(self, feature: Feature, at: At | None) -> set[Node]:
        if self.chosen["wagon_move"] == "nearby":
            home = [at] if at else list(feature.tiles)
            cells = {(x + dx, y + dy) for x, y in home for dx, dy in (*ROUND, (0, 0))} & self.board.keys()
            near = {(cell, i) for cell in cells for i in range(len(self.board[cell].patches))}
        else:
            near = {other for node in feature.nodes for other in self.meeting(node)}
        found = set()
        for node in near:
            target = self.feature_of(node)
            if target.kind != "field" and not target.complete and not self.occupied(target):
                found.add(node)
        return found

    def meeting(self, node: Node) -> set[Node]:
        """What touches a patch on its tile, or over the edge of an abbey."""
        at, i = node
        found = set()
        if at in self.abbey_tiles:
            for edge in COMPASS:
                there = beside(at, edge)
                back = COMPASS[(COMPASS.index(edge) + 2) % 4]
                found |= {
                    (there, j)
                    for j, p in enumerate(self.board[there].patches)
                    if p.kind in ("road", "city") and back in p.edges
                }
            return found
        for edge in self.board[at].patches[i].edges:
            there = beside(at, edge)
            if there in self.abbey_tiles:
                found.add((there, 0))
        for other in self.touching(at, i):
            found.add((at, other))
        return found

    def touching(self, at: At, i: int) -> set[int]:
        """By the words of the tile table."""
        row, quarters = self.row_of(at)
        patches = self.board[at].patches
        found: set[int] = set()
        for group in row.get("meets", ()):
            members = set()
            for word in group.split():
                kind, _, edge = word.partition("-")
                if kind == "building":
                    members |= {j for j, p in enumerate(patches) if p.kind == "monastery"}
                else:
                    turned = COMPASS[(COMPASS.index(edge) + quarters) % 4]
                    members |= {j for j, p in enumerate(patches) if p.kind == kind and turned in p.edges}
            if i in members:
                found |= members - {i}
        return found

    def row_of(self, at: At) -> tuple[Mapping[str, object], int]:
        """The printed tile that lies there, and its quarter turns."""
        for tile, row in box().items():
            for quarters in range(4):
                if lying(tile, 90 * quarters) is self.board[at]:
                    return row, quarters
        raise AssertionError(at)

    # The City: 16.

    def sendings(self, seat: int, final: bool) -> dict[str, Node]:
        found = {}
        for figure, owner, quarter in self.inside:
            if owner == seat and quarter != self.count:
                for feature in self.helped(quarter, final):
                    order = list(self.board)
                    at, i = min(feature.nodes, key=lambda node: (order.index(node[0]), node[1]))
                    spot = f"{Cell(*at)}.{self.board[at].patches[i].name}"
                    found[f"count-send {figure} {quarter} {spot}"] = at, i
        return found

    def helped(self, quarter: str, final: bool) -> list[Feature]:
        kind = QUARTERS[quarter]
        if final:
            if quarter == "market":
                return self.fields()
            some = self.chosen["count_final"] == "any_quarter"
            return [f for f in self.features() if some and f.kind == kind and not f.complete]
        if quarter == "market":
            if self.chosen["count_market"] == "end_only":
                return []
            new = self.barn_node(self.new_barn) if self.new_barn else None
            return [one for one in self.fields() if self.barned(one) and (self.occupied(one) or new in one.nodes)]
        return [feature for feature in self.fresh() if feature.kind == kind]
