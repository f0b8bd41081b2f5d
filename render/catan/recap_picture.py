"""Draws recaps of Catan: a cut-out of the changes of each turn, and the current standing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.core import recap_strip
from render.core.chip_strip import seat_symbol_disc
from render.core.fonts import BOLD, capitals_middle, text_sprite
from render.core.look import Colour, Look
from render.core.recap import Event, Recap, RecapStep, RecapTurn
from render.core.recap_strip import COLUMN, INSIDE, LOSS
from render.core.sheet import Sheet
from rules.catan.cards import CARDS
from rules.catan.view import CatanView

from .captions import RECAP, ROOM, THREE_LINES, player_turn_caption
from .cutout import draw_changes_cutout
from .discards import discards_by_seat
from .discards import draw_discards as lost_cards
from .gains_of_others import LINE, draw_gain_lines, gains_of_others, list_gain_chip_rows
from .pieces import event_die_face, number_die_face, robber_sprite, ship_sprite
from .standing import draw_catan_standing, hand_card_icon
from .turn_changes import ROBBED, find_turn_changes, newly_robbed_number

ROLLED: Final = "catan.dice.rolled"
CELLS: Final = 6  # most frames on a picture, including the standing
LONG_CAPTION: Final = 100  # height of a caption of three lines
PICTURE: Final = 206  # height of a cut-out
HIGHEST: Final = 388  # greatest height of a frame on a page with three rows; long captions shrink the cut-out
TWO_ROWS: Final = 4  # frames
ROW: Final = 40
DIE: Final = 34
ICON: Final = 32
Gain = tuple[str, int]  # (kind of card or `cards` if unknown, change)


def group_turns(turns: Sequence[RecapTurn]) -> list[int]:
    """The number of turns in each frame: a turn with a roll, and the building of others after it."""
    found: list[int] = []
    owned = False
    for turn in turns:
        begins = any(key == ROLLED or key.startswith("catan.setup") for key, _ in turn.events)
        if not found or (turn.seat is not None and (begins or not owned)):
            if found and not owned and turn.seat is not None:
                found[-1] += 1
            else:
                found.append(1)
            owned = turn.seat is not None
        else:
            found[-1] += 1
    return found


def group_turns_into_pages(turns: Sequence[RecapTurn]) -> list[int]:
    """The number of turns on each picture: rows are full, and the last picture has room for the standing."""
    left, found = group_turns(turns), []
    while left:
        many = len(left) if len(left) < CELLS else CELLS - 2 if len(left) < CELLS + 3 else CELLS
        found.append(sum(left[:many]))
        left = left[many:]
    return found


def draw_catan_recap(recap: Recap, look: Look) -> Image.Image:
    """One page: the bar, its frames, and the standing on the last page."""
    parts, at = [], 0
    for many in group_turns([step.turn for step in recap.steps]):
        parts.append(recap.steps[at : at + many])
        at += many
    said = [player_turn_caption([step.turn for step in part], look, recap.reader, THREE_LINES) for part in parts]
    below = LONG_CAPTION if any(len(one) > ROOM for one in said) else recap_strip.CAPTION
    chips = [_list_gains_of_others(part, recap.reader, look) for part in parts]
    most = max(map(len, chips), default=0)
    high = PICTURE
    if len(parts) + (recap.now is not None) > TWO_ROWS:
        high = min(high, HIGHEST - recap_strip.HEAD - ROW - most * LINE - below)
    drawn = [
        _build_player_frame(
            part, recap.reader, look, one, below, draw_gain_lines(look, others, most) if most else None, high
        )
        for part, one, others in zip(parts, said, chips, strict=True)
    ]
    tall = max((one.height for one in drawn), default=0)

    def now(wide: int) -> Image.Image:
        return draw_catan_standing(recap, look, wide, tall if wide == COLUMN else 0)

    return recap_strip.draw_strip_page(look, recap, drawn, now if recap.now is not None else None)


def _merge_steps(steps: Sequence[RecapStep]) -> tuple[int, list[Event]]:
    """(seat of the turn, all its events)."""
    turns = [step.turn for step in steps]
    seat = next((turn.seat for turn in turns if turn.seat is not None), steps[-1].after.active)
    return seat, [one for turn in turns for one in turn.events]


def _list_gains_of_others(steps: Sequence[RecapStep], reader: int | None, look: Look) -> list[list[Image.Image]]:
    """The gains of all others as lines of chips."""
    seat, events = _merge_steps(steps)
    return list_gain_chip_rows(look, gains_of_others(events, reader, seat))


def _build_player_frame(
    steps: Sequence[RecapStep],
    reader: int | None,
    look: Look,
    words: str,
    below: int = recap_strip.CAPTION,
    others: Image.Image | None = None,
    high: int = PICTURE,
) -> Image.Image:
    """A turn: a cut-out `high` pixels high, the reader's gains, `others`, a caption `below` pixels high."""
    before, after = steps[0].before, steps[-1].after
    seat, events = _merge_steps(steps)
    seen = find_turn_changes(before, after, events, reader, seat)
    body = Image.new("RGB", (INSIDE, high + ROW + (others.height if others else 0)), look.shades.panel)
    lost = discards_by_seat(events)
    small = (INSIDE, high)
    body.paste(lost_cards(lost, look, small) if lost and seen.quiet else draw_changes_cutout(seen, look, small), (0, 0))
    body.paste(_reader_gains_row(before, after, events, reader, seat, look), (0, high))
    if others:
        body.paste(others, (0, high + ROW))
    return recap_strip.draw_turn_frame(look, seat, _last_dice(events), body, words, below)


