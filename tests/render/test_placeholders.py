"""What nobody has drawn yet is seen and told all the same: letters in place of a drawing, never an error or silence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from PIL import Image

from render import load_renderer
from render.carcassonne import figure_spots, tile_sprites
from render.carcassonne.areas import figure_places
from render.carcassonne.facts import Facts, all_facts, tile_facts
from render.carcassonne.figure_sprites import board_figure_sprite
from render.carcassonne.icons import seat_item_icon
from render.carcassonne.shapes import tile_shapes
from render.carcassonne.tile_description import describe_land_tile
from render.carcassonne.tile_sprites import tile_sprite
from render.catan.cards import card_scene
from render.catan.expansions import KINDS
from render.citadels.cards import district_scene, fate_sign, portrait_sprite
from render.core.brush import initials_of_key
from render.core.cache import SPRITES
from rules.carcassonne.view import Piece
from rules.citadels.cards import CHARACTERS, DISTRICTS, ORDER, CharacterCard, DistrictCard
from rules.citadels.view import CityCard, Mark, Shown
from tests.render.carcassonne.modules import c
from tests.render.carcassonne.modules import whole as carcassonne
from tests.render.catan.scenes import own
from tests.render.catan.scenes import scene as island
from tests.render.citadels.scenes import scene as table
from tests.render.looks import look


def inked(image: Image.Image) -> bool:
    """Whether there is something to see."""
    return len(image.convert("RGB").getcolors(image.width * image.height) or []) > 3


def test_two_letters_tell_apart() -> None:
    assert [initials_of_key(key) for key in ("tax_collector", "merchant-fleet", "spy")] == ["TC", "MF", "Sp"]


# Citadels


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A character and a district that are in the rules alone."""
    monkeypatch.setitem(CHARACTERS, "ferryman", CharacterCard("ferryman", 9, True))
    monkeypatch.setitem(DISTRICTS, "opera_house", DistrictCard("opera_house", "purple", 5, 1, True))
    monkeypatch.setitem(ORDER, "opera_house", len(ORDER))


@pytest.mark.usefixtures("strangers")
def test_a_character_and_a_district_without_a_drawing() -> None:
    view = table(3)
    first = replace(
        view.players[0],
        shown=(Shown("ferryman"),),
        city=(CityCard("opera_house", "opera_house", False, 0, ()), *view.players[0].city),
    )
    view = replace(
        view,
        cast=(*view.cast, "ferryman"),
        players=(first, *view.players[1:]),
        marks=(*view.marks, Mark("hush", "ferryman")),
    )
    draw, seen = load_renderer("citadels"), look(3)
    (picture,) = draw.table(view, seen)
    (without,) = draw.table(table(3), seen)
    assert picture.png != without.png
    assert "opera house" in picture.alt
    assert "hush: ferryman" in picture.alt
    board = draw.text_board(view, seen)
    assert "ferryman" in board
    assert "opera house" in board
    own_view = replace(view, you=0, hand=("opera_house",), characters=("ferryman",))
    hand = draw.hand(own_view, seen)
    assert hand is not None
    assert "opera house" in hand.alt
    assert "ferryman" in hand.alt
    for key in ("ferryman", "opera_house"):
        assert draw.card(None, seen, key).png
    assert draw.score(view, seen).png
    assert inked(portrait_sprite("ferryman", 60))
    assert portrait_sprite("ferryman", 60).tobytes() != portrait_sprite("juggler", 60).tobytes()
    assert district_scene("opera_house", 60, 60).tobytes() not in {
        district_scene(key, 60, 60).tobytes() for key in ("keep", "museum")
    }
    assert fate_sign("hush", 40).tobytes() not in {
        fate_sign(power, 40).tobytes() for power in ("murder", "rob", "bewitch")
    }


# Catan


def test_a_progress_card_without_a_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "town-crier", "politics")
    draw, seen = load_renderer("catan"), look(4)
    hand = draw.hand(own(island(4), 0, "brick", progress=("spy", "town-crier")), seen)
    assert hand is not None
    assert "town crier" in hand.alt
    assert draw.card(None, seen, "town-crier").png
    assert inked(card_scene("town-crier", 60, 60))
    assert card_scene("town-crier", 60, 60).tobytes() != card_scene("town-fool", 60, 60).tobytes()
    given = replace(own(island(4), 0, ""), given=("town-crier",))
    assert "town crier" in draw.text_board(given, seen)


