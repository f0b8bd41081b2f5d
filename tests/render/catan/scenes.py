"""Views made by hand: islands with pieces of everybody, with and without Cities & Knights."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Final

from rules.catan.cards import CARDS, RESOURCES
from rules.catan.layout import ANY, TERRAINS, layout_for
from rules.catan.view import (
    Barbarians,
    BuildingView,
    CatanView,
    HarbourView,
    HexView,
    KnightView,
    PlayerView,
)
from rules.core import Choices, Phrase
from words import catalogue

TRACKS: Final = ("trade", "politics", "science")
METROPOLISES: Final = {0: "trade", 1: "science", 2: "politics"}


class _Island:
    """Pieces put where they may stand, by a fixed dice."""

    def __init__(self, seats: int, cities: bool) -> None:
        self.random = Random(f"island {seats}")
        self.layout = layout_for(seats)
        self.cities = cities
        self.buildings: dict[int, BuildingView] = {}
        self.roads: dict[int, int] = {}
        self.knights: dict[int, KnightView] = {}
        for i in range(3):
            for seat in range(seats):
                self.settle(seat, i)
        for seat in range(seats):
            for _ in range(4):
                self.lay(seat)
            if cities:
                for level in (1, 2, 3):
                    self.stand(seat, level)

    def settle(self, seat: int, turn: int) -> None:
        free = [
            v
            for v in range(len(self.layout.drawing_points))
            if v not in self.buildings and not any(w in self.buildings for w in self.layout.neighbour_corners[v])
        ]
        if not free:
            return
        v = self.random.choice(free)
        city = turn > 0
        metropolis = METROPOLISES.get(seat, "") if self.cities and turn == 1 else ""
        wall = self.cities and city and seat % 2 == turn % 2
        self.buildings[v] = BuildingView(v, seat, city, wall, metropolis, self.cities and turn == 0 and seat == 3)
        ways = [e for e, _ in self.layout.paths_and_neighbours[v] if e not in self.roads]
        if ways:
            self.roads[self.random.choice(ways)] = seat

    def ends(self, seat: int) -> list[int]:
        return [v for e, owner in self.roads.items() if owner == seat for v in self.layout.path_ends[e]]

    def lay(self, seat: int) -> None:
        ways = [
            e
            for v in self.ends(seat)
            for e, _ in self.layout.paths_and_neighbours[v]
            if e not in self.roads and (v not in self.buildings or self.buildings[v].seat == seat)
        ]
        if ways:
            self.roads[self.random.choice(ways)] = seat

    def stand(self, seat: int, level: int) -> None:
        free = [v for v in self.ends(seat) if v not in self.buildings and v not in self.knights]
        if free:
            v = self.random.choice(free)
            self.knights[v] = KnightView(v, seat, level, (seat + level) % 2 == 0, level == 2)


def player(seat: int, cities: bool, kinds: int) -> PlayerView:
    """What lies before a seat."""
    backs = (("trade", "politics"), ("science",) * 4, ("trade", "trade", "politics", "science"), (), ("politics",), ())
    return PlayerView(
        cards=(7, 10, 11, 3, 0, 5)[seat],
        roads_left=6,
        settlements_left=3,
        cities_left=2,
        road_length=(9, 5, 3, 5, 4, 6)[seat],
        longest_road=seat == 0,
        hand_limit=9 if cities else 7,
        rates=((4, 4, 3, 2, 4), (3,) * 5, (4, 2, 4, 4, 4))[seat % 3] + (4, 3, 2)[: kinds - 5],
        developments=0 if cities else (1, 0, 3, 2, 0, 1)[seat],
        knights_played=0 if cities else (1, 3, 0, 2, 0, 0)[seat],
        army=not cities and seat == 1,
        improvements=((4, 1, 2), (1, 0, 4), (2, 5, 0), (0, 0, 0), (1, 1, 1), (3, 2, 0))[seat] if cities else (),
        metropolises=(METROPOLISES[seat],) if cities and seat in METROPOLISES else (),
        progress=backs[seat] if cities else (),
        shown=("printer",) if cities and seat == 2 else (),
        defender=int(cities and seat == 1),
        merchant=cities and seat == 0,
        walls_left=2 if cities else 0,
        knights_left=(1, 1, 1) if cities else (),
        strength=(4, 2, 4, 0, 3, 1)[seat] if cities else 0,
    )


def scene(seats: int = 4, cities: bool = True, **changes: Any) -> CatanView:
    """The middle of a game: the first seat has rolled an eight and plays on."""
    layout = layout_for(seats)
    made = _Island(seats, cities)
    kinds = CARDS if cities else RESOURCES
    if layout.size == "small":
        terrain, tokens = layout.printed_facts["beginner"]["terrain"], layout.printed_facts["beginner"]["tokens"]
    else:
        names = [name for name, n in zip(TERRAINS, layout.printed_facts["terrain"], strict=True) for _ in range(n)]
        Random("land").shuffle(names)
        letters = iter(layout.printed_facts["letters"])
        terrain, tokens = names, [0 if name == "desert" else next(letters) for name in names]
    robber = terrain.index("pasture")
    merchant = terrain.index("fields") if cities else -1
    scores = (6, 7, 7, 12, 3, 5)[:seats]
    more = ("metropolises", "defenders", "merchant", "progress") if cities else ("army", "point_cards")
    categories = ("settlements", "cities", "longest_road", *more)
    rest = {key: tuple(2 * int(i == seat) for seat in range(seats)) for i, key in enumerate(categories[2:])}
    tally = {"settlements": (1,) * seats, "cities": tuple(n - 3 for n in scores), **rest}
    fields: dict[str, Any] = {
        "choices": Choices(),
        "seats": seats,
        "you": None,
        "board": layout.size,
        "hexes": tuple(
            HexView(name, token, h == robber, 0 if h == merchant else -1)
            for h, (name, token) in enumerate(zip(terrain, tokens, strict=True))
        ),
        "harbours": tuple(
            HarbourView(ends, kind, 3 if kind == ANY else 2)
            for ends, kind in zip(layout.harbours, layout.printed_facts["harbour_types"], strict=True)
        ),
        "buildings": tuple(made.buildings[v] for v in sorted(made.buildings)),
        "roads": tuple(sorted(made.roads.items())),
        "players": tuple(player(seat, cities, len(kinds)) for seat in range(seats)),
        "cards": kinds,
        "bank": (12, 9, 15, 11, 8, 10, 0, 12)[: len(kinds)],
        "stock": (19, 19, 19, 19, 19, 12, 12, 12)[: len(kinds)],
        "active": 0,
        "turn": 22,
        "phase": "main",
        "dice": (3, 5),
        "rolled": tuple(h for h, token in enumerate(tokens) if token == 8),
        "gains": ((),) * seats,
        "goal": 13 if cities else 10,
        "offer": None,
        "owed": {},
        "done": (),
        "changed": (),
        "longest": 0,
        "scores": scores,
        "tally": tally,
        "headline": Phrase("catan.headline.turn", {"n": 22}),
        "tasks": {0: Phrase("catan.task.main")},
        "invited": {},
        "between": False,
        "over": False,
        "winners": (),
        "deck": 0 if cities else 14,
        "event": "ship" if cities else "",
        "knights": tuple(made.knights[v] for v in sorted(made.knights)) if cities else (),
        "barbarians": Barbarians(4, 7, 6, 10, True) if cities else None,
        "decks": (15, 12, 17) if cities else (),
    }
    return CatanView(**{**fields, **changes})


def own(view: CatanView, seat: int, hand: str = "", **changes: Any) -> CatanView:
    """The same table as a seat sees it that holds these cards."""
    return replace(view, you=seat, hand=tuple(sorted(hand.split(), key=CARDS.index)), **changes)


def news() -> list[str]:
    """The tasks that a chip names."""
    family = "pic.catan.news."
    return [key.removeprefix(family) for key in catalogue().keys_below("en", family[:-1]) if key != f"{family}done"]
