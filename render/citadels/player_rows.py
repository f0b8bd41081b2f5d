"""Draws a row for each of six to eight players: state, holdings and the city without names of districts.

Essential text is at least 33 px high, which is 11 px in a picture shown 400 px wide.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PIL import ImageDraw

from render.core.chip_strip import seat_badge
from render.core.fonts import BOLD, capitals_middle, text_sprite
from render.core.look import Look, Mark
from render.core.shapes import panel_sprite
from render.core.sheet import Box, Sheet
from rules.citadels.cards import CHARACTERS
from rules.citadels.view import CitadelsView

from .call_row import revealed_character_pill
from .cards import coin_sprite, crown_icon, hand_size_icon
from .city import draw_city
from .layout import EDGE, TONES, WIDE, card_name

SPACE: Final = 5  # gap between two rows
HIGHEST: Final = 1252  # height of the whole picture
TALLEST: Final = 176
LOOSE: Final = 165  # a higher row has three lines before the city
BLOCK: Final = 408  # left edge of the city
LETTERS: Final = 36
LEAST: Final = 33


def seat_row_height(seats: int, above: int, below: int) -> int:
    """The height of each row."""
    return min(TALLEST, (HIGHEST - above - below) // seats - SPACE)


def seat_status(view: CitadelsView, look: Look, seat: int, family: str) -> str:
    """The state of a player without a revealed character."""
    player = view.players[seat]
    if view.over:
        return ""
    if player.drafting:
        return look.say(f"{family}.drafting")
    if view.phase == "draft":
        return look.say(f"{family}.{'chosen' if player.secret else 'none'}")
    return look.say(f"{family}.waiting") if player.secret else ""


def draw_player_row(sheet: Sheet, view: CitadelsView, seat: int, box: Box, marks: Mapping[str, Mark]) -> None:
    """Draw a player's public state."""
    shades = sheet.look.shades
    left, top, right, bottom = box
    acting = seat in view.winners if view.over else seat in view.tasks
    mark = marks.get(str(seat))
    edge = TONES[mark.tone] if mark else shades.accent if acting else shades.line
    sheet.panel(box, 14, shades.panel, edge, 6 if mark or acting else 2, f"{seat}.panel")
    block = (48, min(116, bottom - top - 22))
    sheet.put(
        seat_badge(sheet.look.seats[seat].letter, block, 34), left + 10, (top + bottom - block[1]) // 2, f"{seat}.badge"
    )
    if bottom - top > LOOSE:
        _draw_three_lines(sheet, view, seat, box)
    else:
        _draw_two_lines(sheet, view, seat, box)
    _draw_row_city(sheet, view, seat, (BLOCK + EDGE, top + 10, right - 10, bottom - 10), marks)


def _draw_two_lines(sheet: Sheet, view: CitadelsView, seat: int, box: Box) -> None:
    """Name and points; character, gold and hand."""
    left, top, _, bottom = box
    left += 68
    upper, lower = top + (bottom - top) * 29 // 100, top + (bottom - top) * 71 // 100
    x = BLOCK - _draw_row_points(sheet, view, seat, upper)
    _draw_name_and_crown(sheet, view, seat, (left, x - 8, upper))
    x = _draw_gold_and_hand(sheet, view, seat, BLOCK, lower)
    _draw_shown_characters(sheet, view, seat, (left, x - 6, lower))


