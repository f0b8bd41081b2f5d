"""The table of costs: every piece beside the cards it is paid with."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.core.look import Look
from render.core.sheet import Sheet
from render.core.words import listed

from .goods import good
from .hand import cards_in_words
from .pieces import city, knight, road, settlement
from .plan import EDGE
from .seats import card_back

WIDE: Final = 900
ROW: Final = 100
BASE: Final[dict[str, tuple[str, ...]]] = {  # catan.md 1.7
    "road": ("brick", "lumber"),
    "settlement": ("brick", "lumber", "wool", "grain"),
    "city": ("grain", "grain", "ore", "ore", "ore"),
}
DEVELOPMENT: Final = {"development": ("wool", "grain", "ore")}
CITIES: Final[dict[str, tuple[str, ...]]] = {
    "wall": ("brick", "brick"),
    "recruit": ("wool", "ore"),
    "activate": ("grain",),
    "promote": ("wool", "ore"),
}


def table_of(cities: bool) -> dict[str, tuple[str, ...]]:
    """What can be bought, and for which cards."""
    return {**BASE, **(CITIES if cities else DEVELOPMENT)}


def _piece(key: str) -> Image.Image:
    if key == "road":
        return road("R", 90, -30)
    if key == "settlement":
        return settlement("R", 76)
    if key in ("city", "wall"):
        return city("R", 88, key == "wall", "", False)
    if key == "development":
        return card_back("development", (52, 74))
    return knight("R", 82, 2 if key == "promote" else 1, key != "recruit")


def costs(look: Look, cities: bool) -> Sheet:
    """One line for each thing."""
    rows = table_of(cities)
    sheet = Sheet(look, (WIDE, 84 + ROW * len(rows) + EDGE))
    shades = look.shades
    sheet.text(look.say("pic.catan.label.costs"), (24, WIDE - 24, 46), 44, shades.ink, bold=True, name="title")
    for i, (key, cards) in enumerate(rows.items()):
        top = 84 + i * ROW
        sheet.panel((EDGE, top, WIDE - EDGE, top + ROW - 8), 14, shades.panel, shades.line, 1)
        piece = _piece(key)
        sheet.put(piece, EDGE + 66 - piece.width // 2, top + 46 - piece.height // 2, f"{key} piece")
        sheet.text(look.say(f"pic.catan.cost.{key}"), (150, 470, top + 46), 36, shades.ink, floor=22, name=key)
        for j, card in enumerate(cards):
            sheet.put(good(card, 66), 486 + j * 80, top + 13, f"{key} {j}")
    return sheet


def in_words(look: Look, cities: bool) -> str:
    each = (
        look.say("pic.catan.alt.cost", what=look.say(f"pic.catan.cost.{key}"), cards=cards_in_words(look, cards))
        for key, cards in table_of(cities).items()
    )
    return look.say("pic.catan.alt.costs", list=listed(each, "; "))
