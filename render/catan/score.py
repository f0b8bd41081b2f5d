"""The points table, and the public holdings of one player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PIL import Image

from render.core.chip_strip import seat_badge
from render.core.fonts import REGULAR, paragraph_sprite
from render.core.look import Look
from render.core.sheet import Sheet
from rules.catan.view import CatanView

from .good_icons import good_icon
from .hand import card_name
from .island_plan import EDGE, WIDE
from .pieces import city_sprite, merchant_sprite, settlement_sprite, strength_icon
from .seats import army_icon, card_back, hand_icon, public_points, road_icon
from .tracks import TRACKS_HIGH, draw_supply, draw_title_bar, draw_tracks

HEAD_HIGH: Final = 138
COLUMNS_LEFT: Final = 340  # left edge of the columns
TOTAL_WIDE: Final = 130
ICONS: Final[dict[str, Callable[[Look], Image.Image]]] = {
    "settlements": lambda look: settlement_sprite("W", 56),
    "cities": lambda look: city_sprite("W", 64),
    "metropolises": lambda look: city_sprite("W", 64, metropolis="politics"),
    "longest_road": lambda look: road_icon(48, look.shades.ink),
    "army": lambda look: army_icon(50),
    "defenders": lambda look: strength_icon(58),
    "merchant": lambda look: merchant_sprite("W", 58),  # named here: a category of the tally
    "progress": lambda look: card_back("science", (34, 48)),
    "point_cards": lambda look: card_back("development", (34, 48)),
}


def draw_score(view: CatanView, look: Look, title: str = "") -> Sheet:
    """All seats by points; the winner's line has a gold frame."""
    shades = look.shades
    high = min(142, (1250 - HEAD_HIGH) // view.seats)
    sheet = Sheet(look, (WIDE, HEAD_HIGH + view.seats * high + 8))
    key = "score" if view.over else "score_now"
    title = title or look.say(f"pic.catan.label.{key}")
    sheet.text(title, (24, COLUMNS_LEFT - 14, 50), 46, shades.ink, bold=True, floor=22)
    step = (WIDE - 24 - TOTAL_WIDE - COLUMNS_LEFT) // max(1, len(view.tally))
    for i, category in enumerate(view.tally):
        left = COLUMNS_LEFT + i * step
        draw_icon = ICONS.get(category)
        if draw_icon is not None:
            icon = draw_icon(look)
            sheet.put(icon, left + (step - icon.width) // 2, 44 - icon.height // 2, f"icon {category}")
        name = look.say(f"catan.tally.{category}")
        words = paragraph_sprite(name, step - 16, 52, 24, REGULAR, shades.soft, "middle", 15)
        sheet.put(words, left + 8, 102 - words.height // 2, f"head {category}")
    total_box = (WIDE - 20 - TOTAL_WIDE, WIDE - 24, 84)
    sheet.text(look.say("pic.catan.label.total"), total_box, 29, shades.soft, align="middle", name="head total")
    totals = [sum(row[seat] for row in view.tally.values()) for seat in range(view.seats)]
    order = sorted(range(view.seats), key=lambda seat: (seat not in view.winners, -totals[seat], seat))
    for rank, seat in enumerate(order):
        _draw_score_line(sheet, view, seat, HEAD_HIGH + rank * high, high - 8, step)
    return sheet


def _draw_score_line(sheet: Sheet, view: CatanView, seat: int, top: int, high: int, step: int) -> None:
    look, shades = sheet.look, sheet.look.shades
    won = seat in view.winners
    frame, line = (shades.accent, 6) if won else (shades.line, 2)
    sheet.panel((EDGE, top, WIDE - EDGE, top + high), 16, shades.panel, frame, line, f"{seat}.panel")
    middle = top + high // 2
    sheet.put(seat_badge(look.seats[seat].letter, (50, 76)), 24, middle - 38, f"{seat}.badge")
    sheet.text(look.seats[seat].name, (88, COLUMNS_LEFT - 12, middle), 38, shades.ink, floor=20, name=f"{seat}.name")
    for i, (category, row) in enumerate(view.tally.items()):
        left = COLUMNS_LEFT + i * step
        box, ink = (left, left + step, middle), shades.ink if row[seat] else shades.soft
        sheet.text(str(row[seat]), box, 42, ink, align="middle", name=f"{seat}.{category}")
    total = sum(row[seat] for row in view.tally.values())
    box = (WIDE - 20 - TOTAL_WIDE, WIDE - 24, middle)
    sheet.text(str(total), box, 56, shades.accent, bold=True, align="middle", name=f"{seat}.total")


def draw_player_area(view: CatanView, look: Look, seat: int) -> Sheet:
    """A player's public holdings: counts, rates, improvements, pieces left, sources of points."""
    player = view.players[seat]
    cities = view.barbarians is not None
    titles = _list_titles(view, look, seat)
    sheet = Sheet(look, (WIDE, 66 + 12 + 96 + 96 + (TRACKS_HIGH if cities else 0) + 92 + (66 if titles else 0)))
    points = look.say("pic.catan.label.points", n=public_points(view, seat), goal=view.goal)
    draw_title_bar(sheet, look, seat, look.seats[seat].name, points, 66)
    y = _draw_piece_counts(sheet, view, seat, 78)
    y = _draw_bank_rates(sheet, view, seat, y)
    if cities:
        y = draw_tracks(sheet, player, look.seats[seat].letter, y, {})
    y = draw_supply(sheet, player, look.seats[seat].letter, y + 2, cities)
    if titles:
        sheet.text(", ".join(titles), (EDGE + 14, WIDE - EDGE - 14, y + 28), 32, look.shades.accent, name="titles")
    return sheet


def _list_titles(view: CatanView, look: Look, seat: int) -> list[str]:
    """The sources of points besides buildings."""
    player, say = view.players[seat], look.say
    titles = []
    if player.longest_road:
        titles.append(say("pic.catan.label.longest"))
    if player.army:
        titles.append(say("pic.catan.label.army"))
    if player.defender:
        titles.append(say("pic.catan.label.defender", n=player.defender))
    if player.merchant:  # named here: a field of the view
        titles.append(say("pic.catan.label.merchant"))  # named here: the piece, not the card
    return titles + [card_name(look, key) for key in player.shown]


def _draw_piece_counts(sheet: Sheet, view: CatanView, seat: int, y: int) -> int:
    """Draw the size of the hand, cards, road length and knights; returns the next y."""
    look, player = sheet.look, view.players[seat]
    ink = look.shades.ink
    sheet.panel((EDGE, y, WIDE - EDGE, y + 88), 12, look.shades.panel, look.shades.line, 1)
    middle = y + 44

    def count(icon: Image.Image, n: int, x: int, name: str) -> None:
        sheet.put(icon, x, middle - icon.height // 2, f"{name} icon")
        sheet.text(str(n), (x + icon.width + 10, x + icon.width + 90, middle), 44, ink, bold=True, name=name)

    count(hand_icon(56), player.cards, 40, "cards")
    count(road_icon(54, ink), player.road_length, 560, "road")
    if view.barbarians is None:
        count(card_back("development", (40, 56)), player.developments, 300, "developments")
        count(army_icon(56), player.knights_played, 820, "knights")
        return y + 96
    count(strength_icon(60), player.strength, 820, "knights")
    for i, kind in enumerate(player.progress):
        sheet.put(card_back(kind, (40, 56)), 250 + i * 48, middle - 28, f"back {i}")
    return y + 96


def _draw_bank_rates(sheet: Sheet, view: CatanView, seat: int, y: int) -> int:
    """Draws the player's bank rate for each kind of card; returns the next y."""
    look = sheet.look
    sheet.panel((EDGE, y, WIDE - EDGE, y + 88), 12, look.shades.panel, look.shades.line, 1)
    step = (WIDE - 2 * EDGE - 20) // len(view.cards)
    for i, (kind, rate) in enumerate(zip(view.cards, view.players[seat].rates, strict=True)):
        x = EDGE + 16 + i * step
        sheet.put(good_icon(kind, 56), x, y + 16, f"rate {kind} icon")
        ink = look.shades.accent if rate < 4 else look.shades.ink
        sheet.text(f"{rate}:1", (x + 62, x + step, y + 44), 34, ink, bold=True, name=f"rate {kind}")
    return y + 96
