"""The points table: a row for each player with the small city and each part of the total."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.core.chip_strip import seat_badge
from render.core.look import Look
from render.core.shapes import panel_sprite
from render.core.sheet import Sheet
from rules.citadels.cards import COLOURS, DISTRICTS
from rules.citadels.view import CitadelsView

from . import strokes
from .cards import coin_sprite, colour_emblem, colour_sign, crown_icon, district_scene
from .colours import SHADES
from .layout import WIDE, card_name

HEAD_HIGH: Final = 132
PARTS: Final = ("districts", "colours", "completion", "cards")
COLUMNS_LEFT: Final = 560  # left edge of the columns
COLUMN_WIDE: Final = 128


def _column_span(part: int) -> tuple[int, int]:
    left = COLUMNS_LEFT + part * COLUMN_WIDE
    return left, left + COLUMN_WIDE - 8 if part < len(PARTS) else WIDE - 22


def column_sign(part: str) -> Image.Image:
    """The picture of a column."""
    if part == "districts":
        return coin_sprite("", 40)
    if part == "completion":
        return colour_emblem(strokes.draw_stronghold, "yellow", 44)
    if part == "cards":
        return colour_emblem(strokes.draw_dragon_head, "purple", 44)
    image = Image.new("RGBA", (110, 30), (0, 0, 0, 0))
    for i, colour in enumerate(COLOURS):
        image.alpha_composite(panel_sprite((21, 28), 5, SHADES[colour].fill, SHADES[colour].ink, 1), (i * 22, 1))
        image.alpha_composite(colour_sign(colour, 15, SHADES[colour].ink), (i * 22 + 3, 7))
    return image


def draw_score(view: CitadelsView, look: Look, title: str = "") -> Sheet:
    """All seats by points; the winner's line has a gold frame."""
    shades = look.shades
    high = min(142, (1250 - HEAD_HIGH) // view.seats)
    sheet = Sheet(look, (WIDE, HEAD_HIGH + view.seats * high + 8))
    key = "score" if view.over else "score_now"
    title = title or look.say(f"pic.citadels.label.{key}")
    sheet.text(title, (24, COLUMNS_LEFT - 16, 50), 46, shades.ink, bold=True, floor=22)
    for part, name in enumerate((*PARTS, "total")):
        left, right = _column_span(part)
        if name != "total":
            sign = column_sign(name)
            sheet.put(sign, (left + right - sign.width) // 2, 42 - sign.height // 2)
        label, box = look.say(f"pic.citadels.label.{name}"), (left, right, 100 if name != "total" else 76)
        sheet.text(label, box, 27, shades.soft, align="middle", name=f"head {name}")
    order = sorted(range(view.seats), key=lambda seat: (seat not in view.winners, -view.sheet[seat].total, seat))
    for rank, seat in enumerate(order):
        _draw_seat_score(sheet, view, seat, HEAD_HIGH + rank * high, high - 8)
    return sheet


def _draw_seat_score(sheet: Sheet, view: CitadelsView, seat: int, top: int, high: int) -> None:
    """Draw the line of a player: name, small city, each part of the total."""
    look, row = sheet.look, view.sheet[seat]
    shades = look.shades
    won = seat in view.winners
    edge = shades.accent if won else shades.line
    sheet.panel((10, top, WIDE - 10, top + high), 16, shades.panel, edge, 6 if won else 2, f"{seat}.panel")
    middle = top + high // 2
    sheet.put(seat_badge(look.seats[seat].letter, (48, 72)), 22, middle - 36, f"{seat}.badge")
    right = COLUMNS_LEFT - 20
    if won:
        right -= 60
        sheet.put(crown_icon(54), right + 4, top + 4, f"{seat}.crown")
    sheet.text(look.seats[seat].name, (84, right, top + 28), 36, shades.ink, floor=20, name=f"{seat}.name")
    city = view.players[seat].city
    side = min(50, (COLUMNS_LEFT - 100) // max(1, len(city)) - 4)
    for i, card in enumerate(city):
        shade = SHADES[DISTRICTS[card.district].colour]
        sheet.put(panel_sprite((side, side), 5, shade.fill, shade.fill, 1), 84 + i * (side + 4), top + 54)
        sheet.put(district_scene(card.district, side - 8, side - 8), 84 + i * (side + 4) + 4, top + 58)
    bonus_text = ", ".join(f"{card_name(look, card)} {points}" for card, points in row.cards.items() if points)
    y = middle - (12 if bonus_text else 0)
    for part, points in enumerate((row.districts, row.colours, row.completion, sum(row.cards.values()))):
        left, end = _column_span(part)
        ink = shades.ink if points else shades.soft
        sheet.text(str(points), (left, end, y), 42, ink, align="middle", name=f"{seat}.{part}")
    left, end = _column_span(len(PARTS))
    sheet.text(str(row.total), (left, end, y), 54, shades.accent, bold=True, align="middle", name=f"{seat}.total")
    if bonus_text:
        box = (COLUMNS_LEFT, WIDE - 24, top + high - 22)
        sheet.text(bonus_text, box, 24, shades.soft, align="end", floor=15, name=f"{seat}.extras")