def _draw_three_lines(sheet: Sheet, view: CitadelsView, seat: int, box: Box) -> None:
    """Name; character and points; gold and hand."""
    left, top, _, bottom = box
    left += 68
    first, second, third = (top + (bottom - top) * share // 100 for share in (19, 49, 79))
    _draw_name_and_crown(sheet, view, seat, (left, BLOCK, first))
    _draw_row_points(sheet, view, seat, third)
    _draw_shown_characters(sheet, view, seat, (left, BLOCK, second))
    _draw_gold_and_hand(sheet, view, seat, left + (124 if view.players[seat].hand < 10 else 144), third)


def _draw_row_points(sheet: Sheet, view: CitadelsView, seat: int, y: int) -> int:
    """Draw the points, preceded by the bonus points, at the end of the block; returns their width."""
    said, ink = str(view.scores[seat]), sheet.look.shades.accent
    wide = sheet.text(said, (BLOCK - 96, BLOCK, y), 56, ink, bold=True, align="end", floor=LEAST, name=f"{seat}.score")
    more = bonus_points(view, seat)
    return wide if not more else wide + 6 + draw_bonus_chip(sheet, more, BLOCK - wide - 6, y, LEAST, f"{seat}.beyond")


def bonus_points(view: CitadelsView, seat: int) -> int:
    """The points in a score beyond the cost of the districts."""
    return view.sheet[seat].total - view.sheet[seat].districts


def draw_bonus_chip(sheet: Sheet, points: int, right: int, y: int, size: int, name: str) -> int:
    """Draw bonus points that end at `right`; returns their width."""
    shades = sheet.look.shades
    words = text_sprite(f"+{points}", size, BOLD, 76, shades.accent)
    image = panel_sprite((words.width + 12, size + 9), 9, shades.ground, shades.accent, 2).copy()
    image.alpha_composite(words, (6, round(image.height / 2 - capitals_middle(size, BOLD))))
    sheet.put(image, right - image.width, y - image.height // 2, name)
    return image.width


def _draw_name_and_crown(sheet: Sheet, view: CitadelsView, seat: int, box: tuple[int, int, int]) -> None:
    """Draw the name, and the crown at the end of the line."""
    look, (left, right, y) = sheet.look, box
    if view.players[seat].crown:
        right -= 50
        sheet.put(crown_icon(48), right + 2, y - 25, f"{seat}.crown")
    sheet.text(look.seats[seat].name, (left, right, y), LETTERS, look.shades.ink, floor=LEAST, name=f"{seat}.name")


def _draw_gold_and_hand(sheet: Sheet, view: CitadelsView, seat: int, right: int, y: int) -> int:
    """Draw gold and hand that end at `right`; returns their left edge."""
    player, ink = view.players[seat], sheet.look.shades.ink
    x = right - (24 if player.hand < 10 else 44)
    sheet.text(str(player.hand), (x, right, y), 38, ink, bold=True, align="end", floor=27, name=f"{seat}.hand")
    x -= 46
    sheet.put(hand_size_icon(44), x, y - 23, f"{seat}.backs")
    x -= 56
    sheet.put(coin_sprite(str(player.gold), 54, share=0.68), x, y - 27, f"{seat}.gold")
    return x


def _draw_shown_characters(sheet: Sheet, view: CitadelsView, seat: int, box: tuple[int, int, int]) -> None:
    """Draw the revealed characters, or the player's state."""
    player, look = view.players[seat], sheet.look
    left, right, y = box
    if not player.shown:
        said = seat_status(view, look, seat, "pic.citadels.row")
        if said:
            sheet.text(said, (left, right, y), LETTERS, look.shades.soft, floor=27, name=f"{seat}.status")
        return
    room = (right - left - 6 * (len(player.shown) - 1)) // len(player.shown)
    for shown in player.shown:
        rank, name = CHARACTERS[shown.character].rank, card_name(look, shown.character)
        fate = shown.murdered, shown.bewitched
        sprite = revealed_character_pill(rank, name, shown.character, room, *fate, shown.active, 46, 34)
        sheet.put(sprite, left, y - 23, f"{seat}.pill.{shown.character}")
        left += sprite.width + 6


def _draw_row_city(sheet: Sheet, view: CitadelsView, seat: int, box: Box, marks: Mapping[str, Mark]) -> None:
    """Draw the city, the number of missing districts in the last free place, and a frame around a complete city."""
    look, cards = sheet.look, view.players[seat].city
    if len(cards) >= view.target:
        left = sheet.size[0] - box[2] if look.mirrored else box[0]
        around = (left - 5, box[1] - 5, left + box[2] - box[0] + 4, box[3] + 4)
        ImageDraw.Draw(sheet.image).rounded_rectangle(around, 10, outline=look.shades.ink, width=3)
    free = draw_city(sheet, view, seat, box, marks, widest=124, titled=box[3] - box[1] > LOOSE - 20)
    if not free:
        return
    left, top, right, bottom = free[-1]
    missing, middle = view.target - len(cards), (top + bottom) // 2
    sheet.text(
        str(missing),
        (left, right, middle - 20),
        46,
        look.shades.soft,
        bold=True,
        align="middle",
        name=f"{seat}.missing",
    )
    said = look.say("pic.citadels.row.to_go", n=missing)
    sheet.text(said, (left + 2, right - 2, middle + 22), LEAST, look.shades.soft, align="middle", name=f"{seat}.to_go")


def draw_round_and_deck(sheet: Sheet, view: CitadelsView, y: int, news: str) -> None:
    """Draw the round, the deck and news about the end of the game."""
    look, soft = sheet.look, sheet.look.shades.soft
    first, last = EDGE + 6, WIDE - EDGE - 6
    said = look.say("pic.citadels.row.round", round=view.round)
    aside = sheet.text(said, (first, 400, y), LETTERS, soft, floor=27, name="footer")
    if news:
        ink = look.shades.accent
        news_wide = sheet.text(news, (560, last, y), LETTERS, ink, bold=True, align="end", floor=27, name="news")
        aside = max(aside, min(news_wide, 340))
        last -= news_wide
    said = look.say("pic.citadels.row.deck", n=view.deck)
    box = (first + aside + 20, min(last - 20, WIDE - first - aside - 20), y)
    sheet.text(said, box, LETTERS, soft, align="middle", floor=27, name="deck")
