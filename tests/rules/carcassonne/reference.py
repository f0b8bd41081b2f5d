"""A second Carcassonne, slow and plain, written from carcassonne.md alone, to hold against the rules.

It shares the table of printed tiles and the names of cells with the rules, and nothing else: no graph that
grows, every question is answered by walking over the whole board again. Luck is given: the order of the tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.carcassonne.cells import Cell

from .printed import COMPASS, Lying, box, lying
from .reference_values import (
    ACROSS,
    CATEGORY,
    FIGURES,
    FOLLOWERS,
    HALF_ACROSS,
    ROUND,
    At,
    Award,
    Feature,
    Man,
    Mouth,
    Node,
    beside,
)


class Reference:
    """One game."""

    def __init__(
        self, modules: Sequence[str], chosen: Mapping[str, str], seats: int, first: int, order: Sequence[str]
    ) -> None:
        self.modules = tuple(modules)
        self.kinds, self.weights = dict(FIGURES), dict(FOLLOWERS)
        self.chosen = chosen
        self.seats = seats
        self.active = first
        self.order = list(order)
        self.drawn = 0
        self.rivers = [module for module in modules if module.startswith("river")]
        self.spring: At = (0, 0)
        self.board: dict[At, Lying] = self.opening()
        self.figures: list[Man] = []
        self.scores = [0] * seats
        self.tally = {key: [0] * seats for key in ("roads", "cities", "monasteries", "fields")}
        self.aside: list[str] = []
        self.hand = ""
        self.phase = ""
        self.last: At = (0, 0)
        self.awards: list[Award] = []
        self.returned: list[Man] = []
        self.lost: list[Man] = []  # sent home by a duel
        self.found: list[Feature] = []
        self.found_of = 0
        self.turn()

    def opening(self) -> dict[At, Lying]:
        """What lies at the start: 4.2."""
        start = "base-D"
        if self.rivers:
            start = "river2-fffw-spring" if "river2" in self.modules else "river1-fffw-spring"
        return {(0, 0): lying(start, 0)}

    # Drawing: carcassonne.md 5 and 14.

    def piles(self) -> list[dict[str, int]]:
        """What the piles hold, one after the other."""
        sets = ("base", *self.modules)
        pieces = {tile: row["n"] for tile, row in box().items() if row["set"] in sets}
        pieces["base-D"] -= 1
        river = {tile: pieces.pop(tile) for tile in list(pieces) if box()[tile].get("rivers")}
        for tile in [tile for tile in river if box()[tile].get("role") == "spring"]:
            del river[tile]
        if "river2" in self.modules:
            river.pop("river1-fffw-lake", None)
        roles = {role: {t: n for t, n in river.items() if box()[t].get("role") == role} for role in ("fork", "lake")}
        others = {tile: n for tile, n in river.items() if "role" not in box()[tile]}
        return [pile for pile in (roles["fork"], others, roles["lake"], pieces) if pile]

    def turn(self) -> None:
        """A turn begins: the lake with the volcano, if it is due, and then a tile."""
        if self.lake_is_due() and self.draw():
            self.phase = "lake"
        else:
            self.next_tile()

    def lake_is_due(self) -> bool:
        return self.drawn < len(self.order) and self.order[self.drawn] == "river2-fffw-volcano-lake"

    def next_tile(self) -> None:
        while self.drawn < len(self.order):
            if self.lake_is_due():
                self.turn()
                return
            if self.draw():
                self.phase = "lay"
                return
        self.finish()

    def draw(self) -> bool:
        """Is the next tile one that can be laid? Else it is out of the game."""
        self.hand = self.order[self.drawn]
        self.drawn += 1
        if self.lays():
            return True
        self.aside.append(self.hand)
        self.hand = ""
        return False

    # Laying: carcassonne.md 6.1, 14.3.

    def lays(self) -> set[tuple[At, int]]:
        empty = {beside(at, edge) for at in self.board for edge in COMPASS} - set(self.board)
        mouths = list(self.mouths()) if self.rivers else []
        return {(at, turn) for at in empty for turn in (0, 90, 180, 270) if self.may_lie(at, turn, mouths)}

    def may_lie(self, at: At, turn: int, mouths: Sequence[Mouth]) -> bool:
        tile = lying(self.hand, turn)
        return self.fits(at, tile) and self.flows(at, tile, mouths)

    def fits(self, at: At, tile: Lying) -> bool:
        for edge in COMPASS:
            other = self.board.get(beside(at, edge))
            if other is not None and other.edges[ACROSS[edge]] != tile.edges[edge]:
                return False
        return True

    def mouths(self, tile: At | None = None, entered: str = "") -> Iterator[Mouth]:
        """Down the river from the spring."""
        at = tile or self.spring
        for out in self.board[at].river - {entered}:
            there = beside(at, out)
            if there in self.board:
                yield from self.mouths(there, ACROSS[out])
            else:
                yield Mouth(there, out, self.bend(entered, out))

    @staticmethod
    def bend(entered: str, out: str) -> int:
        return (COMPASS.index(out) - COMPASS.index(ACROSS[entered])) % 4 if entered else 0

    def flows(self, at: At, tile: Lying, mouths: Sequence[Mouth]) -> bool:
        if not tile.river:
            return True
        joined = [mouth for mouth in mouths if mouth.at == at and ACROSS[mouth.flow] in tile.river]
        if len(joined) != 1:
            return False
        entered = ACROSS[joined[0].flow]
        for out in tile.river - {entered}:
            there = beside(at, out)
            bend = self.bend(entered, out)
            if bend and bend == joined[0].bend:
                return False
            if there in self.board or any(mouth.at == there for mouth in mouths):
                return False
        return True

    # Features: carcassonne.md 6.2, 6.3.

    def features(self) -> list[Feature]:
        """All features of the board, found once for each board."""
        if len(self.board) != self.found_of:
            self.found, self.found_of = self.find(), len(self.board)
        return self.found

    def find(self) -> list[Feature]:
        found: dict[Node, Feature] = {}
        for at, tile in self.board.items():
            for i in range(len(tile.patches)):
                if (at, i) not in found:
                    feature = self.flood((at, i))
                    found.update(dict.fromkeys(feature.nodes, feature))
        features = list({id(feature): feature for feature in found.values()}.values())
        for feature in features:
            if feature.kind == "field":
                for at, i in feature.nodes:
                    for edge in self.board[at].patches[i].touches:
                        city = next(
                            j
                            for j, patch in enumerate(self.board[at].patches)
                            if patch.kind == "city" and edge in patch.edges
                        )
                        if not any(known is found[at, city] for known in feature.farmed):
                            feature.farmed.append(found[at, city])
        return features

    def flood(self, start: Node) -> Feature:
        kind = self.board[start[0]].patches[start[1]].kind
        nodes, todo, open_at = {start}, [start], set()
        while todo:
            at, i = todo.pop()
            patch = self.board[at].patches[i]
            for edge in COMPASS:
                halves = {h for h in patch.halves if COMPASS[h // 2] == edge}
                if edge not in patch.edges and not halves:
                    continue
                there = beside(at, edge)
                if there not in self.board:
                    open_at.add(there)
                    continue
                facing = {HALF_ACROSS[h] for h in halves}
                for j, other in enumerate(self.board[there].patches):
                    meets = other.halves & facing if kind == "field" else ACROSS[edge] in other.edges
                    if other.kind == kind and meets and (there, j) not in nodes:
                        nodes.add((there, j))
                        todo.append((there, j))
        if kind == "monastery":
            x, y = start[0]
            open_at = {(x + dx, y + dy) for dx, dy in ROUND} - set(self.board)
        patches = [self.board[at].patches[i] for at, i in nodes]
        return Feature(
            kind,
            sorted(nodes),
            frozenset(at for at, _ in nodes),
            frozenset(open_at),
            sum(p.shields for p in patches),
            sum(p.herd for p in patches),
        )

    def strength(self, feature: Feature) -> list[int]:
        inside = [man for man in self.figures if man.node in feature.nodes and man.kind in self.weights]
        return [sum(self.weights[man.kind] for man in inside if man.seat == seat) for seat in range(self.seats)]

    def occupied(self, feature: Feature) -> bool:
        return any(self.strength(feature))

    def majority(self, strength: Sequence[int]) -> tuple[int, ...]:
        return tuple(seat for seat, n in enumerate(strength) if n == max(strength)) if any(strength) else ()

    def worth(self, feature: Feature) -> int:
        """carcassonne.md 7.2."""
        if feature.kind == "road":
            return len(feature.tiles)
        if feature.kind == "monastery":
            return 9 - len(feature.open_at)
        each = 2 if feature.complete else 1
        if feature.complete and len(feature.tiles) == 2 and self.chosen["tiny_city"] == "halved":
            each = 1
        return each * (len(feature.tiles) + feature.shields)

    # Playing.

    def left(self, seat: int, kind: str) -> int:
        """Such figures in a supply."""
        return self.kinds[kind] - sum((man.seat, man.kind) == (seat, kind) for man in self.figures)

    def deployments(self) -> list[tuple[str, str]]:
        """Every figure the active player may put now, with its places."""
        return [(kind, name) for kind in self.kinds if self.left(self.active, kind) for name in self.places(kind)]

    def places(self, kind: str) -> list[str]:
        """Where such a figure may be put now: carcassonne.md 8."""
        held = {node for feature in self.features() if self.occupied(feature) for node in feature.nodes}
        return [patch.name for i, patch in enumerate(self.board[self.last].patches) if (self.last, i) not in held]

    def play(self, text: str) -> None:
        """A legal move in the words of the record."""
        kind, *words = text.split()
        self.awards, self.returned = [], []
        if kind == "place":
            x, y = Cell.parse(words[0])
            self.last = x, y
            self.board[self.last] = lying(self.hand, int(words[1]))
            self.hand = ""
            if self.phase == "lake":
                self.score()
                self.next_tile()
            elif self.deployments():
                self.phase = "figure"
            else:
                self.end_turn()
            return
        if kind == "deploy":
            name = words[1].partition(".")[2]
            patches = self.board[self.last].patches
            (i,) = (i for i, patch in enumerate(patches) if patch.name == name)
            self.figures.append(Man(self.active, (self.last, i), words[0]))
        self.end_turn()

    def end_turn(self) -> None:
        self.score()
        self.next_turn()

    def next_turn(self) -> None:
        if self.drawn == len(self.order):
            self.finish()
        else:
            self.active = (self.active + 1) % self.seats
            self.turn()

    def give(self, category: str, award: Award) -> None:
        self.awards.append(award)
        for seat in award.seats:
            self.scores[seat] += award.points
            self.tally[category][seat] += award.points

    def score(self, final: bool = False) -> None:
        """Everything complete that is still held (at the end: everything but fields)."""
        for feature in self.features():
            strength = self.strength(feature)
            if feature.kind == "field" or not self.occupied(feature) or not (final or feature.complete):
                continue
            tiles = feature.tiles
            if feature.kind == "monastery":  # the tiles around it count too
                ((x, y),) = tiles
                tiles |= {(x + dx, y + dy) for dx, dy in ROUND} & self.board.keys()
            self.give(
                CATEGORY[feature.kind],
                Award(self.called(feature), tiles, feature.shields, self.worth(feature), self.majority(strength)),
            )
            if not final:
                back = [man for man in self.figures if man.node in feature.nodes]
                self.returned += back
                self.figures = [figure for figure in self.figures if figure not in back]

    def finish(self) -> None:
        self.phase = "over"
        self.score(final=True)
        if self.chosen["farmers"] == "per_field":  # carcassonne.md 9.2
            for one in self.fields():
                cities = [city for city in one.farmed if city.complete]
                seats = self.majority(self.strength(one))
                shares: dict[int, list[int]] = {}
                for seat in seats if cities else ():
                    points = (3 + self.animals([one], seat)) * len(cities) + sum(map(self.richer, cities))
                    shares.setdefault(points, []).append(seat)
                for points, same in shares.items():
                    touched = tuple(c.tiles for c in cities)
                    self.give("fields", Award("field", one.tiles, 0, points, tuple(same), touched))
            return
        for city in self.cities():  # carcassonne.md 9.3
            parts: dict[int, list[int]] = {}
            for seat, points in self.suppliers(city).items():
                parts.setdefault(points, []).append(seat)
            for points, seats_of in parts.items():
                self.give("fields", Award("supplied", city.tiles, city.shields, points, tuple(seats_of)))

    def cities(self) -> list[Feature]:
        """The complete ones."""
        return [feature for feature in self.features() if feature.kind == "city" and feature.complete]

    def fields(self) -> list[Feature]:
        return [feature for feature in self.features() if feature.kind == "field"]

    def herded(self, one: Feature) -> bool:
        works = self.chosen["pig_herd"] == "always" or "trade" in self.modules
        return bool(one.herds) and "river2" in self.modules and works

    def animals(self, fields: Sequence[Feature], seat: int) -> int:
        """What herds (and pigs) in these fields add to each city."""
        return int(any(self.herded(one) for one in fields))

    def richer(self, city: Feature) -> int:
        """What a complete city gives a field beyond the usual."""
        return 0

    def called(self, feature: Feature) -> str:
        return feature.kind

    def suppliers(self, city: Feature) -> dict[int, int]:
        """The seats that score a complete city from all fields around it -> their points."""
        around = [one for one in self.fields() if any(c is city for c in one.farmed)]
        strength = [sum(self.strength(one)[seat] for one in around) for seat in range(self.seats)]
        return {
            seat: 4 + self.richer(city) + self.animals([one for one in around if self.strength(one)[seat]], seat)
            for seat in self.majority(strength)
        }

    def owners(self, feature: Feature) -> tuple[int, ...]:
        """Who would score the feature now."""
        strength = self.strength(feature)
        if feature.kind != "field" or self.chosen["farmers"] == "per_field":
            return self.majority(strength)
        winners = [self.suppliers(city) for city in feature.farmed if city.complete]
        return tuple(seat for seat in range(self.seats) if strength[seat] and any(seat in won for won in winners))
