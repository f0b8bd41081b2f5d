"""Draws the public table: the row of characters, a panel with the city of each player, the state of the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from render.core.chip_strip import seat_badge
from render.core.look import Look, Mark
from render.core.sheet import Sheet
from rules.citadels.cards import CHARACTERS
from rules.citadels.view import CitadelsView

from . import player_rows
from .call_row import draw_calls, revealed_character_pill
from .cards import coin_sprite, crown_icon, hand_size_icon
from .city import draw_city
from .layout import CALLS, EDGE, FOOT, GAP, TONES, WIDE, card_name

HEAD: Final = 84  # height of the upper part of a panel
TALL: Final = 340  # a higher city has two lines
MANY: Final = 6  # from this number of players on, each has a row


@dataclass(frozen=True, slots=True)
class PanelPlan:
    """The layout of the panels."""

    columns: int
    rows: int
    high: int  # height of a panel
    gap: int = GAP

    @property
    def size(self) -> tuple[int, int]:
        return WIDE, EDGE + CALLS + GAP + self.rows * (self.high + self.gap) + FOOT

    def box(self, seat: int) -> tuple[int, int, int, int]:
        wide = (WIDE - 2 * EDGE - (self.columns - 1) * GAP) // self.columns
        x = EDGE + seat % self.columns * (wide + GAP)
        y = EDGE + CALLS + GAP + seat // self.columns * (self.high + self.gap)
        return x, y, x + wide, y + self.high


def plan_panels(seats: int) -> PanelPlan:
    """Up to three players have the whole width each; four have cities in two lines; six to eight have rows."""
    if seats <= 3:
        return PanelPlan(1, seats, 350 if seats == 2 else 300)
    if seats < MANY:
        return PanelPlan(2, -(-seats // 2), {4: 520, 5: 300}[seats])
    return PanelPlan(1, seats, player_rows.seat_row_height(seats, EDGE + CALLS + GAP, FOOT), player_rows.SPACE)


def _draw_panel_head(sheet: Sheet, view: CitadelsView, seat: int, box: tuple[int, int, int, int]) -> None:
    """Draws name, revealed characters, crown, gold, hand, points."""
    look, player = sheet.look, view.players[seat]
    left, top, right, _ = box
    shades = look.shades
    sheet.put(seat_badge(look.seats[seat].letter, (48, 72)), left + 9, top + 9, f"{seat}.badge")
    line = top + 45
    x = right - 14
    score = (x - 84, x, top + 30)
    said = str(view.scores[seat])
    wide = sheet.text(said, score, 46, shades.accent, bold=True, align="end", floor=27, name=f"{seat}.score")
    progress = look.say("pic.citadels.label.of", n=len(player.city), total=view.target)
    sheet.text(progress, (x - 84, x, top + 68), 26, shades.soft, align="end", name=f"{seat}.progress")
    if more := player_rows.bonus_points(view, seat):
        before = x - wide - 6
        x = min(x, before - player_rows.draw_bonus_chip(sheet, more, before, top + 30, 28, f"{seat}.beyond") + 84)
    x -= 92
    sheet.text(
        str(player.hand), (x - 46, x, line), 42, shades.ink, bold=True, align="start", floor=27, name=f"{seat}.hand"
    )
    x -= 46 + 54
    sheet.put(hand_size_icon(52), x, line - 28, f"{seat}.backs")
    x -= 66
    sheet.put(coin_sprite(str(player.gold), 60), x, line - 30, f"{seat}.gold")
    if player.crown:
        x -= 58
        sheet.put(crown_icon(54), x, line - 29, f"{seat}.crown")
    start = left + 66
    sheet.text(look.seats[seat].name, (start, x - 4, top + 27), 35, shades.ink, floor=20, name=f"{seat}.name")
    _draw_panel_status(sheet, view, seat, (start, x - 6, top + 66))


def _draw_panel_status(sheet: Sheet, view: CitadelsView, seat: int, box: tuple[int, int, int]) -> None:
    """Draws the line below the name: the revealed characters, or the player's state."""
    player, look = view.players[seat], sheet.look
    left, right, y = box
    if not player.shown:
        status = player_rows.seat_status(view, look, seat, "pic.citadels.label")
        if status:
            sheet.text(status, (left, right, y), 27, look.shades.soft, floor=20, name=f"{seat}.status")
        return
    room = (right - left - 6 * (len(player.shown) - 1)) // len(player.shown)
    for shown in player.shown:
        sprite = revealed_character_pill(
            CHARACTERS[shown.character].rank,
            card_name(look, shown.character),
            shown.character,
            room,
            shown.murdered,
            shown.bewitched,
            shown.active,
        )
        sheet.put(sprite, left, y - 17, f"{seat}.pill.{shown.character}")
        left += sprite.width + 6


def draw_seat_panel(
    sheet: Sheet, view: CitadelsView, seat: int, box: tuple[int, int, int, int], marks: Mapping[str, Mark]
) -> None:
    """Draw a player's public state."""
    shades = sheet.look.shades
    acting = seat in view.winners if view.over else seat in view.tasks
    mark = marks.get(str(seat))
    edge = TONES[mark.tone] if mark else shades.accent if acting else shades.line
    sheet.panel(box, 16, shades.panel, edge, 6 if mark or acting else 2, f"{seat}.panel")
    _draw_panel_head(sheet, view, seat, box)
    inner = (box[0] + 10, box[1] + HEAD + 8, box[2] - 10, box[3] - 10)
    draw_city(sheet, view, seat, inner, marks, lines=2 if inner[3] - inner[1] > TALL else 1)


def _describe_table_news(view: CitadelsView, look: Look) -> str:
    """Public news beside the cities."""
    if view.ruin:
        return look.say("pic.citadels.label.ruin", district=card_name(look, view.ruin))
    return look.say("pic.citadels.label.last_round") if view.last_round and not view.over else ""


def _draw_table_foot(sheet: Sheet, view: CitadelsView) -> None:
    look = sheet.look
    y = sheet.size[1] - FOOT // 2 - 2
    said = _describe_table_news(view, look)
    if view.seats >= MANY:
        player_rows.draw_round_and_deck(sheet, view, y, said)
        return
    right = WIDE - EDGE - 6
    if said:
        right -= 20 + sheet.text(said, (WIDE // 2 + 120, right, y), 27, look.shades.accent, align="end", name="news")
    line = look.say("pic.citadels.label.footer", round=view.round, n=view.deck, target=view.target)
    sheet.text(line, (EDGE + 6, right, y), 27, look.shades.soft, name="footer")


def draw_table(view: CitadelsView, look: Look, marks: Sequence[Mark] = ()) -> Sheet:
    """The whole table. Marks point at a seat (`2`), a district (`2.market`) or a character (`thief`)."""
    places = {m.place: m for m in marks}
    laid = plan_panels(view.seats)
    sheet = Sheet(look, laid.size)
    draw_calls(sheet, view, places)
    draw = player_rows.draw_player_row if view.seats >= MANY else draw_seat_panel
    for seat in range(view.seats):
        draw(sheet, view, seat, laid.box(seat), places)
    _draw_table_foot(sheet, view)
    return sheet


def draw_single_panel(view: CitadelsView, look: Look, seat: int) -> Sheet:
    """One player's panel across the whole width."""
    sheet = Sheet(look, (WIDE, 2 * EDGE + 360))
    draw_seat_panel(sheet, view, seat, (EDGE, EDGE, WIDE - EDGE, EDGE + 360), {})
    return sheet
