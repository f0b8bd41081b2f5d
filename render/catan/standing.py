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

SIDE: Final = 130
HAND: Final = 42  # height of the row of the reader's cards
NEAR: Final = 2  # most steps left at which the barbarians are near
SPECIAL: Final = "special"  # the special building phase


def hand_card_icon(kind: str, size: int) -> Image.Image:
    """A card of the hand, two for unknown cards, or the back of another card."""
    if kind in CARDS:
        return good_icon(kind, size)
    return hand_icon(size) if kind == "cards" else card_back(kind, (round(size * 0.7), size))


def draw_catan_standing(recap: Recap, look: Look, wide: int, high: int) -> Image.Image:
    """The last frame, at least `high` pixels high."""
    view: CatanView = recap.now
    turn = look.say(f"{RECAP}.turn", n=view.turn) if view.turn else ""
    side = _barbarians_image(view, look) if view.barbarians is not None else None
    row = None
    if view.you is not None and view.you == recap.reader:
        row = _reader_hand_image(view, look, wide - 20)
    elif side is None:
        side = _bank_image(view, look)
    words = _describe_standing(recap, look)
    return recap_strip.draw_standing_frame(
        look, recap, wide, high, _standing_title(recap, look), turn, side, words, row
    )


def _standing_title(recap: Recap, look: Look) -> str:
    """The turn; a decision in another's turn, or between two turns, does not make it the seat's turn."""
    view: CatanView = recap.now
    if not recap.task:
        return look.say("pic.recap.now")
    if view.active == recap.reader:
        return look.say("pic.recap.yours")
    return look.say(f"{RECAP}.{'between' if view.phase == SPECIAL else 'asked'}")


def _describe_standing(recap: Recap, look: Look) -> str:
    """The danger from the barbarians, the reader's special cards by name, the holders of the titles."""
    view: CatanView = recap.now
    said = [_describe_barbarian_danger(recap, look), _describe_reader_cards(recap, look)]
    titles = [(view.longest, "holds_road")]
    titles += [(seat, "holds_army") for seat, player in enumerate(view.players) if player.army]
    for seat, key in titles:
        if seat >= 0:
            name = look.say("pic.recap.you") if seat == recap.reader else look.seats[seat].name
            said.append(look.say(f"{RECAP}.{key}", name=name))
    return " ".join(filter(None, said))


def _describe_barbarian_danger(recap: Recap, look: Look) -> str:
    """A warning if the barbarians are near and stronger, with the reader's endangered cities and knights."""
    view: CatanView = recap.now
    now, reader = view.barbarians, recap.reader
    if now is None or reader is None or view.over or now.knights >= now.strength or now.spaces - now.at > NEAR:
        return ""
    cities = sum(b.seat == reader and b.city for b in view.buildings)
    return look.say(f"{RECAP}.danger", n=now.spaces - now.at, cities=cities, strength=view.players[reader].strength)


def _describe_reader_cards(recap: Recap, look: Look) -> str:
    """The reader's progress or development cards by name, the new ones first."""
    view: CatanView = recap.now
    if recap.reader is None or view.you != recap.reader:
        return ""
    before: CatanView | None = recap.start
    held = Counter((*view.progress, *view.developments))
    had = Counter((*before.progress, *before.developments)) if before is not None else held
    new = held - had
    names = [look.say(f"{RECAP}.new_card", name=card_name(look, card)) for card in new.elements()]
    names += [card_name(look, card) for card in (held - new).elements()]
    return look.say(f"{RECAP}.holds_cards", list=join_list(names)) if names else ""


# --- pictures beside and below


def _barbarians_image(view: CatanView, look: Look) -> Image.Image:
    """The barbarians: steps left, their strength, the strength of the knights."""
    now, shades = view.barbarians, look.shades
    assert now is not None
    image = panel_sprite((SIDE, 190), 12, shades.ground, shades.line, 2).copy()
    y = 36
    image.alpha_composite(ship_sprite(54), (14, y - 29))
    _draw_number(image, now.spaces - now.at, 80, y, shades.ink, 42)
    words = text_sprite(look.say(f"{RECAP}.left", n=now.spaces - now.at), 24, REGULAR, 88, shades.soft)
    image.alpha_composite(words, ((SIDE - words.width) // 2, round(78 - capitals_middle(24))))
    image.alpha_composite(barbarian_sign(44), (18, 98))
    _draw_number(image, now.strength, 80, 120, shades.ink, 36)
    image.alpha_composite(strength_icon(42), (19, 144))
    _draw_number(image, now.knights, 80, 165, shades.ink if now.knights >= now.strength else LOSS[look.theme], 36)
    return image


def _draw_number(image: Image.Image, n: int, x: int, y: int, ink: Colour, size: int) -> None:
    image.alpha_composite(text_sprite(str(n), size, BOLD, 100, ink), (x, round(y - capitals_middle(size, BOLD))))


def _reader_hand_image(view: CatanView, look: Look, wide: int) -> Image.Image:
    """The reader's cards by kind on a line; backs of other cards at its end."""
    shades = look.shades
    held = [(kind, n) for kind, n in Counter(view.hand).items() if n]
    held.sort(key=lambda pair: CARDS.index(pair[0]))
    me = view.players[view.you or 0]
    held += list(Counter(me.progress).items())
    if view.developments:
        held.append(("development", len(view.developments)))
    image = panel_sprite((wide, HAND), 10, shades.ground, shades.line, 2).copy()
    if not held:
        words = text_sprite(look.say(f"{RECAP}.hold_none"), 25, REGULAR, 88, shades.soft)
        image.alpha_composite(words, (14, round(HAND / 2 - capitals_middle(25))))
        return image
    for width, icon, between in ((100, 30, 18), (88, 30, 10), (66, 26, 6), (62, 24, 3)):
        parts = [(text_sprite(str(n), 28, BOLD, width, shades.ink), hand_card_icon(kind, icon)) for kind, n in held]
        if sum(a.width + 3 + b.width + between for a, b in parts) <= wide - 20:
            break
    x = 12
    for number, sprite in parts:
        image.alpha_composite(number, (x, round(HAND / 2 - capitals_middle(28, BOLD))))
        x += number.width + 3
        image.alpha_composite(sprite, (x, (HAND - sprite.height) // 2))
        x += sprite.width + between
    return image


def _bank_image(view: CatanView, look: Look) -> Image.Image:
    """The bank's cards by kind, for a spectator."""
    shades = look.shades
    image = panel_sprite((SIDE, 190), 12, shades.ground, shades.line, 2).copy()
    step = 178 / len(view.cards)
    for i, (kind, n) in enumerate(zip(view.cards, view.bank, strict=True)):
        y = round(6 + step * (i + 0.5))
        sprite = hand_card_icon(kind, 30)
        image.alpha_composite(sprite, (32 - sprite.width // 2, y - 15))
        _draw_number(image, n, 68, y, shades.ink if n else shades.soft, 30)
    return image


__all__ = ["draw_catan_standing", "hand_card_icon"]
