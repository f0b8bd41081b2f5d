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

from .captions import RECAP, THREE_LINES_LETTERS, TWO_LINES_LETTERS, player_turn_caption
from .cutout import draw_changes_cutout
from .discards import discards_by_seat, draw_discards
from .gains_of_others import LINE_HIGH, draw_gain_lines, gains_of_others, list_gain_chip_rows
from .pieces import event_die_face, number_die_face, robber_sprite, ship_sprite
from .standing import draw_catan_standing, hand_card_icon
from .turn_changes import PRODUCTION_ROBBED, find_turn_changes, token_of_new_robber_hex

DICE_ROLLED: Final = "catan.dice.rolled"
MOST_FRAMES: Final = 6  # most frames on a picture, including the standing
LONG_CAPTION_HIGH: Final = 100  # height of a caption of three lines
CUTOUT_HIGH: Final = 206  # height of a cut-out
HIGHEST_FRAME: Final = 388  # greatest height of a frame on a page with three rows; long captions shrink the cut-out
FRAMES_IN_TWO_ROWS: Final = 4
GAINS_ROW_HIGH: Final = 40
DIE_SIZE: Final = 34
ICON_SIZE: Final = 32
Gain = tuple[str, int]  # (kind of card or `cards` if unknown, change)


def group_turns(turns: Sequence[RecapTurn]) -> list[int]:
    """The number of turns in each frame: a turn with a roll, and the building of others after it."""
    sizes: list[int] = []
    has_seat = False
    for turn in turns:
        has_roll = any(key == DICE_ROLLED or key.startswith("catan.setup") for key, _ in turn.events)
        if not sizes or (turn.seat is not None and (has_roll or not has_seat)):
            if sizes and not has_seat and turn.seat is not None:
                sizes[-1] += 1
            else:
                sizes.append(1)
            has_seat = turn.seat is not None
        else:
            sizes[-1] += 1
    return sizes


def group_turns_into_pages(turns: Sequence[RecapTurn]) -> list[int]:
    """The number of turns on each picture: rows are full, and the last picture has room for the standing."""
    frames_left, turns_per_page = group_turns(turns), []
    while frames_left:
        frame_count = min(len(frames_left), MOST_FRAMES)
        if MOST_FRAMES <= len(frames_left) < MOST_FRAMES + 3:
            frame_count = MOST_FRAMES - 2  # the next picture is the last and gets more than one row
        turns_per_page.append(sum(frames_left[:frame_count]))
        frames_left = frames_left[frame_count:]
    return turns_per_page


def draw_catan_recap(recap: Recap, look: Look) -> Image.Image:
    """One page: the bar, its frames, and the standing on the last page."""
    frames_of_steps, start = [], 0
    for turn_count in group_turns([step.turn for step in recap.steps]):
        frames_of_steps.append(recap.steps[start : start + turn_count])
        start += turn_count
    captions = [
        player_turn_caption([step.turn for step in steps], look, recap.reader, THREE_LINES_LETTERS)
        for steps in frames_of_steps
    ]
    caption_high = (
        LONG_CAPTION_HIGH if any(len(caption) > TWO_LINES_LETTERS for caption in captions) else recap_strip.CAPTION
    )
    chips = [_list_gains_of_others(steps, recap.reader, look) for steps in frames_of_steps]
    most_lines = max(map(len, chips), default=0)
    cutout_high = CUTOUT_HIGH
    if len(frames_of_steps) + (recap.now is not None) > FRAMES_IN_TWO_ROWS:
        rest_high = recap_strip.HEAD + GAINS_ROW_HIGH + most_lines * LINE_HIGH + caption_high
        cutout_high = min(cutout_high, HIGHEST_FRAME - rest_high)
    frames = []
    for steps, caption, gain_lines in zip(frames_of_steps, captions, chips, strict=True):
        others = draw_gain_lines(look, gain_lines, most_lines) if most_lines else None
        frames.append(_build_player_frame(steps, recap.reader, look, caption, caption_high, others, cutout_high))
    tallest = max((frame.height for frame in frames), default=0)

    def draw_standing(wide: int) -> Image.Image:
        return draw_catan_standing(recap, look, wide, tallest if wide == COLUMN else 0)

    return recap_strip.draw_strip_page(look, recap, frames, draw_standing if recap.now is not None else None)


