"""Costs of every piece, and the cards a player has for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from PIL import Image

from render.core.cache import cached_sprite
from render.core.look import GOLD
from render.core.sheet import Sheet
from rules.catan.view import PlayerView

from .good_icons import good_icon
from .island_plan import EDGE, WIDE
from .pieces import city_sprite, knight_sprite, road_sprite, settlement_sprite, wall_sprite
from .seats import card_back

Costs = Mapping[str, tuple[str, ...]]

BASE: Final[Costs] = {  # catan.md 1.7
    "road": ("brick", "lumber"),
    "settlement": ("brick", "lumber", "wool", "grain"),
    "city": ("grain", "grain", "ore", "ore", "ore"),
}
DEVELOPMENT: Final[Costs] = {"development": ("wool", "grain", "ore")}
CITIES: Final[Costs] = {
    "wall": ("brick", "brick"),
    "recruit": ("wool", "ore"),
    "activate": ("grain",),
    "promote": ("wool", "ore"),
}
COLUMNS: Final = 4
HIGH: Final = 138
GAP: Final = 8
ICON: Final = 48
FADED: Final = 0.36  # opacity of a missing card


def costs_table(cities: bool) -> Costs:
    """Costs of everything that can be bought."""
    return {**BASE, **(CITIES if cities else DEVELOPMENT)}


def bought_piece_sprite(key: str, letter: str = "R") -> Image.Image:
    """The sprite of a bought piece."""
    if key == "road":
        return road_sprite(letter, 90, -30)
    if key == "settlement":
        return settlement_sprite(letter, 76)
    if key in ("city", "wall"):
        return city_sprite(letter, 88, key == "wall", "", False)
    if key == "development":
        return card_back("development", (52, 74))
    return knight_sprite(letter, 82, 2 if key == "promote" else 1, key != "recruit")


def match_cost_with_hand(cost: Sequence[str], held: Mapping[str, int]) -> list[tuple[str, bool]]:
    """(card, whether it is held) for each card of a cost."""
    left = Counter(held)
    found = []
    for card in cost:
        found.append((card, left[card] > 0))
        left[card] -= 1
    return found


def shop_height(cities: bool) -> int:
    """The height of `draw_shop`."""
    return -(-len(costs_table(cities)) // COLUMNS) * (HIGH + GAP)


def draw_shop(sheet: Sheet, player: PlayerView, letter: str, top: int, cities: bool, held: Mapping[str, int]) -> int:
    """Draw a field for each piece: the number left, and its cost with missing cards pale. Affordable ones have a gold
    frame. Returns the bottom."""
    wide = (WIDE - 2 * EDGE + GAP) // COLUMNS - GAP
    for i, (key, cost) in enumerate(costs_table(cities).items()):
        row, column = divmod(i, COLUMNS)
        x, y = EDGE + column * (wide + GAP), top + row * (HIGH + GAP)
        may, shades = can_buy(key, cost, player, held), sheet.look.shades
        edge = GOLD if may else shades.line
        sheet.panel((x, y, x + wide, y + HIGH), 12, shades.panel, edge, 5 if may else 1)
        _draw_piece_and_left(sheet, key, letter, count_pieces_left(key, player), (x, y, wide))
        for j, (card, there) in enumerate(match_cost_with_hand(cost, held)):
            icon = good_icon(card, ICON) if there else faded_card_icon(card, ICON)
            sheet.put(icon, x + 14 + j * (ICON + 5), y + HIGH - ICON - 8, f"shop {key} {j}")
    return top + shop_height(cities)


def can_buy(key: str, cost: Sequence[str], player: PlayerView, held: Mapping[str, int]) -> bool:
    """Whether the cards are held and a piece is left."""
    left = count_pieces_left(key, player)
    return all(there for _, there in match_cost_with_hand(cost, held)) and (any(left) or not left)


def count_pieces_left(key: str, player: PlayerView) -> tuple[int, ...]:
    """The number left of a bought piece; for promoting knights, of both levels."""
    one = {
        "road": player.roads_left,
        "settlement": player.settlements_left,
        "city": player.cities_left,
        "wall": player.walls_left,
    }
    if key in one:
        return (one[key],)
    levels = {"recruit": slice(0, 1), "promote": slice(1, 3)}
    return tuple(player.knights_left[levels[key]]) if key in levels else ()


def _draw_piece_and_left(sheet: Sheet, key: str, letter: str, left: Sequence[int], box: tuple[int, int, int]) -> None:
    """Draws the piece and the number left; for promoting knights, of both levels."""
    x, y, wide = box
    each = wide // max(1, len(left))
    for n in range(max(1, len(left))):
        made = (
            knight_sprite(letter, 82, 3, True)
            if n
            else wall_sprite(84)
            if key == "wall"
            else bought_piece_sprite(key, letter)
        )
        high = min(70, made.height)
        sprite = made.resize((round(made.width * high / made.height), high), Image.Resampling.LANCZOS)
        at = x + 12 + n * each
        sheet.put(sprite, at, y + 6 + (70 - high) // 2, f"shop piece {key} {n}")
        if left:
            words = (at + sprite.width + 6, at + each - 4, y + 41)
            ink = sheet.look.shades.ink
            sheet.text(str(left[n]), words, 40, ink, bold=True, floor=33, name=f"left {key} {n}")


@cached_sprite
def faded_card_icon(kind: str, size: int) -> Image.Image:
    """The icon of a missing card."""
    icon = good_icon(kind, size).copy()
    icon.putalpha(icon.getchannel("A").point(lambda a: round(a * FADED)))
    return icon
