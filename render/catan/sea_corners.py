"""Panels in the corners of the sea: dice, barbarians, bank and decks, an open offer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render.core.brush import Brush
from render.core.cache import cached_sprite
from render.core.chip_strip import seat_symbol_disc
from render.core.fonts import BOLD, REGULAR, capitals_middle, drawable_text, fit_text, text_sprite
from render.core.look import DANGER, GOLD_INK, LAST, THEMES, Colour, Look, Theme, mix_colours
from render.core.shapes import SMOOTH, panel_sprite, paste_centred, scale_down
from rules.catan.view import Barbarians, CatanView

from .answer_signs import answer_sign
from .colours import CREAM, TRACKS
from .good_icons import good_icon
from .island_plan import EDGE, WIDE, IslandPlan
from .offers import draw_offer
from .pieces import barbarian_sign, event_die_face, number_die_face, ship_sprite, strength_icon
from .seats import card_back, waits_for_others
from .terrain import hex_points

Box = tuple[int, int, int, int]
DIE: Final = 56
BADGE: Final = 40
ROW: Final = 42  # height of a row of the bank
DECK: Final = 46
BANK: Final = 216
NUMBER: Final = 33  # 11 px in a picture shown 400 px wide
SHIP: Final = (240, 150)
LEGEND: Final = 44  # height of a line of the legend
MARK: Final = 44  # size of a shape in it
MARKED: Final = "veh"  # kinds of places with highlights


@dataclass(slots=True)
class _CornerPanel:
    """A panel being drawn. Parts are placed by their left; mirrored for right-to-left pictures."""

    image: Image.Image
    mirrored: bool

    def lay(self, sprite: Image.Image, x: int, y: int) -> None:
        self.image.alpha_composite(sprite, (self.image.width - x - sprite.width if self.mirrored else x, y))

    def centre(self, sprite: Image.Image, x: float, y: float) -> None:
        paste_centred(self.image, sprite, (self.image.width - x if self.mirrored else x, y))

    def text(self, text: str, x: int, y: int, size: int, ink: Colour, room: int, bold: bool = True) -> int:
        """Draw a line by its start and the middle of its capitals; returns its width."""
        weight = BOLD if bold else REGULAR
        shown, high, width = fit_text(drawable_text(text), room, size, weight, 20)
        words = text_sprite(shown, high, weight, width, ink)
        self.lay(words, x, round(y - capitals_middle(high, weight)))
        return words.width


@cached_sprite
def dice_panel(numbers: tuple[int, ...], face: str, theme: Theme, by: str = "") -> Image.Image:
    """The rolled dice and their sum. `by`: letter of the rolling seat, if it is not obvious."""
    shades = THEMES[theme]
    count = 2 + bool(face)
    size = (count * (DIE + 6) + 74, DIE + 20)
    image = panel_sprite(size, 14, shades.panel, shades.line, 2).copy()
    high = image.height
    if by:  # the badge hangs below, because a harbour may lie beside the panel
        image = image.crop((0, 0, image.width, high + BADGE // 2))
        paste_centred(image, seat_symbol_disc(by, BADGE), (image.width - BADGE, high - 2))
    x = 10
    for number, red in zip(numbers, (True, False), strict=False):
        image.alpha_composite(number_die_face(number, DIE, red), (x, 10))
        x += DIE + 6
    if face:
        image.alpha_composite(event_die_face(face, DIE), (x, 10))
        x += DIE + 6
    total = text_sprite(str(sum(numbers)), 50, BOLD, 88, shades.ink)
    image.alpha_composite(total, (x + (62 - total.width) // 2, round(high / 2 - capitals_middle(50, BOLD))))
    return image


@cached_sprite
def bank_panel(
    cards: tuple[str, ...], stock: tuple[int, ...], decks: tuple[tuple[str, int], ...], theme: Theme, mirrored: bool
) -> Image.Image:
    """The number of cards of each kind in the bank, and of each deck below."""
    shades = THEMES[theme]
    rows = -(-len(cards) // 2)
    image = panel_sprite((BANK, 14 + rows * ROW + DECK), 14, shades.panel, shades.line, 2).copy()
    corner = _CornerPanel(image, mirrored)
    for i, (card, n) in enumerate(zip(cards, stock, strict=True)):
        x, y = 12 + i % 2 * (BANK - 12) // 2, 8 + ROW // 2 + i // 2 * ROW
        corner.lay(good_icon(card, 36), x, y - 18)
        corner.text(str(n), x + 42, y, NUMBER, shades.ink if n else DANGER, 50)
    step = (BANK - 12) // len(decks)
    for i, (kind, n) in enumerate(decks):
        x, y = 12 + i * step, 8 + rows * ROW + DECK // 2
        corner.lay(card_back(kind, (24, 36)), x, y - 18)
        corner.text(str(n), x + 27, y, NUMBER, shades.ink if n else DANGER, step - 32)
    return image


def draw_sea_corners(canvas: Image.Image, view: CatanView, look: Look, plan: IslandPlan) -> dict[str, Box]:
    """Draw dice and barbarians above, bank and open offer below, in the free corners; returns their boxes."""
    found: dict[str, Box] = {}

    def lay(name: str, sprite: Image.Image, right: bool, low: bool) -> None:
        x = WIDE - EDGE - sprite.width if right else EDGE
        y = plan.bottom - EDGE - sprite.height if low else plan.top + EDGE
        canvas.paste(sprite, (x, y), sprite)
        found[name] = (x, y, x + sprite.width, y + sprite.height)

    if view.dice:
        past = view.rolled_by >= 0
        by = look.seats[view.rolled_by if past else view.active].letter
        shown = by if past or waits_for_others(view) else ""
        lay("dice", dice_panel(view.dice[:2], view.event, look.theme, shown), False, False)
    now = view.barbarians
    kinds: tuple[tuple[str, int], ...] = (("development", view.deck),)
    if now is not None:
        steps = look.say("pic.catan.label.steps", n=now.spaces - now.at)
        lay("barbarians", barbarians_panel(now, steps, look.theme, look.mirrored), True, False)
        kinds = tuple(zip(TRACKS, view.decks, strict=True))
    if view.offer is not None:
        lay("offer", draw_offer(view.offer, look, view.board), True, True)
    else:
        fresh = look.say("pic.catan.label.new") if view.changed else ""
        rolled = look.say("pic.catan.label.rolled") if view.rolled else ""
        if fresh or rolled:
            shapes = "".join(kind for kind in MARKED if any(place.startswith(kind) for place in view.changed))
            lay("new", highlight_legend(fresh, rolled, look.theme, shapes, look.mirrored), True, True)
    lay("bank", bank_panel(view.cards, view.bank, kinds, look.theme, look.mirrored), False, True)
    return found


@cached_sprite
def highlight_legend(fresh: str, rolled: str, theme: Theme, kinds: str, mirrored: bool) -> Image.Image:
    """The meaning of white around pieces and hexes (`fresh`) and around tokens (`rolled`), either may be empty.
    `kinds`: the highlighted kinds of places (`v` corners, `e` paths, `h` hexes), each shown in its shape."""
    shades = THEMES[theme]
    lines = [
        (said, text_sprite(drawable_text(said), NUMBER, REGULAR, 100, shades.ink)) for said in (fresh, rolled) if said
    ]
    wide = max(words.width + (MARK * len(kinds) if said == fresh else MARK) for said, words in lines)
    image = panel_sprite((wide + 32, 10 + LEGEND * len(lines)), 14, shades.panel, shades.line, 2).copy()
    draw, corner = ImageDraw.Draw(image), _CornerPanel(image, mirrored)
    for at, (said, words) in enumerate(lines):
        y, x = 5 + LEGEND * at + LEGEND // 2, 28
        if said == fresh:
            for kind in kinds:
                corner.centre(highlight_sample(kind), x, y)
                x += MARK
        else:
            at_x = image.width - 1 - x if mirrored else x
            for r, ink, line in ((17, LAST, 6), (18, GOLD_INK, 2), (12, GOLD_INK, 2)):
                fill = (*CREAM, 255) if r == 17 else None
                draw.ellipse((at_x - r, y - r, at_x + r, y + r), fill=fill, outline=(*ink, 255), width=line)
            x += MARK
        corner.lay(words, x - 16, round(y - capitals_middle(NUMBER)))
    return image


@cached_sprite
def highlight_sample(kind: str) -> Image.Image:
    """White as drawn around a piece on a corner, a road or a hex."""
    side = 40 * SMOOTH
    image = Image.new("RGBA", (side, side), (*GOLD_INK, 0))
    draw, centre = ImageDraw.Draw(image), side / 2
    for ink, wide in ((GOLD_INK, 10), (LAST, 6)):
        colour, line = (*ink, 255), wide * SMOOTH
        if kind == "v":
            r = 13 * SMOOTH + line / 2
            draw.ellipse((centre - r, centre - r, centre + r, centre + r), outline=colour, width=line)
        elif kind == "e":
            dx, dy = 12 * SMOOTH, 7 * SMOOTH
            ends = (centre - dx, centre + dy), (centre + dx, centre - dy)
            draw.line(ends, fill=colour, width=line + 4 * SMOOTH)
            for x, y in ends:
                r = line / 2 + 2 * SMOOTH
                draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)
        else:
            ring = hex_points((centre, centre), 16 * SMOOTH)
            draw.line([*ring, ring[0], ring[1]], fill=colour, width=line, joint="curve")
    if kind == "e":  # the road itself
        draw.line(ends, fill=(*GOLD_INK, 255), width=4 * SMOOTH)
    return scale_down(image, (40, 40))


@cached_sprite
def barbarians_panel(now: Barbarians, steps: str, theme: Theme, mirrored: bool) -> Image.Image:
    """The steps left to the ship as dots, and the barbarians' strength against that of all active knights."""
    shades = THEMES[theme]
    image = panel_sprite(SHIP, 14, shades.panel, shades.line, 2).copy()
    corner, wide = _CornerPanel(image, mirrored), SHIP[0]
    corner.lay(ship_sprite(62), 12, 8)
    left = 84 + corner.text(str(now.spaces - now.at), 84, 42, 56, shades.ink, 60)
    corner.text(steps, left + 8, 46, NUMBER, shades.soft, wide - left - 16, bold=False)
    step = (wide - 24) / (now.spaces + 1)
    for i in range(now.spaces + 1):
        last = i == now.spaces
        fill = DANGER if last else mix_colours(shades.panel, shades.soft, 0.35) if i < now.at else shades.ink
        corner.centre(_dot_sprite(16 if i != now.at else 22, fill), 12 + step * (i + 0.5), 85)
    y = 122
    corner.lay(barbarian_sign(42), 10, y - 22)
    corner.text(str(now.strength), 55, y, 38, shades.ink, 44)
    corner.lay(strength_icon(40), 104, y - 21)
    corner.text(str(now.knights), 149, y, 38, shades.ink, 44)
    corner.centre(answer_sign("accept" if now.knights >= now.strength else "decline", 34), wide - 26, y)
    return image


@cached_sprite
def _dot_sprite(size: int, fill: Colour) -> Image.Image:
    b = Brush(size, size)
    b.edge = b.width(10)
    b.oval(50, 50, 48, 48, fill, GOLD_INK)
    return b.finished()
