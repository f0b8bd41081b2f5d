"""What may be done with knights, walls, improvements and cards, counted anew from what one seat sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rules.catan.game import KIND
from rules.catan.layout import load_layouts
from rules.catan.view import CatanView
from rules.core import encode_move, play, start_game
from tools.sizes import GAMES_READ_SLOWLY

TRACKS = ("trade", "politics", "science")
GOODS = ("cloth", "coin", "paper")


class Slow:
    """The rules of catan.md 6 to 10 read once more, without haste."""

    def __init__(self, view: CatanView, seat: int) -> None:
        self.view, self.seat, self.me = view, seat, view.players[seat]
        self.board = load_layouts()[view.board]
        self.roads = dict(view.roads)
        self.buildings = {b.corner: b for b in view.buildings}
        self.knights = {k.corner: k for k in view.knights}
        self.hand = list(view.hand)

    def owner(self, corner: int) -> int | None:
        piece = self.buildings.get(corner) or self.knights.get(corner)
        return None if piece is None else piece.seat

    def pays(self, *cards: str) -> bool:
        return all(self.hand.count(card) >= cards.count(card) for card in cards)

    def touches(self, corner: int) -> bool:
        return any(corner in self.board.path_ends[path] for path, seat in self.roads.items() if seat == self.seat)

    def mine(self) -> Iterator[Any]:
        return (k for _, k in sorted(self.knights.items()) if k.seat == self.seat)

    def cities(self, level: bool = True) -> list[int]:
        return [v for v, b in sorted(self.buildings.items()) if b.seat == self.seat and b.city == level]

    def raising(self) -> Iterator[str]:
        """Recruit, promote, activate."""
        if self.pays("ore", "wool"):
            for v in range(len(self.board.corners)):
                if self.me.knights_left[0] and self.owner(v) is None and self.touches(v):
                    yield f"knight-recruit v{v}"
        if self.pays("grain"):
            yield from (f"knight-activate v{k.corner}" for k in self.mine() if not k.active)

    def using(self) -> Iterator[str]:
        """Move and chase."""
        for knight in self.mine():
            if knight.ready:
                for v in sorted(self.reached(knight.corner)):
                    foe = self.knights.get(v)
                    weaker = foe is not None and foe.seat != self.seat and foe.level < knight.level
                    if self.owner(v) is None or weaker:
                        yield f"knight-move v{knight.corner} v{v}"
                robber = next(h for h, hex_ in enumerate(self.view.hexes) if hex_.robber)
                if self.view.barbarians.came and knight.corner in self.board.corners_of[robber]:
                    yield f"knight-chase v{knight.corner}"

    def reached(self, corner: int, been: frozenset[int] = frozenset()) -> set[int]:
        """Every corner at the end of some way over own roads that passes nobody else's piece."""
        found: set[int] = set()
        for path, seat in self.roads.items():
            ends = self.board.path_ends[path]
            if seat == self.seat and corner in ends:
                other = ends[0] + ends[1] - corner
                if other not in been:
                    found.add(other)
                    if self.owner(other) in (None, self.seat):
                        found |= self.reached(other, been | {corner})
        return found - been - {corner}

    def building(self) -> Iterator[str]:
        """Cities, walls, improvements."""
        lying = [v for v, b in sorted(self.buildings.items()) if b.pillaged and b.seat == self.seat]
        if self.pays("ore", "ore", "ore", "grain", "grain"):
            free = self.cities(False) if self.me.cities_left else []
            yield from (f"build-city v{v}" for v in lying or free)
        if self.pays("brick", "brick") and self.me.walls_left:
            yield from (f"build-wall v{v}" for v in self.cities() if not self.buildings[v].wall)
        plain = [v for v in self.cities() if not self.buildings[v].metropolis]
        for track, card, level in zip(TRACKS, GOODS, self.me.improvements, strict=True):
            allowed = level < 5 and bool(self.cities()) and self.hand.count(card) > level
            if allowed and (level < 3 or plain or track in self.me.metropolises):
                yield f"improve {track}"

    def own_hexes(self) -> set[int]:
        mine = {v for v, b in self.buildings.items() if b.seat == self.seat}
        return {h for h, corners in enumerate(self.board.corners_of) if mine & set(corners)}

    def cards(self) -> Iterator[str]:
        """Those progress cards whose condition is plain to see."""
        others = [p for n, p in enumerate(self.view.players) if n != self.seat]
        points = self.view.scores
        terrains = {self.view.hexes[h].terrain for h in self.own_hexes()}
        held = set(self.view.progress)
        conditions = {
            "card-irrigation": "fields" in terrains,
            "card-mining": "mountains" in terrains,
            "card-saboteur": any(points[n] >= points[self.seat] for n in range(len(points)) if n != self.seat),
            "card-wedding": any(n > points[self.seat] for n in points),
            "card-warlord": any(not k.active for k in self.mine()),
            "card-bishop": self.view.barbarians.came,
            "card-commercial-harbour": any(p.cards for p in others) and bool(set(self.hand) - set(GOODS)),
        }
        yield from (line for line, holds in conditions.items() if holds and line.removeprefix("card-") in held)
        if "merchant" in held:
            yield from (f"card-merchant h{h}" for h in sorted(self.own_hexes()))
        for n, player in enumerate(self.view.players):
            if n != self.seat:
                if "spy" in held and player.progress:
                    yield f"card-spy {n}"
                if "deserter" in held and any(k.seat == n for k in self.knights.values()):
                    yield f"card-deserter {n}"
                if "master-merchant" in held and points[n] > points[self.seat] and player.cards:
                    yield f"card-master-merchant {n}"
        if "intrigue" in held:
            foes = sorted(v for v, k in self.knights.items() if k.seat != self.seat and self.touches(v))
            yield from (f"card-intrigue v{v}" for v in foes)
        if "diplomat" in held:
            yield from (f"card-diplomat e{path}" for path in sorted(self.roads) if self.open(path))

    def open(self, path: int) -> bool:
        seat = self.roads[path]
        return any(
            self.owner(v) != seat
            and not any(self.roads.get(e) == seat for e, _ in self.board.paths_and_neighbours[v] if e != path)
            for v in self.board.path_ends[path]
        )