def _merge_steps(steps: Sequence[RecapStep]) -> tuple[int, list[Event]]:
    """(seat of the turn, all its events)."""
    turns = [step.turn for step in steps]
    seat = next((turn.seat for turn in turns if turn.seat is not None), steps[-1].after.active)
    return seat, [event for turn in turns for event in turn.events]


def _list_gains_of_others(steps: Sequence[RecapStep], reader: int | None, look: Look) -> list[list[Image.Image]]:
    """The gains of all others as lines of chips."""
    seat, events = _merge_steps(steps)
    return list_gain_chip_rows(look, gains_of_others(events, reader, seat))


def _build_player_frame(
    steps: Sequence[RecapStep],
    reader: int | None,
    look: Look,
    caption: str,
    caption_high: int = recap_strip.CAPTION,
    others: Image.Image | None = None,
    cutout_high: int = CUTOUT_HIGH,
) -> Image.Image:
    """A turn: the cut-out, the gains of the reader, those of `others`, the caption."""
    before, after = steps[0].before, steps[-1].after
    seat, events = _merge_steps(steps)
    changes = find_turn_changes(before, after, events, reader, seat)
    body_high = cutout_high + GAINS_ROW_HIGH + (others.height if others else 0)
    body = Image.new("RGB", (INSIDE, body_high), look.shades.panel)
    discards = discards_by_seat(events)
    cutout_size = (INSIDE, cutout_high)
    if discards and changes.is_quiet:
        body.paste(draw_discards(discards, look, cutout_size), (0, 0))
    else:
        body.paste(draw_changes_cutout(changes, look, cutout_size), (0, 0))
    body.paste(_reader_gains_row(before, after, events, reader, seat, look), (0, cutout_high))
    if others:
        body.paste(others, (0, cutout_high + GAINS_ROW_HIGH))
    return recap_strip.draw_turn_frame(look, seat, _last_dice(events), body, caption, caption_high)


def _last_dice(events: Sequence[Event]) -> list[Image.Image]:
    """The dice of the last roll of a turn."""
    dice: list[Image.Image] = []
    for key, params in events:
        if key == DICE_ROLLED:
            red, white = params["red"], params["white"]
            dice = [number_die_face(red, DIE_SIZE, red=True), number_die_face(white, DIE_SIZE, red=False)]
        elif key == "catan.dice.event":
            dice.append(event_die_face(params["event"], DIE_SIZE))
    return dice


# --- gains of the reader


def gains_of_reader(
    before: CatanView, after: CatanView, events: Sequence[Event], reader: int | None, seat: int
) -> list[Gain]:
    """Changes of the reader's cards, losses first; cards lost right after a roll appear twice, the gain first. Without
    a reader: changes of `seat`, as unnamed cards."""
    gaining_seat = seat if reader is None else reader
    player_before, player_after = before.players[gaining_seat], after.players[gaining_seat]
    gains: list[Gain] = []
    produced_first: list[Gain] = []
    if reader is None or before.you != reader:
        gains.append(("cards", player_after.cards - player_before.cards))
    else:
        hand_before, hand_after, produced = Counter(before.hand), Counter(after.hand), Counter[str]()
        for key, params in events:
            if key == "catan.production.got" and params["seat"] == reader:
                produced.update(params["cards"])
        for kind in CARDS:
            unproduced = hand_after[kind] - hand_before[kind] - produced[kind]
            if unproduced < 0 < produced[kind]:
                produced_first.append((kind, produced[kind]))
                gains.append((kind, unproduced))
            else:
                gains.append((kind, unproduced + produced[kind]))
    gains.append(("development", player_after.developments - player_before.developments))
    deck_changes = Counter(player_after.progress)
    deck_changes.subtract(player_before.progress)
    gains += deck_changes.items()
    changed = [(kind, change) for kind, change in gains if change]
    return [*produced_first, *sorted(changed, key=lambda gain: gain[1] > 0)]


