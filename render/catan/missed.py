"""What somebody missed: a frame for each turn, cut out around what it changed, and how things stand now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.core import frames
from render.core.fonts import BOLD, REGULAR, label, middle
from render.core.frames import COLUMN, INSIDE, LOSS
from render.core.kit import panel
from render.core.look import Colour, Look
from render.core.recap import Event, Recap, Step, Turned
from render.core.sheet import Sheet
from render.core.strip import mini_seat
from rules.catan.cards import CARDS
from rules.catan.view import CatanView

from .captions import RECAP, ROOM, THREE_LINES, caption
from .cutout import cutout
from .differs import ROBBED, changed
from .discards import discards, picture
from .goods import good
from .hand import cards_in_words
from .pieces import die, event, host, ship, strength_icon
from .seats import card_back, hand_icon

ROLLED: Final = "catan.dice.rolled"
CELLS: Final = 6  # on a picture: turns, and how things stand
LONG_CAPTION: Final = 100  # of three lines
PICTURE: Final = 206  # how high a cut-out is
ROW: Final = 40
DIE: Final = 34
ICON: Final = 32
SIDE: Final = 130
Gain = tuple[str, int]  # a kind of card, `cards` for those nobody can name; how many more


def grouped(turns: Sequence[Turned]) -> list[int]:
    """How many of these turns belong together: one in which dice were rolled, with what others built after it."""
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


def pages(turns: Sequence[Turned]) -> list[int]:
    """How many of these turns each picture shows: all rows are full, and the last has room for how things stand."""
    left, found = grouped(turns), []
    while left:
        many = len(left) if len(left) < CELLS else CELLS - 2 if len(left) < CELLS + 3 else CELLS
        found.append(sum(left[:many]))
        left = left[many:]
    return found


def draw(recap: Recap, look: Look) -> Image.Image:
    """A page: the bar, its frames, and on the last one how things stand."""
    parts, at = [], 0
    for many in grouped([step.turn for step in recap.steps]):
        parts.append(recap.steps[at : at + many])
        at += many
    said = [caption([step.turn for step in part], look, recap.reader, THREE_LINES) for part in parts]
    below = LONG_CAPTION if any(len(one) > ROOM for one in said) else frames.CAPTION
    drawn = [_frame(part, recap.reader, look, one, below) for part, one in zip(parts, said, strict=True)]
    high = max((one.height for one in drawn), default=0)

    def now(wide: int) -> Image.Image:
        return _now(recap, look, wide, high if wide == COLUMN else 0)

    return frames.page(look, recap, drawn, now if recap.now is not None else None)


def _frame(
    steps: Sequence[Step], reader: int | None, look: Look, words: str, below: int = frames.CAPTION
) -> Image.Image:
    """The turn of a player, with these words below it so high."""
    before, after = steps[0].before, steps[-1].after
    turns = [step.turn for step in steps]
    seat = next((turn.seat for turn in turns if turn.seat is not None), after.active)
    events = [one for turn in turns for one in turn.events]
    seen = changed(before, after, events, reader, seat)
    body = Image.new("RGB", (INSIDE, PICTURE + ROW), look.shades.panel)
    lost = discards(events)
    small = (INSIDE, PICTURE)
    body.paste(picture(lost, look, small) if lost and seen.quiet else cutout(seen, look, small), (0, 0))
    body.paste(_row(before, after, events, reader, seat, look), (0, PICTURE))
    return frames.frame(look, seat, _dice(events), body, words, below)


def _dice(events: Sequence[Event]) -> list[Image.Image]:
    """The last roll of a turn."""
    found: list[Image.Image] = []
    for key, said in events:
        if key == ROLLED:
            found = [die(said["red"], DIE, True), die(said["white"], DIE, False)]
        elif key == "catan.dice.event":
            found.append(event(said["event"], DIE))
    return found


# --- what the reader got


def gains(before: CatanView, after: CatanView, events: Sequence[Event], reader: int | None, seat: int) -> list[Gain]:
    """What the reader has more or less of than before, losses first; of whom they only watch, cards without names.
    What was rolled and then lost again stands there twice, the roll first, as it came."""
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


def _row(
    before: CatanView,
    after: CatanView,
    events: Sequence[Event],
    reader: int | None,
    seat: int,
    look: Look,
) -> Image.Image:
    """What the reader got or lost in the turn, and where the ship moved the steps it has left."""
    sheet = Sheet(look, (INSIDE, ROW))
    shades = look.shades
    sheet.image.paste(shades.ground, (0, 0, INSIDE, ROW))
    right, y = INSIDE - 12, ROW // 2
    now = after.barbarians
    if now is not None and any(key.startswith("catan.barbarians") for key, _ in events):
        right -= sheet.text(str(now.spaces - now.at), (right - 40, right, y), 29, shades.ink, bold=True, align="end")
        sprite = ship(36)
        right -= sprite.width + 6
        sheet.put(sprite, right, y - sprite.height // 2 - 1)
        right -= 10
    sign = mini_seat(look.seats[seat if reader is None else reader].letter, 28)
    sheet.put(sign, 10, y - 14)
    found = gains(before, after, events, reader, seat)
    if not found and (number := _robbed(events, reader)):
        said = look.say(f"{RECAP}.robbed", n=number)
        sheet.text(said, (50, right, y), 27, LOSS[look.theme], floor=frames.FLOOR)
        return sheet.image
    if not found:
        key = "nothing_for_you" if reader is not None else "no_cards"
        sheet.text(look.say(f"{RECAP}.{key}"), (50, right, y), 27, shades.soft, floor=frames.FLOOR)
        return sheet.image
    _gains(sheet, found, 50, right)
    return sheet.image


def _robbed(events: Sequence[Event], reader: int | None) -> int:
    """The number of the reader's hex from which the robber kept what was rolled; 0: of none."""
    return next((said["token"] for key, said in events if key == ROBBED and reader in said["seats"]), 0)


