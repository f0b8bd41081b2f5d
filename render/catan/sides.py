"""What lies in the sea beside the island: the dice, the decks, the bank; below it the barbarians."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import shared
from render.core.fonts import BOLD, REGULAR, fit, label, middle, plain
from render.core.kit import SMOOTH, panel, put, reduced
from render.core.look import DANGER, GOLD_INK, LAST, THEMES, Colour, Look, Theme, mix
from render.core.paints import WHITE
from render.core.strip import mini_seat
from rules.catan.view import Barbarians, CatanView

from .colours import TRACKS
from .goods import good
from .offers import offer
from .pieces import die, event, host, knight, ship
from .plan import BAR, EDGE, WIDE, Plan
from .seats import card_back
from .signs import sign

DIE: Final = 58
BADGE: Final = 40
ROW: Final = 40  # of the bank
STEP: Final = 102  # between two spaces of the barbarians' way


def _text(image: Image.Image, text: str, x: int, y: int, size: int, ink: Colour, room: int, bold: bool = True) -> int:
    """A line by its left end and the middle of its capitals; returns its width."""
    weight = BOLD if bold else REGULAR
    shown, high, width = fit(plain(text), room, size, weight, 20)
    words = label(shown, high, weight, width, ink)
    image.alpha_composite(words, (x, round(y - middle(high, weight))))
    return words.width


@shared
def dice(numbers: tuple[int, ...], face: str, theme: Theme, by: str = "") -> Image.Image:
    """What was rolled, and its sum. `by`: the letter of who did, where it was in an earlier turn; framed as what is
    past."""
    shades = THEMES[theme]
    count = 2 + bool(face)
    size = (count * (DIE + 6) + 74, DIE + 20)
    image = panel(size, 14, shades.panel, LAST if by else shades.line, 4 if by else 2).copy()
    high = image.height
    if by:  # whose badge hangs below: beside the panel a harbour may lie
        image = image.crop((0, 0, image.width, high + BADGE // 2))
        put(image, mini_seat(by, BADGE), (image.width - BADGE, high - 2))
    x = 10
    for number, red in zip(numbers, (True, False), strict=False):
        image.alpha_composite(die(number, DIE, red), (x, 10))
        x += DIE + 6
    if face:
        image.alpha_composite(event(face, DIE), (x, 10))
        x += DIE + 6
    total = label(str(sum(numbers)), 50, BOLD, 88, shades.ink)
    image.alpha_composite(total, (x + (62 - total.width) // 2, round(high / 2 - middle(50, BOLD))))
    return image


@shared
def bank(cards: tuple[str, ...], stock: tuple[int, ...], title: str, theme: Theme) -> Image.Image:
    """How many cards of each kind lie in the bank."""
    shades = THEMES[theme]
    rows = -(-len(cards) // 2)
    image = panel((196, 44 + rows * ROW), 14, shades.panel, shades.line, 2).copy()
    _text(image, title, 12, 24, 27, shades.soft, 172, bold=False)
    for i, (card, n) in enumerate(zip(cards, stock, strict=True)):
        x, y = 12 + i % 2 * 92, 40 + i // 2 * ROW
        image.alpha_composite(good(card, 34), (x, y + 3))
        _text(image, str(n), x + 40, y + 21, 30, shades.ink if n else DANGER, 50)
    return image


@shared
def decks(kinds: tuple[str, ...], left: tuple[int, ...], theme: Theme) -> Image.Image:
    """How many cards the decks still hold."""
    shades = THEMES[theme]
    image = panel((18 + 54 * len(kinds), 104), 14, shades.panel, shades.line, 2).copy()
    for i, (kind, n) in enumerate(zip(kinds, left, strict=True)):
        x = 12 + i * 54
        image.alpha_composite(card_back(kind, (40, 54)), (x + 3, 8))
        words = label(str(n), 29, BOLD, 88, shades.ink)
        image.alpha_composite(words, (x + 23 - words.width // 2, round(82 - middle(29, BOLD))))
    return image


def corners(canvas: Image.Image, view: CatanView, look: Look, plan: Plan) -> None:
    """Dice and decks above, the bank below: corners that no island reaches."""
    top, bottom = plan.top + EDGE, plan.bottom - EDGE
    if view.dice:
        by = look.seats[view.rolled_by].letter if view.rolled_by >= 0 else ""
        rolled = dice(view.dice[:2], view.event, look.theme, by)
        canvas.paste(rolled, (EDGE, top), rolled)
    kinds: tuple[str, ...] = tuple(TRACKS) if view.barbarians is not None else ("development",)
    piles = decks(kinds, view.decks if view.barbarians is not None else (view.deck,), look.theme)
    canvas.paste(piles, (WIDE - EDGE - piles.width, top), piles)
    if view.offer is not None:
        sprite = offer(view.offer, look, view.board)
        canvas.paste(sprite, (WIDE - EDGE - sprite.width, bottom - sprite.height), sprite)
    stock = bank(view.cards, view.bank, look.say("pic.catan.label.bank"), look.theme)
    canvas.paste(stock, (EDGE, bottom - stock.height), stock)


@shared
def _space(text: str, passed: bool, theme: Theme) -> Image.Image:
    """A space of the way, with the steps that are left from there; X is the attack."""
    size = 48
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*WHITE, 0))
    draw = ImageDraw.Draw(big)
    shades = THEMES[theme]
    fill, ink = (mix(shades.panel, shades.soft, 0.35), shades.panel) if passed else (shades.ink, shades.panel)
    if text == "X":
        fill, ink = DANGER, WHITE
    box = (3 * SMOOTH, 3 * SMOOTH, (size - 3) * SMOOTH, (size - 3) * SMOOTH)
    draw.ellipse(box, fill=(*fill, 255), outline=(*GOLD_INK, 255), width=2 * SMOOTH)
    if text == "X":
        for flip in (1, -1):
            ends = [((24 - 9 * flip) * SMOOTH, 15 * SMOOTH), ((24 + 9 * flip) * SMOOTH, 33 * SMOOTH)]
            draw.line(ends, fill=(*ink, 255), width=6 * SMOOTH)
        return reduced(big, (size, size))
    image = reduced(big, (size, size))
    words = label(text, 29, BOLD, 100, ink)
    image.alpha_composite(words, ((size - words.width) // 2, round(size / 2 - middle(29, BOLD))))
    return image


@shared
def barbarians(now: Barbarians, theme: Theme, wide: int = WIDE - 2 * EDGE) -> Image.Image:
    """The way of the ship, and how the attack would end: their strength against that of all active knights."""
    shades = THEMES[theme]
    image = panel((wide, BAR), 16, shades.panel, shades.line, 2).copy()
    y = BAR // 2
    draw = ImageDraw.Draw(image)
    left, step = 52, min(STEP, (wide - 460) // now.spaces)
    draw.line([(left, y), (left + step * now.spaces, y)], fill=shades.soft, width=4)
    for i in range(now.spaces + 1):
        x = left + step * i
        if i == now.at:
            put(image, ship(78), (x - 10, y - 3))
            put(image, _space(str(now.spaces - i), False, theme), (x + 28, y + 14))
        else:
            put(image, _space("X" if i == now.spaces else str(now.spaces - i), i < now.at, theme), (x, y))
    safe = now.knights >= now.strength
    x = left + step * now.spaces + 56
    image.alpha_composite(host(60), (x, y - 32))
    _text(image, str(now.strength), x + 70, y, 48, shades.ink, 70)
    image.alpha_composite(knight("W", 68, 2, True), (x + 154, y - 36))
    _text(image, str(now.knights), x + 228, y, 48, shades.ink, 70)
    put(image, sign("accept" if safe else "decline", 44), (x + 316, y))
    return image
