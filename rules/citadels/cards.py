"""The printed facts of all cards."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

COLOURS: Final = ("yellow", "blue", "green", "red", "purple")
PURPLE: Final = "purple"


@dataclass(frozen=True, slots=True)
class DistrictCard:
    """A kind of district card."""

    key: str
    colour: str
    cost: int
    count: int  # copies in the box
    bonus: bool


@dataclass(frozen=True, slots=True)
class CharacterCard:
    """A character card."""

    key: str
    rank: int
    bonus: bool


def _load_table(name: str) -> dict[str, dict[str, Any]]:
    text = files(__package__).joinpath("data", name).read_text(encoding="utf-8")
    return tomllib.loads(text)


DISTRICTS: Final[dict[str, DistrictCard]] = {
    key: DistrictCard(key, colour, row["cost"], row.get("count", 1), row.get("bonus", False))
    for colour, rows in _load_table("districts.toml").items()
    for key, row in rows.items()
}
CHARACTERS: Final[dict[str, CharacterCard]] = {
    key: CharacterCard(key, row["rank"], row.get("bonus", False)) for key, row in _load_table("characters.toml").items()
}
BASE_CAST: Final = tuple(card.key for card in CHARACTERS.values() if not card.bonus)
BASE_PURPLES: Final = tuple(card.key for card in DISTRICTS.values() if card.colour == PURPLE and not card.bonus)
BONUS_PURPLES: Final = tuple(card.key for card in DISTRICTS.values() if card.bonus)

_SORTED: Final = sorted(DISTRICTS.values(), key=lambda card: (COLOURS.index(card.colour), card.cost, card.key))
ORDER: Final = {card.key: place for place, card in enumerate(_SORTED)}


def sorted_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """District cards by colour, cost and name, an order independent of how they were drawn."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def sorted_characters(characters: Iterable[str]) -> tuple[str, ...]:
    """Characters by rank."""
    return tuple(sorted(characters, key=lambda key: (CHARACTERS[key].rank, key)))
