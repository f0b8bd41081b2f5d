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

BASE_COSTS: Final[Costs] = {  # catan.md 1.7
    "road": ("brick", "lumber"),
    "settlement": ("brick", "lumber", "wool", "grain"),
    "city": ("grain", "grain", "ore", "ore", "ore"),
}
DEVELOPMENT_COSTS: Final[Costs] = {"development": ("wool", "grain", "ore")}
CITIES_COSTS: Final[Costs] = {
    "wall": ("brick", "brick"),
    "recruit": ("wool", "ore"),
    "activate": ("grain",),
    "promote": ("wool", "ore"),
}
COLUMNS: Final = 4
FIELD_HIGH: Final = 138
GAP: Final = 8
ICON_SIZE: Final = 48
MISSING_OPACITY: Final = 0.36  # opacity of a missing card


def costs_table(cities: bool) -> Costs:
    """Costs of everything that can be bought."""
    return {**BASE_COSTS, **(CITIES_COSTS if cities else DEVELOPMENT_COSTS)}


def bought_piece_sprite(key: str, letter: str = "R") -> Image.Image:
    """The sprite of a bought piece."""
    if key == "road":
        return road_sprite(letter, 90, -30)
    if key == "settlement":
        return settlement_sprite(letter, 76)
    if key in ("city", "wall"):
        return city_sprite(letter, 88, wall=key == "wall")
    if key == "development":
        return card_back("development", (52, 74))
    return knight_sprite(letter, 82, level=2 if key == "promote" else 1, active=key != "recruit")


def match_cost_with_hand(cost: Sequence[str], held: Mapping[str, int]) -> list[tuple[str, bool]]:
    """(card, whether it is held) for each card of a cost."""
    remaining = Counter(held)
    matches = []
    for card in cost:
        matches.append((card, remaining[card] > 0))
        remaining[card] -= 1
    return matches


def shop_height(cities: bool) -> int:
    """The height of `draw_shop`."""
    return -(-len(costs_table(cities)) // COLUMNS) * (FIELD_HIGH + GAP)


def draw_shop(sheet: Sheet, player: PlayerView, letter: str, top: int, cities: bool, held: Mapping[str, int]) -> int:
    """Draw a field for each piece: the number left, and its cost with missing cards pale. Affordable ones have a gold
    frame. Returns the bottom."""
    wide = (WIDE - 2 * EDGE + GAP) // COLUMNS - GAP
    for i, (key, cost) in enumerate(costs_table(cities).items()):
        row, column = divmod(i, COLUMNS)
        x, y = EDGE + column * (wide + GAP), top + row * (FIELD_HIGH + GAP)
        is_affordable, shades = can_buy(key, cost, player, held), sheet.look.shades
        frame = GOLD if is_affordable else shades.line
        sheet.panel((x, y, x + wide, y + FIELD_HIGH), 12, shades.panel, frame, 5 if is_affordable else 1)
        _draw_piece_and_left(sheet, key, letter, count_pieces_left(key, player), (x, y, wide))
        for j, (card, is_held) in enumerate(match_cost_with_hand(cost, held)):
            icon = good_icon(card, ICON_SIZE) if is_held else faded_card_icon(card, ICON_SIZE)
            sheet.put(icon, x + 14 + j * (ICON_SIZE + 5), y + FIELD_HIGH - ICON_SIZE - 8, f"shop {key} {j}")
    return top + shop_height(cities)


def can_buy(key: str, cost: Sequence[str], player: PlayerView, held: Mapping[str, int]) -> bool:
    """Whether the cards are held and a piece is left."""
    left = count_pieces_left(key, player)
    return all(is_held for _, is_held in match_cost_with_hand(cost, held)) and (any(left) or not left)


def count_pieces_left(key: str, player: PlayerView) -> tuple[int, ...]:
    """The number left of a bought piece; for promoting knights, of both levels."""
    simple_counts = {
        "road": player.roads_left,
        "settlement": player.settlements_left,
        "city": player.cities_left,
        "wall": player.walls_left,
    }
    if key in simple_counts:
        return (simple_counts[key],)
    levels = {"recruit": slice(0, 1), "promote": slice(1, 3)}
    return tuple(player.knights_left[levels[key]]) if key in levels else ()


def _draw_piece_and_left(sheet: Sheet, key: str, letter: str, left: Sequence[int], box: tuple[int, int, int]) -> None:
    """Draws the piece and the number left; for promoting knights, of both levels."""
    x, y, wide = box
    part_wide = wide // max(1, len(left))
    for index in range(max(1, len(left))):
        piece = wall_sprite(84) if key == "wall" else bought_piece_sprite(key, letter)
        if index:
            piece = knight_sprite(letter, 82, level=3, active=True)
        high = min(70, piece.height)
        sprite = piece.resize((round(piece.width * high / piece.height), high), Image.Resampling.LANCZOS)
        left_edge = x + 12 + index * part_wide
        sheet.put(sprite, left_edge, y + 6 + (70 - high) // 2, f"shop piece {key} {index}")
        if left:
            count_box = (left_edge + sprite.width + 6, left_edge + part_wide - 4, y + 41)
            ink = sheet.look.shades.ink
            sheet.text(str(left[index]), count_box, 40, ink, bold=True, floor=33, name=f"left {key} {index}")


@cached_sprite
def faded_card_icon(kind: str, size: int) -> Image.Image:
    """The icon of a missing card."""
    icon = good_icon(kind, size).copy()
    icon.putalpha(icon.getchannel("A").point(lambda alpha: round(alpha * MISSING_OPACITY)))
    return icon