def _gains(sheet: Sheet, found: Sequence[Gain], left: int, right: int) -> None:
    """Numbers with icons, the more the narrower; what does not fit is counted together."""
    shown = list(found)
    for width, icon, between in ((100, ICON, 14), (88, ICON, 10), (76, 28, 8), (66, 26, 6)):
        parts = [_gain(sheet.look, gain, width, icon) for gain in shown]
        if sum(part.width + between for part in parts) - between <= right - left:
            break
    else:
        lost = sum(n for _, n in found if n < 0)
        won = sum(n for _, n in found if n > 0)
        parts = [_gain(sheet.look, ("cards", n), 100, ICON) for n in (lost, won) if n]
    x = left
    for part in parts:
        sheet.put(part, x, (ROW - part.height) // 2)
        x += part.width + between


def _gain(look: Look, gain: Gain, width: int, icon: int) -> Image.Image:
    """`+2` and what of."""
    kind, n = gain
    ink: Colour = LOSS[look.theme] if n < 0 else look.shades.ink
    words = label(f"{n:+}".replace("-", "−"), 27, BOLD, width, ink)
    sprite = _icon(kind, icon)
    image = Image.new("RGBA", (words.width + 2 + sprite.width, ROW), (*ink, 0))
    image.alpha_composite(words, (0, round(ROW / 2 - middle(27, BOLD))))
    image.alpha_composite(sprite, (words.width + 2, (ROW - sprite.height) // 2))
    return image


def _icon(kind: str, size: int) -> Image.Image:
    if kind in CARDS:
        return good(kind, size)
    return hand_icon(size) if kind == "cards" else card_back(kind, (round(size * 0.7), size))


# --- how things stand


def _now(recap: Recap, look: Look, wide: int, high: int) -> Image.Image:
    view: CatanView = recap.now
    title = look.say("pic.recap.yours" if recap.task else "pic.recap.now")
    turn = look.say(f"{RECAP}.turn", n=view.turn) if view.turn else ""
    side = _ship(view, look) if view.barbarians is not None else _held(view, look)
    grid = view.barbarians is None and view.you is not None
    if wide > COLUMN and view.barbarians is not None and view.you is not None:
        side, grid = _beside(side, _held(view, look)), True
    return frames.standing(look, recap, wide, high, title, turn, side, _words(recap, look, grid))


def _words(recap: Recap, look: Look, grid: bool) -> str:
    """What is asked, who holds the titles, what the reader holds unless a grid shows it."""
    view: CatanView = recap.now
    said = [f"{recap.task[:1].upper()}{recap.task[1:]}."] if recap.task else []
    titles = [(view.longest, "holds_road")]
    titles += [(seat, "holds_army") for seat, player in enumerate(view.players) if player.army]
    for seat, key in titles:
        if seat >= 0:
            name = look.say("pic.recap.you") if seat == recap.reader else look.seats[seat].name
            said.append(look.say(f"{RECAP}.{key}", name=name))
    if recap.reader is not None and view.you == recap.reader and not grid:
        many = len(view.hand)
        cards = cards_in_words(look, view.hand)
        key = "hold" if view.barbarians is not None and many < MANY_CARDS and many else "hold_many"
        said.append(look.say(f"{RECAP}.{key}", n=many, list=cards))
    return " ".join(said)


MANY_CARDS: Final = 5  # so many are no longer listed


def _ship(view: CatanView, look: Look) -> Image.Image:
    """The barbarians: steps left, their strength, that of the knights."""
    now, shades = view.barbarians, look.shades
    assert now is not None
    image = panel((SIDE, 190), 12, shades.ground, shades.line, 2).copy()
    y = 36
    image.alpha_composite(ship(54), (14, y - 29))
    _number(image, now.spaces - now.at, 80, y, shades.ink, 42)
    words = label(look.say(f"{RECAP}.left", n=now.spaces - now.at), 24, REGULAR, 88, shades.soft)
    image.alpha_composite(words, ((SIDE - words.width) // 2, round(78 - middle(24))))
    image.alpha_composite(host(44), (18, 98))
    _number(image, now.strength, 80, 120, shades.ink, 36)
    image.alpha_composite(strength_icon(42), (19, 144))
    _number(image, now.knights, 80, 165, shades.ink if now.knights >= now.strength else LOSS[look.theme], 36)
    return image


def _beside(left: Image.Image, right: Image.Image) -> Image.Image:
    image = Image.new("RGBA", (left.width + 10 + right.width, max(left.height, right.height)))
    image.alpha_composite(left, (0, 0))
    image.alpha_composite(right, (left.width + 10, 0))
    return image


def _number(image: Image.Image, n: int, x: int, y: int, ink: Colour, size: int) -> None:
    image.alpha_composite(label(str(n), size, BOLD, 100, ink), (x, round(y - middle(size, BOLD))))


def _held(view: CatanView, look: Look) -> Image.Image:
    """What the reader holds, kind by kind; who only watches sees what the bank has."""
    shades = look.shades
    held = Counter(view.hand) if view.you is not None else dict(zip(view.cards, view.bank, strict=True))
    rows = [*view.cards]
    if view.you is not None and view.barbarians is None:
        held["development"] = len(view.developments)
        rows.append("development")
    columns = -(-len(rows) // 6)
    wide = 70 if columns > 1 else SIDE
    image = panel((SIDE if columns == 1 else 2 * wide + 6, 190), 12, shades.ground, shades.line, 2).copy()
    step = 178 / -(-len(rows) // columns)
    for i, kind in enumerate(rows):
        x, y = (20 if columns > 1 else 32) + i % columns * wide, round(6 + step * (i // columns + 0.5))
        sprite = _icon(kind, 30)
        image.alpha_composite(sprite, (x - sprite.width // 2, y - 15))
        _number(image, held[kind], x + (22 if columns > 1 else 36), y, shades.ink if held[kind] else shades.soft, 30)
    return image
