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
DIE_SIZE: Final = 56
BADGE_SIZE: Final = 40
BANK_ROW_HIGH: Final = 42  # height of a row of the bank
DECKS_HIGH: Final = 46
BANK_WIDE: Final = 216
NUMBER_SIZE: Final = 33  # 11 px in a picture shown 400 px wide
BARBARIANS_SIZE: Final = (240, 150)
LEGEND_LINE_HIGH: Final = 44  # height of a line of the legend
SHAPE_SIZE: Final = 44  # size of a shape in it
SHAPE_KINDS: Final = "veh"  # kinds of places with highlights


@dataclass(slots=True)
class _CornerPanel:
    """A panel being drawn. Parts are placed by their left; mirrored for right-to-left pictures."""

    image: Image.Image
    mirrored: bool

    def paste_at_start(self, sprite: Image.Image, x: int, y: int) -> None:
        self.image.alpha_composite(sprite, (self.image.width - x - sprite.width if self.mirrored else x, y))

    def paste_centred_at(self, sprite: Image.Image, x: float, y: float) -> None:
        paste_centred(self.image, sprite, (self.image.width - x if self.mirrored else x, y))

    def draw_text(self, text: str, x: int, y: int, size: int, ink: Colour, room: int, bold: bool = True) -> int:
        """Draw a line by its start and the middle of its capitals; returns its width."""
        weight = BOLD if bold else REGULAR
        shown, high, width = fit_text(drawable_text(text), room, size, weight, 20)
        words = text_sprite(shown, high, weight, width, ink)
        self.paste_at_start(words, x, round(y - capitals_middle(high, weight)))
        return words.width


