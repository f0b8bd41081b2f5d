"""Small shapes: supersampling, symbols of seats, shadows, panels, plates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from .cache import cached_sprite
from .fonts import BOLD, capitals_middle, centre_text, fitted_text_sprite, text_sprite
from .look import GOLD, GOLD_INK, Colour

Point: TypeAlias = tuple[float, float]
SMOOTH: Final = 4  # supersampling factor


def star_points(middle: Point, outer: float, inner: float, points: int = 5) -> list[Point]:
    """The points of a star that stands on two tips."""
    return [
        (
            middle[0] + math.sin(math.pi * i / points) * (inner if i % 2 else outer),
            middle[1] - math.cos(math.pi * i / points) * (inner if i % 2 else outer),
        )
        for i in range(2 * points)
    ]


def draw_seat_symbol(draw: ImageDraw.ImageDraw, kind: str, centre: Point, radius: float, ink: Colour) -> None:
    """Draws the symbol of a seat as a shape, because the font lacks stars, hearts and the like."""
    x, y = centre
    r = radius
    if kind == "disc":
        r *= 0.86
        draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)
    elif kind == "triangle":
        draw.polygon([(x, y - r), (x + 1.02 * r, y + 0.8 * r), (x - 1.02 * r, y + 0.8 * r)], fill=ink)
    elif kind == "square":
        r *= 0.78
        draw.rectangle((x - r, y - r, x + r, y + r), fill=ink)
    elif kind == "diamond":
        draw.polygon([(x, y - 1.08 * r), (x + 0.84 * r, y), (x, y + 1.08 * r), (x - 0.84 * r, y)], fill=ink)
    elif kind == "star":
        draw.polygon(star_points((x, y + 0.05 * r), 1.12 * r, 0.5 * r), fill=ink)
    elif kind == "moon":
        turn = [math.pi * i / 16 for i in range(5, 28)]
        outer = [(x + r * math.cos(a), y + r * math.sin(a)) for a in turn]
        bite = [(x + 0.42 * r + 0.83 * r * math.cos(a), y + 0.83 * r * math.sin(a)) for a in reversed(turn)]
        draw.polygon(outer + bite, fill=ink)
    elif kind == "heart":
        turn = [math.pi * i / 16 for i in range(32)]
        curve = [
            (16 * math.sin(a) ** 3, 13 * math.cos(a) - 5 * math.cos(2 * a) - 2 * math.cos(3 * a) - math.cos(4 * a))
            for a in turn
        ]
        draw.polygon([(x + r * u / 16, y - r * (v + 2.5) / 15) for u, v in curve], fill=ink)
    else:
        a = 0.34 * r
        draw.polygon(
            [
                (x - a, y - r),
                (x + a, y - r),
                (x + a, y - a),
                (x + r, y - a),
                (x + r, y + a),
                (x + a, y + a),
                (x + a, y + r),
                (x - a, y + r),
                (x - a, y + a),
                (x - r, y + a),
                (x - r, y - a),
                (x - a, y - a),
            ],
            fill=ink,
        )


def scale_down(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """A supersampled drawing at its final size; transparent edges keep their colour."""
    if image.mode != "RGBA":
        return image.resize(size, Image.Resampling.LANCZOS)
    factor = image.width // max(1, size[0])
    if image.size == (size[0] * factor, size[1] * factor):  # four times as fast as `resize`
        return image.convert("RGBa").reduce(factor).convert("RGBA")
    return image.convert("RGBa").resize(size, Image.Resampling.BOX).convert("RGBA")


def dilate_mask(mask: Image.Image, steps: int) -> Image.Image:
    """Each pixel becomes the maximum of the square `steps` pixels around it. Equals repeated `MaxFilter(3)`, but in few
    fast operations that release the GIL."""
    if steps <= 0:
        return mask
    grown = mask.crop((-steps, -steps, mask.width + steps, mask.height + steps))
    for right, down in ((1, 0), (0, 1)):
        reach = 0  # each pixel covers its next `seen` pixels
        while reach < 2 * steps:
            step = min(reach + 1, 2 * steps - reach)
            x, y = right * step, down * step
            grown = ImageChops.lighter(grown, grown.crop((x, y, x + grown.width, y + grown.height)))
            reach += step
    return grown.crop((0, 0, *mask.size))


def erode_mask(mask: Image.Image, steps: int) -> Image.Image:
    """Each pixel becomes the minimum of the square `steps` pixels around it; pixels beyond the edge do not count."""
    return ImageChops.invert(dilate_mask(ImageChops.invert(mask), steps))


def add_shadow(image: Image.Image, blur: float, strength: float, offset: tuple[int, int]) -> Image.Image:
    """The sprite with a soft shadow beneath. The canvas keeps its size, so it needs a margin."""
    alpha = image.getchannel("A")
    shade = Image.new("L", image.size, 0)
    shade.paste(alpha, offset)
    shade = shade.filter(ImageFilter.GaussianBlur(blur)).point([round(level * strength) for level in range(256)])
    canvas = Image.new("RGBA", image.size, (0, 0, 0, 0))
    canvas.putalpha(shade)
    canvas.alpha_composite(image)
    return canvas


@cached_sprite
def panel_sprite(size: tuple[int, int], radius: int, fill: Colour, edge: Colour, line: int) -> Image.Image:
    """A rounded panel with a frame. Only its corners are supersampled: a whole sheet would take 100 MB."""
    corner = max(radius, line) + 1
    least_size = min(size[0], 2 * corner + 1), min(size[1], 2 * corner + 1)
    canvas = Image.new("RGBA", (least_size[0] * SMOOTH, least_size[1] * SMOOTH), (*edge, 0))
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle(
        (0, 0, canvas.width - 1, canvas.height - 1),
        radius * SMOOTH,
        fill=(*fill, 255),
        outline=(*edge, 255),
        width=line * SMOOTH,
    )
    return _stretch_image(scale_down(canvas, least_size), size, corner)


def _stretch_image(image: Image.Image, size: tuple[int, int], at: int) -> Image.Image:
    """The image at a larger size, with its column and row `at` repeated."""
    if image.size == size:
        return image
    stretched = Image.new(image.mode, size)
    for left, right, x, wide in _stretch_spans(image.width, size[0], at):
        for top, bottom, y, high in _stretch_spans(image.height, size[1], at):
            span_image = image.crop((left, top, right, bottom))
            stretched.paste(span_image.resize((wide, high), Image.Resampling.NEAREST), (x, y))
    return stretched


def _stretch_spans(short: int, long: int, at: int) -> list[tuple[int, int, int, int]]:
    """(start, end, target start, target length) of each span of a side that is stretched at `at`."""
    if short == long:
        return [(0, short, 0, long)]
    stretched_length = long - short + 1
    return [(0, at, 0, at), (at, at + 1, at, stretched_length), (at + 1, short, at + stretched_length, short - at - 1)]


@cached_sprite
def choice_frame_sprite(size: tuple[int, int], ink: Colour) -> Image.Image:
    """A frame around a marked place."""
    image = panel_sprite(size, 8, ink, ink, 6).copy()
    inner = panel_sprite((size[0] - 8, size[1] - 8), 6, GOLD_INK, GOLD_INK, 2)
    image.alpha_composite(inner, (4, 4))
    hole = (
        panel_sprite((size[0] - 12, size[1] - 12), 4, ink, ink, 6).getchannel("A").point([255 - v for v in range(256)])
    )
    alpha = image.getchannel("A")
    alpha.paste(hole, (6, 6))
    image.putalpha(alpha)
    return image


@cached_sprite
def plate_sprite(
    text: str,
    high: int,
    room: int,
    fill: Colour = GOLD,
    ink: Colour = GOLD_INK,
    rim: Colour = GOLD_INK,
    floor: int = 13,
) -> Image.Image:
    """A disc or pill with a token on it; text that is too long is narrowed first."""
    size = round(high * 0.68)
    edge = max(2, round(high * 0.06))
    text_image, size = fitted_text_sprite(text, room - round(high * 0.36), size, ink, BOLD, floor)
    plate_width = max(high, min(room, text_image.width + round(high * 0.42)))
    margin = max(3, round(high * 0.14))
    canvas = Image.new("RGBA", ((plate_width + 2 * margin) * SMOOTH, (high + 2 * margin) * SMOOTH), (*rim, 0))
    draw = ImageDraw.Draw(canvas)
    box = (margin * SMOOTH, margin * SMOOTH, (margin + plate_width) * SMOOTH - 1, (margin + high) * SMOOTH - 1)
    draw.rounded_rectangle(box, high * SMOOTH / 2, fill=(*fill, 255), outline=(*rim, 255), width=edge * SMOOTH)
    image = add_shadow(scale_down(canvas, (plate_width + 2 * margin, high + 2 * margin)), margin / 2, 0.55, (1, 2))
    centre_text(image, text_image, size, BOLD)
    return image


@cached_sprite
def two_line_plate(first: str, second: str, high: int, floor: int = 13) -> Image.Image:
    """A plate for a token in two lines."""
    size = max(floor, round(high * 0.42))
    lines = [text_sprite(text, size, BOLD, 76, GOLD_INK) for text in (first, second)]
    plate_width = max(line.width for line in lines) + round(high * 0.3)
    margin, edge = 4, max(2, round(high * 0.05))
    canvas = Image.new("RGBA", ((plate_width + 2 * margin) * SMOOTH, (high + 2 * margin) * SMOOTH), (*GOLD_INK, 0))
    box = (margin * SMOOTH, margin * SMOOTH, (margin + plate_width) * SMOOTH - 1, (margin + high) * SMOOTH - 1)
    ImageDraw.Draw(canvas).rounded_rectangle(
        box, high * SMOOTH * 0.24, fill=(*GOLD, 255), outline=(*GOLD_INK, 255), width=edge * SMOOTH
    )
    image = add_shadow(scale_down(canvas, (plate_width + 2 * margin, high + 2 * margin)), margin / 2, 0.55, (1, 2))
    for line, middle_share in zip(lines, (0.28, 0.72), strict=True):
        x, y = (image.width - line.width) / 2, margin + high * middle_share - capitals_middle(size, BOLD)
        image.alpha_composite(line, (max(0, round(x)), max(0, round(y))))
    return image


def spread_plates(boxes: list[list[float]], area: Sequence[float]) -> None:
    """Move plates apart in place until none overlap. Each box is [middle x, middle y, width, height]."""
    for _ in range(60):
        settled = True
        for i, plate in enumerate(boxes):
            for other in boxes[:i]:
                over_x = (plate[2] + other[2]) / 2 + 3 - abs(plate[0] - other[0])
                over_y = (plate[3] + other[3]) / 2 + 1 - abs(plate[1] - other[1])
                if over_x <= 0 or over_y <= 0:
                    continue
                settled = False
                axis, overlap = (0, over_x) if over_x * 0.6 < over_y else (1, over_y)
                direction = 1 if plate[axis] >= other[axis] else -1
                plate[axis] += direction * overlap / 2
                other[axis] -= direction * overlap / 2
            plate[0] = min(max(plate[0], area[0] + plate[2] / 2), area[2] - plate[2] / 2)
            plate[1] = min(max(plate[1], area[1] + plate[3] / 2), area[3] - plate[3] / 2)
        if settled:
            return


def paste_centred(canvas: Image.Image, sprite: Image.Image, centre: Point) -> tuple[int, int, int, int]:
    """Paste a sprite by its centre; returns the box it covers."""
    x = round(centre[0] - sprite.width / 2)
    y = round(centre[1] - sprite.height / 2)
    canvas.paste(sprite, (x, y), sprite)
    return x, y, x + sprite.width, y + sprite.height


def draw_dashed_frame(draw: ImageDraw.ImageDraw, box: Sequence[int], ink: Colour, line: int, dash: int) -> None:
    """Draws a dashed frame with solid corners."""
    left, top, right, bottom = box
    for low, high, is_horizontal in ((left, right, True), (top, bottom, False)):
        length = high - low
        count = max(1, round(length / (2 * dash)))
        step = length / (count + 0.5)
        for i in range(count + 1):
            start = low + i * step - (step / 4 if i else 0)
            end = low + i * step + step / 2
            start, end = max(low, round(start)), min(high, round(end))
            if is_horizontal:
                draw.rectangle((start, top, end, top + line - 1), fill=ink)
                draw.rectangle((start, bottom - line + 1, end, bottom), fill=ink)
            else:
                draw.rectangle((left, start, left + line - 1, end), fill=ink)
                draw.rectangle((right - line + 1, start, right, end), fill=ink)