# Carcassonne


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A tile with marks that no module has drawn: in its city, on its road, in its field, and of its own."""
    name = "base-X"
    kept = (tile_facts, tile_shapes, figure_places, figure_spots.sign_spots, figure_spots.figure_spots)
    plain = next(f for f in all_facts().values() if f.cities and f.roads and f.fields and not f.symbols)
    monkeypatch.setitem(all_facts(), name, with_marks(plain, name))
    for one in kept:
        one.cache_clear()
    SPRITES.clear()
    yield name
    monkeypatch.undo()
    for one in kept:
        one.cache_clear()
    SPRITES.clear()


def with_marks(plain: Facts, name: str) -> Facts:
    city, road, field = plain.cities[0], plain.roads[0], plain.fields[0]
    return replace(
        plain,
        id=name,
        cities=(replace(city, marks=("tower", "tower")), *plain.cities[1:]),
        roads=(replace(road, marks=("toll_gate",)), *plain.roads[1:]),
        fields=(replace(field, marks=("windmill",)), *plain.fields[1:]),
        symbols=("comet",),
    )


def test_marks_without_a_drawing(marked: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGTABLE_CACHE", str(tmp_path))
    words = describe_land_tile(look(2).say, tile_facts(marked))
    assert words.endswith("with 2 signs “tower”, 1 sign “toll_gate”, 1 sign “windmill”, 1 sign “comet”")
    with_them = tile_sprite(marked, 0, 128)
    monkeypatch.setitem(all_facts(), marked, replace(tile_facts(marked), symbols=()))
    tile_facts.cache_clear()
    tile_shapes.cache_clear()
    SPRITES.clear()
    assert tile_sprite(marked, 0, 128).tobytes() != with_them.tobytes()
    assert len(figure_spots.sign_spots(marked, 0)) == 4
    view = carcassonne()
    city = replace(view.features[0], marks={"shield": 1, "tower": 2})
    board = load_renderer("carcassonne").text_board(replace(view, features=(city,)), look(3))
    assert "1 shield, 2 signs “tower”" in board


def test_a_mark_that_is_drawn_later_is_not_read_from_the_disk(marked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lettered tile lies on the disk; once the mark is drawn, the tile is painted anew."""
    keys: list[str] = []

    def keep(family: str, key: str, size: tuple[int, int], make: object) -> Image.Image:
        keys.append(key)
        return Image.new("RGB", size)

    monkeypatch.setattr("render.core.cache.load_or_paint", keep)
    tile_sprite(marked, 0, 64)
    monkeypatch.setitem(tile_sprites.SIGNS, "comet", tile_sprites.SIGNS["shield"])
    SPRITES.clear()
    tile_sprite(marked, 0, 64)
    assert len(set(keys)) == 2


def test_a_figure_without_a_drawing() -> None:
    assert (
        board_figure_sprite("acrobat", "R", 100, "road-N").tobytes()
        != board_figure_sprite("juggler", "R", 100, "road-N").tobytes()
    )
    assert inked(seat_item_icon("acrobat", "R", 30))
    assert seat_item_icon("acrobat", "R", 30).tobytes() != seat_item_icon("juggler", "R", 30).tobytes()
    view = carcassonne()
    several = ({**view.supply[0], "acrobat": 2}, *view.supply[1:])
    view = replace(view, pieces=(*view.pieces, Piece("acrobat", 0, c("L50"), "road-N")), supply=several)
    (picture,) = load_renderer("carcassonne").table(view, look(3))
    assert picture.png
    assert load_renderer("carcassonne").text_board(view, look(3)).count("acrobat") == 2


@dataclass(frozen=True)
class CircusSeen:
    ring: object
    clowns: tuple[int, ...]


def test_a_module_without_a_drawing_is_told() -> None:
    view = carcassonne()
    view = replace(view, extras={**view.extras, "circus": CircusSeen(c("L50"), (1, 0, 2))})
    (picture,) = load_renderer("carcassonne").table(view, look(3))
    assert "circus: ring L50; clowns 1, 0, 2." in picture.alt
    assert "circus: ring L50; clowns 1, 0, 2." in load_renderer("carcassonne").text_board(view, look(3))