@cached_sprite
def dice_panel(numbers: tuple[int, ...], face: str, theme: Theme, roller: str = "") -> Image.Image:
    """The rolled dice and their sum. `roller`: letter of the rolling seat, if it is not obvious."""
    shades = THEMES[theme]
    count = 2 + bool(face)
    size = (count * (DIE_SIZE + 6) + 74, DIE_SIZE + 20)
    image = panel_sprite(size, 14, shades.panel, shades.line, 2).copy()
    high = image.height
    if roller:  # the badge hangs below, because a harbour may lie beside the panel
        image = image.crop((0, 0, image.width, high + BADGE_SIZE // 2))
        paste_centred(image, seat_symbol_disc(roller, BADGE_SIZE), (image.width - BADGE_SIZE, high - 2))
    x = 10
    for number, red in zip(numbers, (True, False), strict=False):
        image.alpha_composite(number_die_face(number, DIE_SIZE, red), (x, 10))
        x += DIE_SIZE + 6
    if face:
        image.alpha_composite(event_die_face(face, DIE_SIZE), (x, 10))
        x += DIE_SIZE + 6
    total = text_sprite(str(sum(numbers)), 50, BOLD, 88, shades.ink)
    image.alpha_composite(total, (x + (62 - total.width) // 2, round(high / 2 - capitals_middle(50, BOLD))))
    return image


@cached_sprite
def bank_panel(
    cards: tuple[str, ...], stock: tuple[int, ...], decks: tuple[tuple[str, int], ...], theme: Theme, mirrored: bool
) -> Image.Image:
    """The number of cards of each kind in the bank, and of each deck below."""
    shades = THEMES[theme]
    rows = -(-len(cards) // 2)  # two kinds in a row
    image = panel_sprite((BANK_WIDE, 14 + rows * BANK_ROW_HIGH + DECKS_HIGH), 14, shades.panel, shades.line, 2).copy()
    corner = _CornerPanel(image, mirrored)
    for i, (card, count) in enumerate(zip(cards, stock, strict=True)):
        x, y = 12 + i % 2 * (BANK_WIDE - 12) // 2, 8 + BANK_ROW_HIGH // 2 + i // 2 * BANK_ROW_HIGH
        corner.paste_at_start(good_icon(card, 36), x, y - 18)
        corner.draw_text(str(count), x + 42, y, NUMBER_SIZE, shades.ink if count else DANGER, 50)
    step = (BANK_WIDE - 12) // len(decks)
    for i, (kind, count) in enumerate(decks):
        x, y = 12 + i * step, 8 + rows * BANK_ROW_HIGH + DECKS_HIGH // 2
        corner.paste_at_start(card_back(kind, (24, 36)), x, y - 18)
        corner.draw_text(str(count), x + 27, y, NUMBER_SIZE, shades.ink if count else DANGER, step - 32)
    return image


def draw_sea_corners(canvas: Image.Image, view: CatanView, look: Look, plan: IslandPlan) -> dict[str, Box]:
    """Draw dice and barbarians above, bank and open offer below, in the free corners; returns their boxes."""
    boxes: dict[str, Box] = {}

    def lay(name: str, sprite: Image.Image, is_right: bool, is_low: bool) -> None:
        x = WIDE - EDGE - sprite.width if is_right else EDGE
        y = plan.sea_bottom - EDGE - sprite.height if is_low else plan.sea_top + EDGE
        canvas.paste(sprite, (x, y), sprite)
        boxes[name] = (x, y, x + sprite.width, y + sprite.height)

    if view.dice:
        is_past_roll = view.rolled_by >= 0
        roller = look.seats[view.rolled_by if is_past_roll else view.active].letter
        shown_roller = roller if is_past_roll or waits_for_others(view) else ""
        lay("dice", dice_panel(view.dice[:2], view.event, look.theme, shown_roller), is_right=False, is_low=False)
    barbarians = view.barbarians
    decks: tuple[tuple[str, int], ...] = (("development", view.deck),)
    if barbarians is not None:
        steps = look.say("pic.catan.label.steps", n=barbarians.spaces - barbarians.at)
        panel = barbarians_panel(barbarians, steps, look.theme, look.mirrored)
        lay("barbarians", panel, is_right=True, is_low=False)
        decks = tuple(zip(TRACKS, view.decks, strict=True))
    if view.offer is not None:
        lay("offer", draw_offer(view.offer, look, view.board), is_right=True, is_low=True)
    else:
        new_words = look.say("pic.catan.label.new") if view.changed else ""
        rolled_words = look.say("pic.catan.label.rolled") if view.rolled else ""
        if new_words or rolled_words:
            shapes = "".join(kind for kind in SHAPE_KINDS if any(place.startswith(kind) for place in view.changed))
            legend = highlight_legend(new_words, rolled_words, look.theme, shapes, look.mirrored)
            lay("new", legend, is_right=True, is_low=True)
    bank = bank_panel(view.cards, view.bank, decks, look.theme, look.mirrored)
    lay("bank", bank, is_right=False, is_low=True)
    return boxes


@cached_sprite
def highlight_legend(new_words: str, rolled_words: str, theme: Theme, kinds: str, mirrored: bool) -> Image.Image:
    """The meaning of white around pieces and hexes (`new_words`) and tokens (`rolled_words`); either may be empty.
    `kinds`: the highlighted kinds of places (`v` corners, `e` paths, `h` hexes), each shown in its shape."""
    shades = THEMES[theme]
    lines = [
        (sentence, text_sprite(drawable_text(sentence), NUMBER_SIZE, REGULAR, 100, shades.ink))
        for sentence in (new_words, rolled_words)
        if sentence
    ]
    wide = max(
        words.width + (SHAPE_SIZE * len(kinds) if sentence == new_words else SHAPE_SIZE) for sentence, words in lines
    )
    image = panel_sprite((wide + 32, 10 + LEGEND_LINE_HIGH * len(lines)), 14, shades.panel, shades.line, 2).copy()
    draw, corner = ImageDraw.Draw(image), _CornerPanel(image, mirrored)
    for index, (sentence, words) in enumerate(lines):
        y, x = 5 + LEGEND_LINE_HIGH * index + LEGEND_LINE_HIGH // 2, 28
        if sentence == new_words:
            for kind in kinds:
                corner.paste_centred_at(highlight_sample(kind), x, y)
                x += SHAPE_SIZE
        else:
            middle_x = image.width - 1 - x if mirrored else x
            for radius, ink, line in ((17, LAST, 6), (18, GOLD_INK, 2), (12, GOLD_INK, 2)):
                fill = (*CREAM, 255) if radius == 17 else None
                box = (middle_x - radius, y - radius, middle_x + radius, y + radius)
                draw.ellipse(box, fill=fill, outline=(*ink, 255), width=line)
            x += SHAPE_SIZE
        corner.paste_at_start(words, x - 16, round(y - capitals_middle(NUMBER_SIZE)))
    return image


@cached_sprite
def highlight_sample(kind: str) -> Image.Image:
    """White as drawn around a piece on a corner, a road or a hex."""
    side = 40 * SMOOTH
    image = Image.new("RGBA", (side, side), (*GOLD_INK, 0))
    draw, centre = ImageDraw.Draw(image), side / 2
    for ink, line_width in ((GOLD_INK, 10), (LAST, 6)):
        colour, line = (*ink, 255), line_width * SMOOTH
        if kind == "v":
            radius = 13 * SMOOTH + line / 2
            low, high = centre - radius, centre + radius
            draw.ellipse((low, low, high, high), outline=colour, width=line)
        elif kind == "e":
            dx, dy = 12 * SMOOTH, 7 * SMOOTH
            ends = (centre - dx, centre + dy), (centre + dx, centre - dy)
            draw.line(ends, fill=colour, width=line + 4 * SMOOTH)
            for x, y in ends:
                radius = line / 2 + 2 * SMOOTH
                draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)
        else:
            ring = hex_points((centre, centre), 16 * SMOOTH)
            draw.line([*ring, ring[0], ring[1]], fill=colour, width=line, joint="curve")
    if kind == "e":  # the road itself
        draw.line(ends, fill=(*GOLD_INK, 255), width=4 * SMOOTH)
    return scale_down(image, (40, 40))


@cached_sprite
def barbarians_panel(barbarians: Barbarians, steps: str, theme: Theme, mirrored: bool) -> Image.Image:
    """The steps left to the ship as dots, and the barbarians' strength against that of all active knights."""
    shades = THEMES[theme]
    image = panel_sprite(BARBARIANS_SIZE, 14, shades.panel, shades.line, 2).copy()
    corner, wide = _CornerPanel(image, mirrored), BARBARIANS_SIZE[0]
    corner.paste_at_start(ship_sprite(62), 12, 8)
    left = 84 + corner.draw_text(str(barbarians.spaces - barbarians.at), 84, 42, 56, shades.ink, 60)
    corner.draw_text(steps, left + 8, 46, NUMBER_SIZE, shades.soft, wide - left - 16, bold=False)
    step = (wide - 24) / (barbarians.spaces + 1)
    for i in range(barbarians.spaces + 1):
        fill = mix_colours(shades.panel, shades.soft, 0.35) if i < barbarians.at else shades.ink
        if i == barbarians.spaces:
            fill = DANGER
        corner.paste_centred_at(_dot_sprite(16 if i != barbarians.at else 22, fill), 12 + step * (i + 0.5), 85)
    y = 122  # the lower line: strength of the barbarians, strength of the knights, who would win
    corner.paste_at_start(barbarian_sign(42), 10, y - 22)
    corner.draw_text(str(barbarians.strength), 55, y, 38, shades.ink, 44)
    corner.paste_at_start(strength_icon(40), 104, y - 21)
    corner.draw_text(str(barbarians.knights), 149, y, 38, shades.ink, 44)
    corner.paste_centred_at(
        answer_sign("accept" if barbarians.knights >= barbarians.strength else "decline", 34), wide - 26, y
    )
    return image


@cached_sprite
def _dot_sprite(size: int, fill: Colour) -> Image.Image:
    b = Brush(size, size)
    b.edge = b.pixel_width(10)
    b.oval(50, 50, 48, 48, fill, GOLD_INK)
    return b.finish()
