"""Views made by hand."""

from __future__ import annotations

from typing import Any

from render import Look
from rules.citadels.cards import DISTRICTS, sorted_cards
from rules.citadels.view import CitadelsView, CityCard, Mark, Offer, Seat, SheetRow, Shown, TurnView
from rules.core import Choices, Phrase
from tests.render import looks

NAMES = (
    ("Mara", "R"),
    ("Ionuț", "B"),
    ("נועה", "Y"),
    ("Sam", "K"),
    ("Đorđe", "W"),
    ("Yael", "T"),
    ("Ștefan", "V"),
    ("Nils", "N"),
)
LONG = (*looks.LONG, ("MMMMMMMMMMMMMMMMMMMM", "V"), ("Nils", "N"))
CITIES = (
    "tavern church manor watchtower library",
    "palace castle market temple fortress keep",
    "cathedral monastery church harbor prison manor laboratory",
    "docks trading_post town_hall battlefield",
    "temple tavern great_wall school_of_magic museum",
    "prison fortress watchtower manor castle harbor dragon_gate market",
    "imperial_treasury wishing_well bell_tower",
    "",
)
CAST = ("assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord")
BONUS = ("witch", "tax_collector", "wizard", "emperor", "abbot", "alchemist", "navigator", "diplomat", "artist")


def look(seats: int = 6, theme: str = "dark", rtl: bool = False, names: tuple[tuple[str, str], ...] = NAMES) -> Look:
    return looks.look(seats, theme, rtl, names)


def city(text: str, beautified: str = "") -> tuple[CityCard, ...]:
    return tuple(CityCard(k, k, k == beautified, 3 if k == "museum" else 0, ()) for k in text.split())


def scene(seats: int = 6, **changes: Any) -> CitadelsView:
    """Round seven, the fifth rank is called; the Magician is murdered, the Architect robbed."""
    cities = [city(text, "temple") for text in CITIES[:seats]]
    shown = {0: (Shown("thief"),), 1: (Shown("king"),), 5: (Shown("assassin"),)}
    turn_seat = 2 if seats > 2 else 0
    shown[turn_seat] = (*shown.get(turn_seat, ()), Shown("bishop", active=True))
    players = tuple(
        Seat((3, 6, 1, 8, 0, 2, 14, 5)[i], (4, 2, 3, 5, 6, 2, 11, 0)[i], i == 1, cities[i], shown.get(i, ()), 1, False)
        for i in range(seats)
    )
    worth = [sum(DISTRICTS[c.district].cost + c.beautified for c in cards) for cards in cities]
    rows = tuple(
        SheetRow(w, 3 if i == 2 else 0, 4 if i == 5 else 0, {}, w + (3, 4)[i == 5] * (i in (2, 5)))
        for i, w in enumerate(worth)
    )
    fields: dict[str, Any] = {
        "choices": Choices(),
        "seats": seats,
        "you": None,
        "round": 7,
        "phase": "call",
        "cast": CAST,
        "purples": ("library", "keep"),
        "cards": {key: card.count for key, card in DISTRICTS.items()},
        "destroyed": (),
        "target": 8,
        "last_round": False,
        "deck": 31,
        "players": players,
        "crown": 1,
        "face_up": (),
        "face_down": 1,
        "draft_left": 0,
        "rank": 5,
        "silent": (),
        "marks": (Mark("murder", "magician"), Mark("rob", "architect")),
        "turn": TurnView(turn_seat, "bishop", False, False, 1, 3),
        "changed": (),
        "brought": {},
        "ruin": "",
        "hand": (),
        "characters": (),
        "aside": (),
        "offer": None,
        "scores": tuple(r.total for r in rows),
        "sheet": rows,
        "tally": {},
        "headline": Phrase("x"),
        "tasks": {turn_seat: Phrase("x")},
        "invited": {},
        "over": False,
        "winners": (),
    }
    return CitadelsView(**{**fields, **changes})


def private(cards: str = "cathedral harbor castle prison wishing_well", **changes: Any) -> CitadelsView:
    """The same table as seat 2 sees it, about to choose a character."""
    base: dict[str, Any] = {
        "you": 2,
        "phase": "draft",
        "turn": None,
        "rank": 0,
        "marks": (),
        "hand": sorted_cards(cards.split()),
        "offer": Offer("pick", ("assassin", "king", "merchant", "architect"), 1),
    }
    return scene(**{**base, **changes})
