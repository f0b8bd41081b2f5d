"""The table for everybody: the calls on top, a panel with the city of each player, the state of the deck below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.core.cache import shared
from render.core.fonts import BOLD, REGULAR, fit, label, middle
from render.core.kit import frame, panel, plate
from render.core.look import DANGER, GOLD, LAST, Colour, Look, Mark, mix
from render.core.sheet import Sheet
from render.core.strip import badge
from render.core.words import named
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.citadels.view import CitadelsView, CityCard

from .cards import FATES, backs, city_card, coin, crown, fate, portrait, shade_of

WIDE: Final = 1200
EDGE, GAP = 10, 8
CALLS: Final = 100
FOOT: Final = 40
HEAD: Final = 84  # the upper part of a panel
TALL: Final = 340  # a city with more room than this stands in two lines
TONES: Final = {"choice": GOLD, "last": LAST, "danger": DANGER}


def name_of(look: Look, key: str) -> str:
    """A card by its name in the reader's language."""
    return named(look.say, f"cit.{'character' if key in CHARACTERS else 'district'}.{key}")


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the panels lie."""

    columns: int
    rows: int
    high: int  # of a panel

    @property
    def size(self) -> tuple[int, int]:
        return WIDE, EDGE + CALLS + GAP + self.rows * (self.high + GAP) + FOOT

    def box(self, seat: int) -> tuple[int, int, int, int]:
        wide = (WIDE - 2 * EDGE - (self.columns - 1) * GAP) // self.columns
        x = EDGE + seat % self.columns * (wide + GAP)
        y = EDGE + CALLS + GAP + seat // self.columns * (self.high + GAP)
        return x, y, x + wide, y + self.high


def plan(seats: int) -> Plan:
    """Up to three players have the whole width each; four have cities of two lines; eight fit into four rows."""
    if seats <= 3:
        return Plan(1, seats, 350 if seats == 2 else 300)
    rows = -(-seats // 2)
    return Plan(2, rows, {2: 520, 3: 300, 4: 248}[rows])


@shared
def call_chip(
    rank: int, name: str, character: str, wide: int, state: str, fates: tuple[str, ...], theme_panel: Colour, tone: str
) -> Image.Image:
    """One character of the game: state is to_come, active, called, silent or out."""
    shade = shade_of(character)
    faded = state in ("called", "silent", "out")
    fill = {"called": 0.72, "silent": 0.88, "out": 0.94}.get(state, 0.0)
    ground = mix(shade.fill, theme_panel, fill)
    ink = mix(shade.ink, theme_panel, 0.1)
    if faded:
        dark = sum(theme_panel) < 384
        ink = mix((255, 255, 255) if dark else (30, 24, 18), ground, 0.42 if state == "called" else 0.6)
    edge = TONES.get(tone) or (GOLD if state == "active" else mix(ground, (0, 0, 0), 0.4))
    image = panel((wide, CALLS), 14, ground, edge, 6 if tone or state == "active" else 2).copy()
    words = label(str(rank), 44, BOLD, 88, ink)
    image.alpha_composite(words, (12, round(33 - middle(44, BOLD))))
    side = min(58, wide - 24 - words.width - 12)
    thing = portrait(character, side)
    if state in ("silent", "out"):
        thing = thing.copy()
        thing.putalpha(thing.getchannel("A").point([v * 2 // 5 for v in range(256)]))
    x = 12 + words.width + (wide - 24 - words.width - side) // 2 + 4
    image.alpha_composite(thing, (x, 4 + (58 - side) // 2))
    if FATES[0] in fates:
        cross = fate(FATES[0], side)
        image.alpha_composite(cross, (x, 4 + (58 - side) // 2))
    for i, power in enumerate(p for p in fates if p != FATES[0]):
        image.alpha_composite(fate(power, 38), (wide - 40 - 30 * i, 2))
    shown, size, width = fit(name, wide - 14, 30, REGULAR + 100, 16)
    said = label(shown, size, REGULAR + 100, width, ink)
    at = ((wide - said.width) // 2, round(80 - middle(size, REGULAR + 100)))
    image.alpha_composite(said, at)
    if state == "out":
        image.paste((*ink, 255), (at[0] - 3, 80, at[0] + said.width + 3, 83))
    return image


def _state(view: CitadelsView, character: str) -> str:
    if character in view.face_up:
        return "out"
    if view.turn is not None and view.turn.character == character:
        return "active"
    if character in view.silent:
        return "silent"
    rank = CHARACTERS[character].rank
    if view.phase == "call" and rank == view.rank:
        return "active"
    if view.phase == "over" or (view.phase == "call" and rank < view.rank):
        return "called"
    return "to_come"


def fates_of(view: CitadelsView) -> list[tuple[str, str]]:
    """What was done to characters: power and character, those first that are drawn over all others."""
    return sorted(((m.power, m.character) for m in view.marks), key=lambda m: FATES.index(m[0]) if m[0] in FATES else 9)


def _calls(sheet: Sheet, view: CitadelsView, marks: dict[str, Mark]) -> None:
    count = len(view.cast)
    wide = (WIDE - 2 * EDGE - (count - 1) * GAP) // count
    for i, character in enumerate(view.cast):
        fates = tuple(power for power, named in fates_of(view) if named == character)
        tone = marks[character].tone if character in marks else ""
        chip = call_chip(
            CHARACTERS[character].rank,
            name_of(sheet.look, character),
            character,
            wide,
            _state(view, character),
            fates,
            sheet.look.shades.panel,
            tone,
        )
        sheet.put(chip, EDGE + i * (wide + GAP), EDGE, f"call.{character}")


@shared
def pill(rank: int, name: str, character: str, room: int, murdered: bool, bewitched: bool, active: bool) -> Image.Image:
    """A revealed character under the name of its player."""
    shade = shade_of(character)
    more = 30 if murdered or bewitched else 0
    shown, size, width = fit(f"{rank} {name}", room - 22 - more, 25, BOLD, 15)
    words = label(shown, size, BOLD, width, shade.ink)
    edge = GOLD if active else mix(shade.fill, (0, 0, 0), 0.4)
    image = panel((words.width + 20 + more, 34), 11, shade.fill, edge, 3 if active else 1).copy()
    image.alpha_composite(words, (10, round(17 - middle(size, BOLD))))
    if more:
        image.alpha_composite(fate("murder" if murdered else "bewitch", 28), (image.width - 34, 3))
    return image


def _status(view: CitadelsView, look: Look, seat: int) -> str:
    """What is said of a player who has shown no character."""
    player = view.players[seat]
    if view.over:
        return ""
    if player.drafting:
        return look.say("pic.citadels.label.drafting")
    if view.phase == "draft":
        return look.say(f"pic.citadels.label.{'chosen' if player.secret else 'none'}")
    return look.say("pic.citadels.label.waiting") if player.secret else ""


def _head(sheet: Sheet, view: CitadelsView, seat: int, box: tuple[int, int, int, int]) -> None:
    """Name, revealed characters, crown, gold, hand, points."""
    look, player = sheet.look, view.players[seat]
    left, top, right, _ = box
    shades = look.shades
    sheet.put(badge(look.seats[seat].letter, (48, 72)), left + 9, top + 9, f"{seat}.badge")
    line = top + 45
    x = right - 14
    sheet.text(
        str(view.scores[seat]),
        (x - 84, x, top + 30),
        46,
        shades.accent,
        bold=True,
        align="end",
        floor=27,
        name=f"{seat}.score",
    )
    progress = look.say("pic.citadels.label.of", n=len(player.city), total=view.target)
    sheet.text(progress, (x - 84, x, top + 68), 26, shades.soft, align="end", name=f"{seat}.progress")
    x -= 92
    sheet.text(
        str(player.hand), (x - 46, x, line), 42, shades.ink, bold=True, align="start", floor=27, name=f"{seat}.hand"
    )
    x -= 46 + 54
    sheet.put(backs(52), x, line - 28, f"{seat}.backs")
    x -= 66
    sheet.put(coin(str(player.gold), 60), x, line - 30, f"{seat}.gold")
    if player.crown:
        x -= 58
        sheet.put(crown(54), x, line - 29, f"{seat}.crown")
    start = left + 66
    sheet.text(look.seats[seat].name, (start, x - 4, top + 27), 35, shades.ink, floor=20, name=f"{seat}.name")
    _under(sheet, view, seat, (start, x - 6, top + 66))


def _under(sheet: Sheet, view: CitadelsView, seat: int, box: tuple[int, int, int]) -> None:
    """The line under the name: the characters shown, or what one waits for."""
    player, look = view.players[seat], sheet.look
    left, right, y = box
    if not player.shown:
        status = _status(view, look, seat)
        if status:
            sheet.text(status, (left, right, y), 27, look.shades.soft, floor=20, name=f"{seat}.status")
        return
    room = (right - left - 6 * (len(player.shown) - 1)) // len(player.shown)
    for shown in player.shown:
        sprite = pill(
            CHARACTERS[shown.character].rank,
            name_of(look, shown.character),
            shown.character,
            room,
            shown.murdered,
            shown.bewitched,
            shown.active,
        )
        sheet.put(sprite, left, y - 17, f"{seat}.pill.{shown.character}")
        left += sprite.width + 6


def _card(look: Look, card: CityCard, size: tuple[int, int], changed: bool) -> Image.Image:
    return city_card(
        card.district,
        name_of(look, card.district),
        *size,
        DISTRICTS[card.district].cost,
        card.beautified,
        card.cards,
        changed,
    )


def city(sheet: Sheet, view: CitadelsView, seat: int, box: tuple[int, int, int, int], marks: dict[str, Mark]) -> None:
    """The districts side by side, with free places up to the goal."""
    cards = view.players[seat].city
    left, top, right, bottom = box
    lines = 2 if bottom - top > TALL else 1
    gap = 6
    slots = -(-max(view.target, len(cards), 1) // lines)
    wide = min((right - left - gap * (slots - 1)) // slots, 150)
    high = (bottom - top - gap * (lines - 1)) // lines
    shades = sheet.look.shades
    empty = panel((wide, high), 8, mix(shades.panel, shades.ground, 0.6), shades.line, 1)
    for i in range(max(view.target, len(cards))):
        x, y = left + i % slots * (wide + gap), top + i // slots * (high + gap)
        if i >= len(cards):
            sheet.put(empty, x, y)
            continue
        card = cards[i]
        sprite = _card(sheet.look, card, (wide, high), (seat, card.token) in view.changed)
        at = sheet.put(sprite, x, y, f"{seat}.card.{i}")
        mark = marks.get(f"{seat}.{card.token}")
        if mark is not None:
            sheet.put(frame((wide, high), TONES[mark.tone]), x, y)
            token = plate(mark.token, 32, wide + 4)
            sheet.image.paste(token, (at[0] + (wide - token.width) // 2, at[3] - token.height), token)


def seat_panel(
    sheet: Sheet, view: CitadelsView, seat: int, box: tuple[int, int, int, int], marks: dict[str, Mark]
) -> None:
    """All of one player that everybody sees."""
    shades = sheet.look.shades
    acting = seat in view.winners if view.over else seat in view.tasks
    mark = marks.get(str(seat))
    edge = TONES[mark.tone] if mark else shades.accent if acting else shades.line
    sheet.panel(box, 16, shades.panel, edge, 6 if mark or acting else 2, f"{seat}.panel")
    _head(sheet, view, seat, box)
    city(sheet, view, seat, (box[0] + 10, box[1] + HEAD + 8, box[2] - 10, box[3] - 10), marks)


def _foot(sheet: Sheet, view: CitadelsView) -> None:
    look = sheet.look
    y = sheet.size[1] - FOOT // 2 - 2
    right = WIDE - EDGE - 6
    said = ""
    if view.ruin:
        said = look.say("pic.citadels.label.ruin", district=name_of(look, view.ruin))
    elif view.last_round and not view.over:
        said = look.say("pic.citadels.label.last_round")
    if said:
        right -= 20 + sheet.text(said, (WIDE // 2 + 120, right, y), 27, look.shades.accent, align="end", name="news")
    line = look.say("pic.citadels.label.footer", round=view.round, n=view.deck, target=view.target)
    sheet.text(line, (EDGE + 6, right, y), 27, look.shades.soft, name="footer")


def table(view: CitadelsView, look: Look, marks: Sequence[Mark] = ()) -> Sheet:
    """The whole table. Marks point at a seat (`2`), a district (`2.market`) or a character (`thief`)."""
    places = {m.place: m for m in marks}
    laid = plan(view.seats)
    sheet = Sheet(look, laid.size)
    _calls(sheet, view, places)
    for seat in range(view.seats):
        seat_panel(sheet, view, seat, laid.box(seat), places)
    _foot(sheet, view)
    return sheet


def part(view: CitadelsView, look: Look, seat: int) -> Sheet:
    """One player's panel across the whole width."""
    sheet = Sheet(look, (WIDE, 2 * EDGE + 360))
    seat_panel(sheet, view, seat, (EDGE, EDGE, WIDE - EDGE, EDGE + 360), {})
    return sheet
