"""Draws the public table: the row of characters, a panel with the city of each player, the state of the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from render.core.chip_strip import seat_badge
from render.core.look import Look, Mark
from render.core.sheet import Sheet
from rules.citadels.view import CitadelsView

from . import player_rows
from .call_row import draw_calls
from .cards import coin_sprite, crown_icon, hand_size_icon
from .city import draw_city
from .layout import CALLS_HIGH, EDGE, FOOT_HIGH, GAP, WIDE, card_name

HEAD_HIGH: Final = 84  # height of the upper part of a panel
TWO_LINES_HIGH: Final = 340  # a higher city has two lines
LEAST_PLAYERS_IN_ROWS: Final = 6  # from this number of players on, each has a row


@dataclass(frozen=True, slots=True)
class PanelPlan:
    """The layout of the panels."""

    columns: int
    rows: int
    panel_high: int  # height of a panel
    gap: int = GAP

    @property
    def size(self) -> tuple[int, int]:
        return WIDE, EDGE + CALLS_HIGH + GAP + self.rows * (self.panel_high + self.gap) + FOOT_HIGH

    def panel_box(self, seat: int) -> tuple[int, int, int, int]:
        wide = (WIDE - 2 * EDGE - (self.columns - 1) * GAP) // self.columns
        x = EDGE + seat % self.columns * (wide + GAP)
        y = EDGE + CALLS_HIGH + GAP + seat // self.columns * (self.panel_high + self.gap)
        return x, y, x + wide, y + self.panel_high


def plan_panels(seats: int) -> PanelPlan:
    """Up to three players have the whole width each; four have cities in two lines; six to eight have rows."""
    if seats <= 3:
        return PanelPlan(1, seats, 350 if seats == 2 else 300)
    if seats < LEAST_PLAYERS_IN_ROWS:
        return PanelPlan(2, -(-seats // 2), {4: 520, 5: 300}[seats])
    return PanelPlan(
        1, seats, player_rows.seat_row_height(seats, EDGE + CALLS_HIGH + GAP, FOOT_HIGH), player_rows.ROW_GAP
    )


def _draw_panel_head(sheet: Sheet, view: CitadelsView, seat: int, box: tuple[int, int, int, int]) -> None:
    """Draws name, revealed characters, crown, gold, hand, points."""
    look, player = sheet.look, view.players[seat]
    left, top, right, _ = box
    shades = look.shades
    sheet.put(seat_badge(look.seats[seat].letter, (48, 72)), left + 9, top + 9, f"{seat}.badge")
    middle = top + 45
    x = right - 14
    score, box_of_score, name = str(view.scores[seat]), (x - 84, x, top + 30), f"{seat}.score"
    wide = sheet.text(score, box_of_score, 46, shades.accent, bold=True, align="end", floor=27, name=name)
    progress = look.say("pic.citadels.label.of", n=len(player.city), total=view.target)
    sheet.text(progress, (x - 84, x, top + 68), 26, shades.soft, align="end", name=f"{seat}.progress")
    if bonus := player_rows.bonus_points(view, seat):
        right_of_bonus = x - wide - 6
        bonus_wide = player_rows.draw_bonus_chip(sheet, bonus, right_of_bonus, top + 30, 28, f"{seat}.beyond")
        x = min(x, right_of_bonus - bonus_wide + 84)
    x -= 92
    sheet.text(str(player.hand), (x - 46, x, middle), 42, shades.ink, bold=True, floor=27, name=f"{seat}.hand")
    x -= 46 + 54
    sheet.put(hand_size_icon(52), x, middle - 28, f"{seat}.backs")
    x -= 66
    sheet.put(coin_sprite(str(player.gold), 60), x, middle - 30, f"{seat}.gold")
    if player.crown:
        x -= 58
        sheet.put(crown_icon(54), x, middle - 29, f"{seat}.crown")
    start = left + 66
    sheet.text(look.seats[seat].name, (start, x - 4, top + 27), 35, shades.ink, floor=20, name=f"{seat}.name")
    status_box = (start, x - 6, top + 66)
    player_rows.draw_characters_or_status(
        sheet, view, seat, status_box, "pic.citadels.label", sizes=(27, 20), pill=(34, 25)
    )


def draw_seat_panel(
    sheet: Sheet, view: CitadelsView, seat: int, box: tuple[int, int, int, int], marks: Mapping[str, Mark]
) -> None:
    """Draw a player's public state."""
    player_rows.draw_player_ground(sheet, view, seat, box, 16, marks.get(str(seat)))
    _draw_panel_head(sheet, view, seat, box)
    inner = (box[0] + 10, box[1] + HEAD_HIGH + 8, box[2] - 10, box[3] - 10)
    draw_city(sheet, view, seat, inner, marks, lines=2 if inner[3] - inner[1] > TWO_LINES_HIGH else 1)


def _describe_table_news(view: CitadelsView, look: Look) -> str:
    """Public news beside the cities."""
    if view.ruin:
        return look.say("pic.citadels.label.ruin", district=card_name(look, view.ruin))
    return look.say("pic.citadels.label.last_round") if view.last_round and not view.over else ""


def _draw_table_foot(sheet: Sheet, view: CitadelsView) -> None:
    look = sheet.look
    y = sheet.size[1] - FOOT_HIGH // 2 - 2
    news = _describe_table_news(view, look)
    if view.seats >= LEAST_PLAYERS_IN_ROWS:
        player_rows.draw_round_and_deck(sheet, view, y, news)
        return
    right = WIDE - EDGE - 6
    if news:
        right -= 20 + sheet.text(news, (WIDE // 2 + 120, right, y), 27, look.shades.accent, align="end", name="news")
    line = look.say("pic.citadels.label.footer", round=view.round, n=view.deck, target=view.target)
    sheet.text(line, (EDGE + 6, right, y), 27, look.shades.soft, name="footer")


def draw_table(view: CitadelsView, look: Look, marks: Sequence[Mark] = ()) -> Sheet:
    """The whole table. Marks point at a seat (`2`), a district (`2.market`) or a character (`thief`)."""
    marks_of_places = {mark.place: mark for mark in marks}
    plan = plan_panels(view.seats)
    sheet = Sheet(look, plan.size)
    draw_calls(sheet, view, marks_of_places)
    draw_player = player_rows.draw_player_row if view.seats >= LEAST_PLAYERS_IN_ROWS else draw_seat_panel
    for seat in range(view.seats):
        draw_player(sheet, view, seat, plan.panel_box(seat), marks_of_places)
    _draw_table_foot(sheet, view)
    return sheet


def draw_single_panel(view: CitadelsView, look: Look, seat: int) -> Sheet:
    """One player's panel across the whole width."""
    sheet = Sheet(look, (WIDE, 2 * EDGE + 360))
    draw_seat_panel(sheet, view, seat, (EDGE, EDGE, WIDE - EDGE, EDGE + 360), {})
    return sheet