def _last_dice(events: Sequence[Event]) -> list[Image.Image]:
    """The dice of the last roll of a turn."""
    found: list[Image.Image] = []
    for key, said in events:
        if key == ROLLED:
            found = [number_die_face(said["red"], DIE, True), number_die_face(said["white"], DIE, False)]
        elif key == "catan.dice.event":
            found.append(event_die_face(said["event"], DIE))
    return found


# --- gains of the reader


def gains_of_reader(
    before: CatanView, after: CatanView, events: Sequence[Event], reader: int | None, seat: int
) -> list[Gain]:
    """Changes of the reader's cards, losses first; cards lost right after a roll appear twice, the gain first. Without
    a reader: changes of `seat`, as unnamed cards."""
    whose = seat if reader is None else reader
    old, new = before.players[whose], after.players[whose]
    found: list[Gain] = []
    first: list[Gain] = []
    if reader is None or before.you != reader:
        found.append(("cards", new.cards - old.cards))
    else:
        had, has, rolled = Counter(before.hand), Counter(after.hand), Counter[str]()
        for key, said in events:
            if key == "catan.production.got" and said["seat"] == reader:
                rolled.update(said["cards"])
        for kind in CARDS:
            rest = has[kind] - had[kind] - rolled[kind]
            if rest < 0 < rolled[kind]:
                first.append((kind, rolled[kind]))
                found.append((kind, rest))
            else:
                found.append((kind, rest + rolled[kind]))
    found.append(("development", new.developments - old.developments))
    backs = Counter(new.progress)
    backs.subtract(old.progress)
    found += backs.items()
    return [*first, *sorted(((kind, n) for kind, n in found if n), key=lambda gain: gain[1] > 0)]


def _reader_gains_row(
    before: CatanView,
    after: CatanView,
    events: Sequence[Event],
    reader: int | None,
    seat: int,
    look: Look,
) -> Image.Image:
    """A row with the reader's gains and losses, and the steps left of the ship if it moved."""
    sheet = Sheet(look, (INSIDE, ROW))
    shades = look.shades
    sheet.image.paste(shades.ground, (0, 0, INSIDE, ROW))
    right, y = INSIDE - 12, ROW // 2
    now = after.barbarians
    if now is not None and any(key.startswith("catan.barbarians") for key, _ in events):
        right -= sheet.text(str(now.spaces - now.at), (right - 40, right, y), 29, shades.ink, bold=True, align="end")
        sprite = ship_sprite(36)
        right -= sprite.width + 6
        sheet.put(sprite, right, y - sprite.height // 2 - 1)
        right -= 10
    sign = seat_symbol_disc(look.seats[seat if reader is None else reader].letter, 28)
    sheet.put(sign, 10, y - 14)
    found = gains_of_reader(before, after, events, reader, seat)
    if not found and (number := _robbed_hex_number(events, reader)):
        said = look.say(f"{RECAP}.robbed", n=number)
        sheet.text(said, (50, right, y), 27, LOSS[look.theme], floor=recap_strip.FLOOR)
        return sheet.image
    if blocked := newly_robbed_number(before, after, reader):
        if not found:
            said = look.say(f"{RECAP}.robber_came", n=blocked)
            sheet.text(said, (50, right, y), 27, LOSS[look.theme], floor=recap_strip.FLOOR)
            return sheet.image
        right -= sheet.text(str(blocked), (right - 40, right, y), 27, LOSS[look.theme], bold=True, align="end")
        sprite = robber_sprite(ICON)
        right -= sprite.width + 4
        sheet.put(sprite, right, y - sprite.height // 2)
        right -= 8
    if not found:
        key = "nothing_for_you" if reader is not None else "no_cards"
        sheet.text(look.say(f"{RECAP}.{key}"), (50, right, y), 27, shades.soft, floor=recap_strip.FLOOR)
        return sheet.image
    _draw_gains(sheet, found, 50, right)
    return sheet.image


def _robbed_hex_number(events: Sequence[Event], reader: int | None) -> int:
    """The number of the reader's hex blocked by the robber; 0: none."""
    return next((said["token"] for key, said in events if key == ROBBED and reader in said["seats"]), 0)


def _draw_gains(sheet: Sheet, found: Sequence[Gain], left: int, right: int) -> None:
    """Draws counts with icons, narrower the more there are; the rest is counted together."""
    shown = list(found)
    for width, icon, between in ((100, ICON, 14), (88, ICON, 10), (76, 28, 8), (66, 26, 6)):
        parts = [_gain_image(sheet.look, gain, width, icon) for gain in shown]
        if sum(part.width + between for part in parts) - between <= right - left:
            break
    else:
        lost = sum(n for _, n in found if n < 0)
        won = sum(n for _, n in found if n > 0)
        parts = [_gain_image(sheet.look, ("cards", n), 100, ICON) for n in (lost, won) if n]
    x = left
    for part in parts:
        sheet.put(part, x, (ROW - part.height) // 2)
        x += part.width + between


def _gain_image(look: Look, gain: Gain, width: int, icon: int) -> Image.Image:
    """`+2` and the icon of the card."""
    kind, n = gain
    ink: Colour = LOSS[look.theme] if n < 0 else look.shades.ink
    words = text_sprite(f"{n:+}".replace("-", "−"), 27, BOLD, width, ink)
    sprite = hand_card_icon(kind, icon)
    image = Image.new("RGBA", (words.width + 2 + sprite.width, ROW), (*ink, 0))
    image.alpha_composite(words, (0, round(ROW / 2 - capitals_middle(27, BOLD))))
    image.alpha_composite(sprite, (words.width + 2, (ROW - sprite.height) // 2))
    return image