def _reader_gains_row(
    before: CatanView,
    after: CatanView,
    events: Sequence[Event],
    reader: int | None,
    seat: int,
    look: Look,
) -> Image.Image:
    """A row with the gains and losses of the reader (without one: of the seat of the turn), and the steps left of the
    ship if it moved."""
    sheet = Sheet(look, (INSIDE, GAINS_ROW_HIGH))
    shades = look.shades
    sheet.image.paste(shades.ground, (0, 0, INSIDE, GAINS_ROW_HIGH))
    right, y = INSIDE - 12, GAINS_ROW_HIGH // 2
    barbarians = after.barbarians
    if barbarians is not None and any(key.startswith("catan.barbarians") for key, _ in events):
        steps = str(barbarians.spaces - barbarians.at)
        right -= sheet.text(steps, (right - 40, right, y), 29, shades.ink, bold=True, align="end")
        sprite = ship_sprite(36)
        right -= sprite.width + 6
        sheet.put(sprite, right, y - sprite.height // 2 - 1)
        right -= 10
    sign = seat_symbol_disc(look.seats[seat if reader is None else reader].letter, 28)
    sheet.put(sign, 10, y - 14)
    gains = gains_of_reader(before, after, events, reader, seat)
    loss_ink, robber_number = LOSS[look.theme], token_of_new_robber_hex(before, after, reader)
    if gains:
        if robber_number:
            right -= sheet.text(str(robber_number), (right - 40, right, y), 27, loss_ink, bold=True, align="end")
            sprite = robber_sprite(ICON_SIZE)
            right -= sprite.width + 4
            sheet.put(sprite, right, y - sprite.height // 2)
            right -= 8
        _draw_gains(sheet, gains, 50, right)
        return sheet.image
    if robbed_number := _robbed_hex_number(events, reader):
        words, ink = look.say(f"{RECAP}.robbed", n=robbed_number), loss_ink
    elif robber_number:
        words, ink = look.say(f"{RECAP}.robber_came", n=robber_number), loss_ink
    else:
        words, ink = look.say(f"{RECAP}.{'no_cards' if reader is None else 'nothing_for_you'}"), shades.soft
    sheet.text(words, (50, right, y), 27, ink, floor=recap_strip.FLOOR)
    return sheet.image


def _robbed_hex_number(events: Sequence[Event], reader: int | None) -> int:
    """The number of the reader's hex blocked by the robber; 0: none."""
    return next(
        (params["token"] for key, params in events if key == PRODUCTION_ROBBED and reader in params["seats"]), 0
    )


def _draw_gains(sheet: Sheet, gains: Sequence[Gain], left: int, right: int) -> None:
    """Draws counts with icons, narrower the more there are; the rest is counted together."""
    for width, icon, gap in ((100, ICON_SIZE, 14), (88, ICON_SIZE, 10), (76, 28, 8), (66, 26, 6)):
        parts = [_gain_image(sheet.look, gain, width, icon) for gain in gains]
        if sum(part.width + gap for part in parts) - gap <= right - left:
            break
    else:
        total_lost = sum(change for _, change in gains if change < 0)
        total_won = sum(change for _, change in gains if change > 0)
        totals = [("cards", total) for total in (total_lost, total_won) if total]
        parts = [_gain_image(sheet.look, total, 100, ICON_SIZE) for total in totals]
    x = left
    for part in parts:
        sheet.put(part, x, (GAINS_ROW_HIGH - part.height) // 2)
        x += part.width + gap


def _gain_image(look: Look, gain: Gain, width: int, icon: int) -> Image.Image:
    """`+2` and the icon of the card."""
    kind, change = gain
    ink: Colour = LOSS[look.theme] if change < 0 else look.shades.ink
    words = text_sprite(f"{change:+}".replace("-", "−"), 27, BOLD, width, ink)
    sprite = hand_card_icon(kind, icon)
    image = Image.new("RGBA", (words.width + 2 + sprite.width, GAINS_ROW_HIGH), (*ink, 0))
    image.alpha_composite(words, (0, round(GAINS_ROW_HIGH / 2 - capitals_middle(27, BOLD))))
    image.alpha_composite(sprite, (words.width + 2, (GAINS_ROW_HIGH - sprite.height) // 2))
    return image