COMPARED = {
    "knight-recruit",
    "knight-activate",
    "knight-move",
    "knight-chase",
    "build-city",
    "build-wall",
    "improve",
    "card-irrigation",
    "card-mining",
    "card-saboteur",
    "card-wedding",
    "card-warlord",
    "card-bishop",
    "card-merchant",
    "card-commercial-harbour",
    "card-spy",
    "card-deserter",
    "card-master-merchant",
    "card-intrigue",
    "card-diplomat",
}


@pytest.mark.random
@pytest.mark.parametrize("preset", ["official", "colonist"])
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_legal_moves_are_those_a_slow_reader_finds(preset: str, seats: int) -> None:
    game = KIND.make(KIND.presets[preset])
    luck = random.Random(seats)
    met: set[str] = set()
    for seed in range(GAMES_READ_SLOWLY):
        s = start_game(game, seats, bytes([seed, seats]) * 16).state
        while s.agenda:
            seat = luck.choice(sorted(game.waiting(s)))
            legal = list(game.legal(s, seat))
            view = game.view(s, seat)
            if view.phase == "main" and luck.random() < 0.4:
                slow = Slow(view, seat)
                wanted = {*slow.raising(), *slow.using(), *slow.building(), *slow.cards()}
                assert {encode_move(move) for move in legal if move.kind in COMPARED} == wanted
                met |= {line.split()[0] for line in wanted}
            rare = [move for move in legal if move.kind not in ("end", "bank", "knight-move")]
            s = play(game, s, seat, luck.choice(rare if rare and luck.random() < 0.8 else legal)).state
    assert len(COMPARED - met) <= 3
