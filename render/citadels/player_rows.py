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

ROW_GAP: Final = 5  # gap between two rows
HIGHEST: Final = 1252  # height of the whole picture
TALLEST_ROW: Final = 176
THREE_LINES_HIGH: Final = 165  # a higher row has three lines before the city
CITY_LEFT: Final = 408  # left edge of the city
TEXT_SIZE: Final = 36  # usual font size
LEAST_SIZE: Final = 33  # least font size of essential text


def seat_row_height(seats: int, above: int, below: int) -> int:
    """The height of each row."""
    return min(TALLEST_ROW, (HIGHEST - above - below) // seats - ROW_GAP)


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
    left, top, right, bottom = box
    draw_player_ground(sheet, view, seat, box, 14, marks.get(str(seat)))
    badge_size = (48, min(116, bottom - top - 22))
    badge = seat_badge(sheet.look.seats[seat].letter, badge_size, 34)
    sheet.put(badge, left + 10, (top + bottom - badge_size[1]) // 2, f"{seat}.badge")
    if bottom - top > THREE_LINES_HIGH:
        _draw_three_lines(sheet, view, seat, box)
    else:
        _draw_two_lines(sheet, view, seat, box)
    _draw_row_city(sheet, view, seat, (CITY_LEFT + EDGE, top + 10, right - 10, bottom - 10), marks)


def draw_player_ground(sheet: Sheet, view: CitadelsView, seat: int, box: Box, radius: int, mark: Mark | None) -> None:
    """Draw the panel of a player, framed for a mark, a pending decision or the victory."""
    shades = sheet.look.shades
    is_framed = seat in view.winners if view.over else seat in view.tasks
    edge = TONES[mark.tone] if mark else shades.accent if is_framed else shades.line
    sheet.panel(box, radius, shades.panel, edge, 6 if mark or is_framed else 2, f"{seat}.panel")


def _draw_two_lines(sheet: Sheet, view: CitadelsView, seat: int, box: Box) -> None:
    """Name and points; character, gold and hand."""
    left, top, _, bottom = box
    left += 68
    upper, lower = top + (bottom - top) * 29 // 100, top + (bottom - top) * 71 // 100
    x = CITY_LEFT - _draw_row_points(sheet, view, seat, upper)
    _draw_name_and_crown(sheet, view, seat, (left, x - 8, upper))
    x = _draw_gold_and_hand(sheet, view, seat, CITY_LEFT, lower)
    draw_characters_or_status(sheet, view, seat, (left, x - 6, lower))


def _draw_three_lines(sheet: Sheet, view: CitadelsView, seat: int, box: Box) -> None:
    """Name; character; gold, hand and points."""
    left, top, _, bottom = box
    left += 68
    first, second, third = (top + (bottom - top) * share // 100 for share in (19, 49, 79))
    _draw_name_and_crown(sheet, view, seat, (left, CITY_LEFT, first))
    _draw_row_points(sheet, view, seat, third)
    draw_characters_or_status(sheet, view, seat, (left, CITY_LEFT, second))
    _draw_gold_and_hand(sheet, view, seat, left + (124 if view.players[seat].hand < 10 else 144), third)


def _draw_row_points(sheet: Sheet, view: CitadelsView, seat: int, y: int) -> int:
    """Draw the points, preceded by the bonus points, at the end of the block; returns their width."""
    score, ink, name = str(view.scores[seat]), sheet.look.shades.accent, f"{seat}.score"
    box = (CITY_LEFT - 96, CITY_LEFT, y)
    wide = sheet.text(score, box, 56, ink, bold=True, align="end", floor=LEAST_SIZE, name=name)
    if bonus := bonus_points(view, seat):
        wide += 6
        wide += draw_bonus_chip(sheet, bonus, CITY_LEFT - wide, y, LEAST_SIZE, f"{seat}.beyond")
    return wide


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
    name, ink = look.seats[seat].name, look.shades.ink
    sheet.text(name, (left, right, y), TEXT_SIZE, ink, floor=LEAST_SIZE, name=f"{seat}.name")


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


def draw_characters_or_status(
    sheet: Sheet,
    view: CitadelsView,
    seat: int,
    box: tuple[int, int, int],
    family: str = "pic.citadels.row",
    sizes: tuple[int, int] = (TEXT_SIZE, 27),
    pill: tuple[int, int] = (46, 34),
) -> None:
    """Draw the revealed characters of a player, or the player's state. `family`: prefix of its sentences; `sizes`:
    largest and least font size of the state; `pill`: height and font size of a character."""
    player, look = view.players[seat], sheet.look
    left, right, y = box
    if not player.shown:
        if status := seat_status(view, look, seat, family):
            sheet.text(status, box, sizes[0], look.shades.soft, floor=sizes[1], name=f"{seat}.status")
        return
    room = (right - left - 6 * (len(player.shown) - 1)) // len(player.shown)
    for shown in player.shown:
        rank, name = CHARACTERS[shown.character].rank, card_name(look, shown.character)
        fate = shown.murdered, shown.bewitched
        sprite = revealed_character_pill(rank, name, shown.character, room, *fate, shown.active, *pill)
        sheet.put(sprite, left, y - pill[0] // 2, f"{seat}.pill.{shown.character}")
        left += sprite.width + 6


def _draw_row_city(sheet: Sheet, view: CitadelsView, seat: int, box: Box, marks: Mapping[str, Mark]) -> None:
    """Draw the city, the number of missing districts in the last free place, and a frame around a complete city."""
    look, cards = sheet.look, view.players[seat].city
    if len(cards) >= view.target:
        left = sheet.size[0] - box[2] if look.mirrored else box[0]
        around = (left - 5, box[1] - 5, left + box[2] - box[0] + 4, box[3] + 4)
        ImageDraw.Draw(sheet.image).rounded_rectangle(around, 10, outline=look.shades.ink, width=3)
    free = draw_city(sheet, view, seat, box, marks, widest=124, titled=box[3] - box[1] > THREE_LINES_HIGH - 20)
    if not free:
        return
    left, top, right, bottom = free[-1]
    missing, middle = view.target - len(cards), (top + bottom) // 2
    ink, words = look.shades.soft, look.say("pic.citadels.row.to_go", n=missing)
    count_box, words_box = (left, right, middle - 20), (left + 2, right - 2, middle + 22)
    sheet.text(str(missing), count_box, 46, ink, bold=True, align="middle", name=f"{seat}.missing")
    sheet.text(words, words_box, LEAST_SIZE, ink, align="middle", name=f"{seat}.to_go")


def draw_round_and_deck(sheet: Sheet, view: CitadelsView, y: int, news: str) -> None:
    """Draw the round, the deck and news about the end of the game."""
    look, soft = sheet.look, sheet.look.shades.soft
    left, right = EDGE + 6, WIDE - EDGE - 6
    words = look.say("pic.citadels.row.round", round=view.round)
    side_wide = sheet.text(words, (left, 400, y), TEXT_SIZE, soft, floor=27, name="footer")
    if news:
        ink = look.shades.accent
        news_wide = sheet.text(news, (560, right, y), TEXT_SIZE, ink, bold=True, align="end", floor=27, name="news")
        side_wide = max(side_wide, min(news_wide, 340))
        right -= news_wide
    words = look.say("pic.citadels.row.deck", n=view.deck)
    box = (left + side_wide + 20, min(right - 20, WIDE - left - side_wide - 20), y)
    sheet.text(words, box, TEXT_SIZE, soft, align="middle", floor=27, name="deck")
