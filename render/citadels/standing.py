"""The current standing of Citadels in a recap: points, districts, and the players who can end the game soon."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.core import recap_strip
from render.core.fonts import drawable_text
from render.core.look import Look
from render.core.recap import Recap
from render.core.recap_strip import FLOOR, LOSS, MARGIN, RADIUS, ROW, SEATS
from render.core.sentences import join_names
from render.core.sheet import Sheet
from rules.citadels.view import CitadelsView

WIDE: Final = recap_strip.WIDE - 2 * MARGIN
PAD: Final = 8
WARNING_HIGH: Final = 40  # line height of the warning
COLUMNS: Final = 2  # seats side by side


def draw_citadels_standing(recap: Recap, look: Look) -> Image.Image:
    """A panel: seats by points in two columns, the reader's framed; below them the warning."""
    view: CitadelsView = recap.now
    seats = sorted(range(view.seats), key=lambda seat: -view.scores[seat])
    rows = -(-len(seats) // COLUMNS)
    warning = describe_end_danger(recap, look)
    sheet = Sheet(look, (WIDE, 2 * PAD + rows * ROW + (WARNING_HIGH if warning else 0)))
    shades = look.shades
    sheet.panel((0, 0, *sheet.size), RADIUS, shades.panel, shades.line, 2)
    column_wide = (WIDE - PAD) // COLUMNS
    for index, seat in enumerate(seats):
        x, y = PAD + index // rows * column_wide, PAD + index % rows * ROW
        recap_strip.draw_seat_row(sheet, recap, seat, (x, y, x + SEATS, y + ROW))
        district_count = look.say("pic.citadels.missed.districts", n=len(view.players[seat].city))
        box = (x + SEATS + 6, x + column_wide - PAD, y + ROW // 2)
        sheet.text(district_count, box, 25, shades.soft, floor=FLOOR)
    if warning:
        box = (16, WIDE - 14, PAD + rows * ROW + WARNING_HIGH // 2)
        sheet.text(warning, box, 26, LOSS[look.theme], floor=FLOOR)
    return sheet.image


def describe_end_danger(recap: Recap, look: Look) -> str:
    """A warning that this is the last round, or of the players who need one more district; empty if neither holds."""
    view: CitadelsView = recap.now
    if view.last_round:
        return look.say("pic.citadels.missed.last_round")
    seats_near_end = [seat for seat, player in enumerate(view.players) if len(player.city) == view.target - 1]
    if seats_near_end == [recap.reader]:
        return look.say("pic.citadels.missed.near_you")
    names = (
        look.say("pic.citadels.missed.you_among") if seat == recap.reader else drawable_text(look.seats[seat].name)
        for seat in seats_near_end
    )
    if not seats_near_end:
        return ""
    warning = look.say("pic.citadels.missed.near", n=len(seats_near_end), names=join_names(look.say, names))
    return warning[:1].upper() + warning[1:]
