"""The current standing of Catan in a recap: points, barbarians, the reader's own cards. For the reader only."""

from __future__ import annotations

from collections import Counter
from typing import Final

from PIL import Image

from render.core import recap_strip
from render.core.fonts import BOLD, REGULAR, capitals_middle, text_sprite
from render.core.look import Colour, Look
from render.core.recap import Recap
from render.core.recap_strip import LOSS
from render.core.sentences import join_list
from render.core.shapes import panel_sprite
from rules.catan.cards import CARDS
from rules.catan.view import CatanView

from .captions import RECAP
from .good_icons import good_icon
from .hand import card_name
from .pieces import barbarian_sign, ship_sprite, strength_icon
from .seats import card_back, hand_icon

SIDE_WIDE: Final = 130
HAND_HIGH: Final = 42  # height of the row of the reader's cards
NEAR_STEPS: Final = 2  # most steps left at which the barbarians are near
SPECIAL_BUILDING: Final = "special"  # the special building phase


def hand_card_icon(kind: str, size: int) -> Image.Image:
    """A card of the hand, two for unknown cards, or the back of another card."""
    if kind in CARDS:
        return good_icon(kind, size)
    return hand_icon(size) if kind == "cards" else card_back(kind, (round(size * 0.7), size))


def draw_catan_standing(recap: Recap, look: Look, wide: int, high: int) -> Image.Image:
    """The last frame, at least `high` pixels high."""
    view: CatanView = recap.now
    turn = look.say(f"{RECAP}.turn", n=view.turn) if view.turn else ""
    side_image = _barbarians_image(view, look) if view.barbarians is not None else None
    hand_row = None
    if view.you is not None and view.you == recap.reader:
        hand_row = _reader_hand_image(view, look, wide - 20)
    elif side_image is None:
        side_image = _bank_image(view, look)
    title, words = _standing_title(recap, look), _describe_standing(recap, look)
    return recap_strip.draw_standing_frame(look, recap, wide, high, title, turn, side_image, words, hand_row)


def _standing_title(recap: Recap, look: Look) -> str:
    """Whether it is the reader's turn, or only a decision of theirs in another's turn or between two turns."""
    view: CatanView = recap.now
    if not recap.task:
        return look.say("pic.recap.now")
    if view.active == recap.reader:
        return look.say("pic.recap.yours")
    return look.say(f"{RECAP}.{'between' if view.phase == SPECIAL_BUILDING else 'asked'}")


def _describe_standing(recap: Recap, look: Look) -> str:
    """The danger from the barbarians, the reader's special cards by name, the holders of the titles."""
    view: CatanView = recap.now
    sentences = [_describe_barbarian_danger(recap, look), _describe_reader_cards(recap, look)]
    titles = [(view.longest, "holds_road")]
    titles += [(seat, "holds_army") for seat, player in enumerate(view.players) if player.army]
    for seat, key in titles:
        if seat >= 0:
            name = look.say("pic.recap.you") if seat == recap.reader else look.seats[seat].name
            sentences.append(look.say(f"{RECAP}.{key}", name=name))
    return " ".join(filter(None, sentences))


def _describe_barbarian_danger(recap: Recap, look: Look) -> str:
    """A warning if the barbarians are near and stronger, with the reader's endangered cities and knights."""
    view: CatanView = recap.now
    barbarians, reader = view.barbarians, recap.reader
    if barbarians is None or reader is None or view.over:
        return ""
    steps = barbarians.spaces - barbarians.at
    if steps > NEAR_STEPS or barbarians.knights >= barbarians.strength:
        return ""
    cities = sum(building.seat == reader and building.city for building in view.buildings)
    return look.say(f"{RECAP}.danger", n=steps, cities=cities, strength=view.players[reader].strength)


def _describe_reader_cards(recap: Recap, look: Look) -> str:
    """The reader's progress or development cards by name, the new ones first."""
    view: CatanView = recap.now
    if recap.reader is None or view.you != recap.reader:
        return ""
    before: CatanView | None = recap.start
    cards_now = Counter((*view.progress, *view.developments))
    cards_before = Counter((*before.progress, *before.developments)) if before is not None else cards_now
    new_cards = cards_now - cards_before
    names = [look.say(f"{RECAP}.new_card", name=card_name(look, card)) for card in new_cards.elements()]
    names += [card_name(look, card) for card in (cards_now - new_cards).elements()]
    return look.say(f"{RECAP}.holds_cards", list=join_list(names)) if names else ""


