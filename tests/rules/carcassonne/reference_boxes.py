"""The slow reference with large followers, inns, cathedrals, builders, pigs, goods, awards and shrines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.carcassonne.cells import Cell

from .printed import lying
from .reference import Reference
from .reference_values import ROUND, At, Award, Feature, Man, Mouth

GOODS = ("wine", "grain", "cloth")


class Boxes(Reference):
    """What the modules inns, trade, king and cult add."""

    def __init__(
        self, modules: Sequence[str], chosen: Mapping[str, str], seats: int, first: int, order: Sequence[str]
    ) -> None:
        self.goods = [dict.fromkeys(GOODS, 0) for _ in range(seats)]
        self.awarded = {"city": (-1, 0), "road": (-1, 0)}  # who, and the size to beat
        self.earned = self.second = False
        super().__init__(modules, chosen, seats, first, order)
        if "inns" in modules:
            self.kinds["large"] = 1
            self.weights["large"] = 2
        if "trade" in modules:
            self.kinds |= {"builder": 1, "pig": 1}
            self.tally["goods"] = [0] * seats
        if "king" in modules:
            self.tally |= {"king": [0] * seats, "robber": [0] * seats}

    # Laying: carcassonne.md 17.2.

    def may_lie(self, at: At, turn: int, mouths: Sequence[Mouth]) -> bool:
        return super().may_lie(at, turn, mouths) and ("cult" not in self.modules or self.apart(at))

    def apart(self, at: At) -> bool:
        """Would every building have at most one neighbour of the other kind?"""
        board = {**self.board, at: lying(self.hand, 0)}
        if not board[at].building:
            return True
        for x, y in board:
            mine = board[x, y].building
            near = [board[x + dx, y + dy].building for dx, dy in ROUND if (x + dx, y + dy) in board]
            if mine and sum(bool(other) and other != mine for other in near) > 1:
                return False
        return True

    # Figures: carcassonne.md 11.

    def places(self, kind: str) -> list[str]:
        if kind in self.weights:
            return super().places(kind)
        wanted = ("field",) if kind == "pig" else ("road", "city")
        found = []
        for i, patch in enumerate(self.board[self.last].patches):
            feature = self.feature_of((self.last, i))
            if patch.kind in wanted and not feature.complete and self.beside(feature, self.active):
                found.append(patch.name)
        return found

    def feature_of(self, node: tuple[At, int]) -> Feature:
        return next(feature for feature in self.features() if node in feature.nodes)

    def beside(self, feature: Feature, seat: int) -> bool:
        """Has the seat a follower there?"""
        return any(m.seat == seat and m.kind in self.weights and m.node in feature.nodes for m in self.figures)

    def man(self, seat: int, kind: str) -> Man | None:
        return next((man for man in self.figures if (man.seat, man.kind) == (seat, kind)), None)

    def play(self, text: str) -> None:
        self.lost = []
        if text.startswith("place") and not self.second:
            builder = self.man(self.active, "builder")
            if builder is not None:  # the lay may end the turn at once, so this is asked before it
                after = Boxes.__new__(Boxes)
                _, cell, turn = text.split()
                at = Cell.parse(cell)
                after.__dict__ |= {**self.__dict__, "board": {**self.board, (at.x, at.y): lying(self.hand, int(turn))}}
                self.earned = (at.x, at.y) in after.feature_of(builder.node).tiles
        super().play(text)

    def next_turn(self) -> None:
        if self.earned and not self.second and self.drawn < len(self.order):
            self.earned, self.second = False, True
            self.turn()
            return
        self.earned = self.second = False
        super().next_turn()

    # Scoring.

    def called(self, feature: Feature) -> str:
        if feature.kind == "monastery":
            return self.board[feature.nodes[0][0]].building
        return super().called(feature)

    def drawn_in(self, feature: Feature, mark: str) -> int:
        return sum(self.board[at].patches[i].drawn.count(mark) for at, i in feature.nodes)

    def worth(self, feature: Feature) -> int:
        raised = {"road": "inn", "city": "cathedral"}.get(feature.kind)
        if raised and "inns" in self.modules and self.drawn_in(feature, raised):
            each = {"inn": 2, "cathedral": 3}[raised]
            return each * (len(feature.tiles) + feature.shields) if feature.complete else 0
        return super().worth(feature)

    def animals(self, fields: Sequence[Feature], seat: int) -> int:
        pig = self.man(seat, "pig")
        return super().animals(fields, seat) + int(pig is not None and any(pig.node in one.nodes for one in fields))

    def score(self, final: bool = False) -> None:
        held = [f for f in self.features() if f.kind == "monastery" and f.complete and any(self.strength(f))]
        winners = {f.nodes[0][0]: {seat for seat, n in enumerate(self.strength(f)) if n} for f in held}
        super().score(final)
        if final:
            return
        if "cult" in self.modules:
            for (x, y), seats in winners.items():
                for dx, dy in ROUND:
                    self.duel((x, y), (x + dx, y + dy), seats)
        done = self.done()
        if "trade" in self.modules:
            for good in GOODS:
                self.goods[self.active][good] += sum(self.drawn_in(f, good) for f in done if f.kind == "city")
        for kind in self.awarded:
            size = max((len(f.tiles) for f in done if f.kind == kind), default=0)
            if size > self.awarded[kind][1]:
                self.awarded[kind] = (self.active, size)

    def done(self) -> list[Feature]:
        """What the tile of this part completed."""
        return [feature for feature in self.features() if feature.complete and self.last in feature.tiles]

    def duel(self, won: At, other: At, seats: set[int]) -> None:
        """Nobody of other players stays in a building of the other kind beside the one that was completed."""
        building = self.board[other].building if other in self.board else ""
        if building and building != self.board[won].building:
            out = [m for m in self.figures if m.node[0] == other and self.patch(m).kind == "monastery"]
            self.lost += [man for man in out if seats - {man.seat}]
            self.figures = [man for man in self.figures if man not in self.lost]

    def patch(self, man: Man) -> Any:
        return self.board[man.node[0]].patches[man.node[1]]

    def duels(self) -> set[tuple[At, At]]:
        """Shrine and monastery of each duel under way."""
        held = {man.node[0]: man.seat for man in self.figures if self.patch(man).kind == "monastery"}
        return {
            ((x, y), (x + dx, y + dy))
            for x, y in held
            for dx, dy in ROUND
            if self.board[x, y].building == "shrine"
            and held.get((x + dx, y + dy), held[x, y]) != held[x, y]
            and self.board[x + dx, y + dy].building == "monastery"
        }

    def finish(self) -> None:
        super().finish()
        if "trade" in self.modules:
            for good in GOODS:
                best = max(row[good] for row in self.goods)
                if best:
                    seats = tuple(seat for seat, row in enumerate(self.goods) if row[good] == best)
                    self.give("goods", Award(good, frozenset(), 0, 10, seats))
        if "king" in self.modules:
            for kind, award in (("city", "king"), ("road", "robber")):
                points = len(self.counted(kind))
                if points:
                    self.give(award, Award(award, frozenset(), 0, points, (self.awarded[kind][0],)))

    def counted(self, kind: str) -> list[Feature]:
        """The complete roads or cities that give the holder of an award their points."""
        roads = [feature for feature in self.features() if feature.kind == "road" and feature.complete]
        return self.cities() if kind == "city" else roads
