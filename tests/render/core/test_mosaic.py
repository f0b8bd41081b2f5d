"""Pictures kept as squares: put together again they are what they were."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from render.carcassonne.renderer import carcassonne_palette
from render.core.mosaic import ACROSS, SQUARE, Mosaic, MosaicTooLarge, Reel

SIZE = (70, 37)  # no whole number of squares


def numbers(track: bytes) -> Iterator[int]:
    value, shift = 0, 0
    for byte in track:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value, shift = 0, 0


def together(reel: Reel, track: int) -> list[Image.Image]:
    """Every picture of a track, put together as the page does."""
    sheets = [Image.open(BytesIO(sheet)).convert("RGB") for sheet in reel.sheets]
    read, across = numbers(reel.tracks[track]), -(-reel.size[0] // SQUARE)
    canvas, found = Image.new("RGB", reel.size), []
    for runs in read:
        end = after = 0
        for _ in range(runs):
            place, step, count = end + next(read), next(read), next(read)
            first = after + (-(step + 1) // 2 if step % 2 else step // 2)
            for n in range(count):
                square, at = first + n, place + n
                box = (square % ACROSS * SQUARE, square // ACROSS * SQUARE)
                tile = sheets[0].crop((*box, box[0] + SQUARE, box[1] + SQUARE))
                canvas.paste(tile, (at % across * SQUARE, at // across * SQUARE))
            end, after = place + count, first + count
        found.append(canvas.copy())
    return found


def picture(*boxes: tuple[int, int, int, int], ground: str = "#1E2429") -> Image.Image:
    image = Image.new("RGB", SIZE, ground)
    for box in boxes:
        ImageDraw.Draw(image).rectangle(box, fill="#DE2A2A")
    return image


PICTURES = [
    picture(),
    picture((3, 3, 9, 9)),
    picture((3, 3, 9, 9)),  # nothing is new
    picture((3, 3, 9, 9), (69, 36, 69, 36)),  # a single point in the corner
    picture((0, 0, 69, 36)),
    picture(),
]


@pytest.mark.parametrize("palette", [None, carcassonne_palette()], ids=["all colours", "a palette"])
def test_every_picture_is_what_it_was(palette: None) -> None:
    mosaic = Mosaic(palette)
    for shown in PICTURES:
        mosaic.add(shown)
    reel = mosaic.finish()
    assert [one.tobytes() for one in together(reel, 0)] == [one.tobytes() for one in PICTURES]
    assert reel.squares < 12  # the same square is kept once


def test_tracks_share_their_squares() -> None:
    mosaic = Mosaic(None, 2)
    for shown in PICTURES:
        mosaic.add(shown, 0)
        mosaic.add(picture(ground="#EDE3CC"), 1)
        mosaic.add(shown, 1)
    reel = mosaic.finish()
    assert [one.tobytes() for one in together(reel, 0)] == [one.tobytes() for one in PICTURES]
    assert [one.tobytes() for one in together(reel, 1)[1::2]] == [one.tobytes() for one in PICTURES]
    alone = Mosaic(None)
    for shown in PICTURES:
        alone.add(shown)
    assert reel.squares - alone.finish().squares <= 4  # of the other ground: whole ones, and those at the edges


def test_what_does_not_fit_is_refused() -> None:
    mosaic = Mosaic(None, most=10)
    mosaic.add(picture())
    with pytest.raises(ValueError, match="in a mosaic of"):
        mosaic.add(Image.new("RGB", (64, 64)))
    busy = Image.effect_noise(SIZE, 90).convert("RGB")
    with pytest.raises(MosaicTooLarge):
        mosaic.add(busy)
