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
LINE: Final = 40  # line height of the warning
ACROSS: Final = 2  # seats side by side


def draw_citadels_standing(recap: Recap, look: Look) -> Image.Image:
    """A panel: seats by points in two columns, the reader's framed; below them the warning."""
    view: CitadelsView = recap.now
    seats = sorted(range(view.seats), key=lambda seat: -view.scores[seat])
    rows = -(-len(seats) // ACROSS)
    said = describe_end_danger(recap, look)
    sheet = Sheet(look, (WIDE, 2 * PAD + rows * ROW + (LINE if said else 0)))
    shades = look.shades
    sheet.panel((0, 0, *sheet.size), RADIUS, shades.panel, shades.line, 2)
    room = (WIDE - PAD) // ACROSS
    for at, seat in enumerate(seats):
        x, y = PAD + at // rows * room, PAD + at % rows * ROW
        recap_strip.draw_seat_row(sheet, recap, seat, (x, y, x + SEATS, y + ROW))
        built = look.say("pic.citadels.missed.districts", n=len(view.players[seat].city))
        box = (x + SEATS + 6, x + room - PAD, y + ROW // 2)
        sheet.text(built, box, 25, shades.soft, floor=FLOOR)
    if said:
        box = (16, WIDE - 14, PAD + rows * ROW + LINE // 2)
        sheet.text(said, box, 26, LOSS[look.theme], floor=FLOOR)
    return sheet.image


def describe_end_danger(recap: Recap, look: Look) -> str:
    """A warning that this is the last round, or of the players who need one more district; empty if neither holds."""
    view: CitadelsView = recap.now
    if view.last_round:
        return look.say("pic.citadels.missed.last_round")
    near = [seat for seat, player in enumerate(view.players) if len(player.city) == view.target - 1]
    if near == [recap.reader]:
        return look.say("pic.citadels.missed.near_you")
    names = (
        look.say("pic.citadels.missed.you_among") if seat == recap.reader else drawable_text(look.seats[seat].name)
        for seat in near
    )
    if not near:
        return ""
    said = look.say("pic.citadels.missed.near", n=len(near), names=join_names(look.say, names))
    return said[:1].upper() + said[1:]
