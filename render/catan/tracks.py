"""Draws the three improvement tracks as boards of five fields, and a player's supply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PIL import Image

from render.core.cache import cached_sprite
from render.core.chip_strip import seat_sign_sprite
from render.core.fonts import BOLD, REGULAR, capitals_middle, fit_text, text_sprite
from render.core.look import GOLD, THEMES, Look, Theme
from render.core.shapes import panel_sprite
from render.core.sheet import Sheet
from rules.catan.view import PlayerView

from .colours import TRACKS
from .good_icons import good_icon
from .island_plan import EDGE, WIDE
from .pieces import city_sprite, knight_sprite, road_sprite, settlement_sprite, wall_sprite

LINE_HIGH: Final = 88
TRACKS_HIGH: Final = 3 * (LINE_HIGH + 6)  # height of `draw_tracks`
SUPPLY_HIGH: Final = 86  # height of `draw_supply`
LEVEL_COUNT: Final = 5
NAME_SIZE: Final = 34  # font size: 11 px in a picture shown 400 px wide


@cached_sprite
def track_field(track: str, level: int, name: str, state: str, wide: int, high: int, theme: Theme) -> Image.Image:
    """A level: `built`, `next` (the first unbuilt), `open` (affordable now) or `far`."""
    shades, colours = THEMES[theme], TRACKS[track]
    built = state == "built"
    fill = colours.fill if built else shades.ground
    edge = GOLD if state == "open" else colours.fill
    image = panel_sprite((wide, high), 10, fill, edge, 5 if state in ("next", "open") else 3).copy()
    ink = colours.ink if built else shades.ink
    shown, size, width = fit_text(name, wide - 18, NAME_SIZE, BOLD, 20)
    words = text_sprite(shown, size, BOLD, width, ink)
    image.alpha_composite(words, ((wide - words.width) // 2, round(high * 0.28 - capitals_middle(size, BOLD))))
    cost = text_sprite(f"{level} ×", 27, REGULAR, 88, ink if built else shades.soft)
    icon, y = good_icon(colours.commodity, 26), round(high * 0.75)  # below the descenders of the name
    x = (wide - cost.width - icon.width - 6) // 2
    image.alpha_composite(cost, (x, round(y - capitals_middle(27))))
    image.alpha_composite(icon, (x + cost.width + 6, y - 13))
    return image


def draw_tracks(sheet: Sheet, player: PlayerView, letter: str, top: int, held: Mapping[str, int]) -> int:
    """Draw a player's three tracks; levels that the held cards pay for have a gold frame. Returns the bottom."""
    look = sheet.look
    side = 92
    wide = (WIDE - 2 * EDGE - side - LEVEL_COUNT * 8) // LEVEL_COUNT
    for row, (track, colours) in enumerate(TRACKS.items()):
        y = top + row * (LINE_HIGH + 6)
        sheet.panel((EDGE, y, WIDE - EDGE, y + LINE_HIGH), 12, look.shades.panel, look.shades.line, 1)
        reached = player.improvements[row] if player.improvements else 0
        if track in player.metropolises:
            sheet.put(city_sprite(letter, 84, metropolis=track), EDGE + 4, y + 2, f"metropolis {track}")
        else:
            sheet.put(good_icon(colours.commodity, 58), EDGE + 17, y + 15)
        for level in range(1, LEVEL_COUNT + 1):
            state = _level_state(level, reached, held.get(colours.commodity, 0))
            name = look.say(f"catan.level.{track}-{level}")
            sprite = track_field(track, level, name, state, wide, LINE_HIGH - 16, look.theme)
            sheet.put(sprite, EDGE + side + (level - 1) * (wide + 8), y + 8, f"{track} {level}")
    return top + TRACKS_HIGH


def _level_state(level: int, reached: int, held: int) -> str:
    if level != reached + 1:
        return "built" if level <= reached else "far"
    return "open" if held >= level else "next"


def draw_supply(sheet: Sheet, player: PlayerView, letter: str, top: int, cities: bool) -> int:
    """Draw a player's remaining pieces; returns the bottom."""
    items: list[tuple[Image.Image, int]] = [
        (road_sprite(letter, 62, -30), player.roads_left),
        (settlement_sprite(letter, 58), player.settlements_left),
        (city_sprite(letter, 70), player.cities_left),
    ]
    if cities:
        items.append((wall_sprite(70), player.walls_left))
        items += [
            (knight_sprite(letter, 56, level, active=True), count) for level, count in enumerate(player.knights_left, 1)
        ]
    high, shades = SUPPLY_HIGH - 8, sheet.look.shades
    middle = top + high // 2
    sheet.panel((EDGE, top, WIDE - EDGE, top + high), 12, shades.panel, shades.line, 1)
    label = sheet.look.say("pic.catan.label.left")
    label_wide = sheet.text(label, (EDGE + 16, EDGE + 190, middle), 29, shades.soft, name="left")
    x = EDGE + 40 + max(label_wide, 120)
    step = (WIDE - EDGE - x) // len(items)
    for i, (sprite, count) in enumerate(items):
        sheet.put(sprite, x + i * step, middle - sprite.height // 2 - 2, f"piece {i}")
        left = x + i * step + sprite.width + 4
        sheet.text(str(count), (left, left + 52, middle), 36, shades.ink, bold=True, name=f"supply {i}")
    return top + SUPPLY_HIGH


def draw_title_bar(sheet: Sheet, look: Look, seat: int, title: str, right: str, high: int) -> None:
    """Draw the bar on top in the seat's colour. `right`: the words at its end."""
    colour = look.seats[seat].colour
    sheet.put(Image.new("RGB", (WIDE, high), colour.fill), 0, 0)
    sheet.put(seat_sign_sprite(look.seats[seat].letter, 40), 18, (high - 40) // 2)
    right_wide = 0
    if right:
        right_wide = sheet.text(right, (WIDE // 2, WIDE - 20, high // 2), 32, colour.ink, align="end", name="bar end")
    sheet.text(title, (74, WIDE - 40 - right_wide, high // 2), 40, colour.ink, bold=True, name="title")