# --- pictures beside and below


def _barbarians_image(view: CatanView, look: Look) -> Image.Image:
    """The barbarians: steps left, their strength, the strength of the knights."""
    barbarians, shades = view.barbarians, look.shades
    assert barbarians is not None
    image = panel_sprite((SIDE_WIDE, 190), 12, shades.ground, shades.line, 2).copy()
    y = 36
    image.alpha_composite(ship_sprite(54), (14, y - 29))
    steps = barbarians.spaces - barbarians.at
    _draw_number(image, steps, 80, y, shades.ink, 42)
    words = text_sprite(look.say(f"{RECAP}.left", n=steps), 24, REGULAR, 88, shades.soft)
    image.alpha_composite(words, ((SIDE_WIDE - words.width) // 2, round(78 - capitals_middle(24))))
    image.alpha_composite(barbarian_sign(44), (18, 98))
    _draw_number(image, barbarians.strength, 80, 120, shades.ink, 36)
    image.alpha_composite(strength_icon(42), (19, 144))
    ink = shades.ink if barbarians.knights >= barbarians.strength else LOSS[look.theme]
    _draw_number(image, barbarians.knights, 80, 165, ink, 36)
    return image


def _draw_number(image: Image.Image, n: int, x: int, y: int, ink: Colour, size: int) -> None:
    image.alpha_composite(text_sprite(str(n), size, BOLD, 100, ink), (x, round(y - capitals_middle(size, BOLD))))


def _reader_hand_image(view: CatanView, look: Look, wide: int) -> Image.Image:
    """The reader's cards by kind on a line; backs of other cards at its end."""
    shades = look.shades
    card_counts = [(kind, count) for kind, count in Counter(view.hand).items() if count]
    card_counts.sort(key=lambda pair: CARDS.index(pair[0]))
    player = view.players[view.you or 0]
    card_counts += list(Counter(player.progress).items())
    if view.developments:
        card_counts.append(("development", len(view.developments)))
    image = panel_sprite((wide, HAND_HIGH), 10, shades.ground, shades.line, 2).copy()
    if not card_counts:
        words = text_sprite(look.say(f"{RECAP}.hold_none"), 25, REGULAR, 88, shades.soft)
        image.alpha_composite(words, (14, round(HAND_HIGH / 2 - capitals_middle(25))))
        return image
    for width, icon_size, gap in ((100, 30, 18), (88, 30, 10), (66, 26, 6), (62, 24, 3)):
        numbers = [text_sprite(str(count), 28, BOLD, width, shades.ink) for _, count in card_counts]
        icons = [hand_card_icon(kind, icon_size) for kind, _ in card_counts]
        if sum(sprite.width for sprite in (*numbers, *icons)) + (3 + gap) * len(icons) <= wide - 20:
            break
    x = 12
    for number, icon in zip(numbers, icons, strict=True):
        image.alpha_composite(number, (x, round(HAND_HIGH / 2 - capitals_middle(28, BOLD))))
        x += number.width + 3
        image.alpha_composite(icon, (x, (HAND_HIGH - icon.height) // 2))
        x += icon.width + gap
    return image


def _bank_image(view: CatanView, look: Look) -> Image.Image:
    """The bank's cards by kind, for a spectator."""
    shades = look.shades
    image = panel_sprite((SIDE_WIDE, 190), 12, shades.ground, shades.line, 2).copy()
    step = 178 / len(view.cards)
    for i, (kind, count) in enumerate(zip(view.cards, view.bank, strict=True)):
        y = round(6 + step * (i + 0.5))
        sprite = hand_card_icon(kind, 30)
        image.alpha_composite(sprite, (32 - sprite.width // 2, y - 15))
        _draw_number(image, count, 68, y, shades.ink if count else shades.soft, 30)
    return image
