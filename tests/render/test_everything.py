"""Whatever a game can show is drawn by a drawing of its own, has a word, and stands in the board in words. Found by
listing the rules: what is new there and drawn nowhere is named here."""

from __future__ import annotations

from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

from render import load_renderer
from render.carcassonne.expansions import EXTRAS
from render.carcassonne.facts import all_facts
from render.carcassonne.figure_sprites import FIGURES
from render.carcassonne.icons import lettered_icon, seat_item_icon
from render.carcassonne.signs import SIGNS, mark_word
from render.carcassonne.tile_description import describe_land_tile
from render.catan.card_scenes import SKETCHES, is_action_card
from render.catan.expansions import KINDS
from render.catan.good_icons import ICONS
from render.catan.hand import card_effect as catan_does
from render.catan.terrain import SCENES as TERRAINS_DRAWN
from render.citadels.cards import NAMING_POWERS
from render.citadels.characters import PORTRAITS
from render.citadels.colours import SHADES
from render.citadels.districts import SCENES
from render.citadels.hand import card_effect as citadels_does
from render.core.look import SEAT_COLOURS
from render.core.sentences import has_sentence
from render.plain_renderer import PlainRenderer
from rules.carcassonne.expansions import carcassonne_modules
from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.view import CarcassonneView
from rules.catan.cards import CARDS
from rules.catan.development import CARDS as DEVELOPMENTS
from rules.catan.layout import TERRAINS
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.core import BadOption, Choices, play, registry, start_game
from tests.render.carcassonne.modules import whole
from tests.render.looks import look

FAMILIES = {  # of the words of cards
    "card": CARDS,
    "dev_card": DEVELOPMENTS,
    "progress": tuple(KINDS),
}


@pytest.mark.parametrize("kind", [key for key in registry.game_types() if find_spec(f"render.{key}") is not None])
def test_a_game_with_pictures_has_a_renderer(kind: str) -> None:
    found = load_renderer(kind)
    assert type(found) is not PlainRenderer
    assert found.key == kind
    assert found is load_renderer(kind)


# Citadels


@pytest.mark.parametrize("key", CHARACTERS)
def test_every_character_is_shown_and_told(key: str) -> None:
    """By a drawing or two letters: `tools.release` lists what is not drawn yet."""
    assert key not in PORTRAITS or PORTRAITS[key].shade in SHADES
    assert has_sentence(f"cit.character.{key}")
    assert citadels_does(look(2), key)
    assert look(2).say(f"cit.character.{key}") in load_renderer("citadels").card(None, look(2), key).alt


@pytest.mark.parametrize("key", DISTRICTS)
def test_every_district_is_shown_and_told(key: str) -> None:
    assert has_sentence(f"cit.district.{key}")
    assert citadels_does(look(2), key)
    assert look(2).say(f"cit.district.{key}") in load_renderer("citadels").card(None, look(2), key).alt


def test_no_drawing_of_citadels_is_of_nothing() -> None:
    assert PORTRAITS.keys() <= CHARACTERS.keys()
    assert SCENES.keys() <= DISTRICTS.keys()


def test_whatever_a_character_can_do_to_another_is_drawn_and_told() -> None:
    """Marks are what powers leave on characters that are still to be called."""
    found: set[str] = set()
    kind = registry.game_types()["citadels"]
    for preset in kind.presets.values():
        game: Any = kind.make(preset)
        for seed in range(3):
            for view in views(game, game_seats(game), seed):
                found |= {mark.power for mark in view.marks}
    assert found
    assert found <= set(NAMING_POWERS)
    assert all(has_sentence(f"pic.citadels.{part}.{power}") for power in NAMING_POWERS for part in ("alt", "board"))


# Catan


@pytest.mark.parametrize(("family", "key"), [(family, key) for family, keys in FAMILIES.items() for key in keys])
def test_every_card_of_catan_is_drawn_and_told(family: str, key: str) -> None:
    assert key in (ICONS if family == "card" else SKETCHES)
    assert has_sentence(f"catan.{family}.{key}")
    assert catan_does(look(2), key)
    name = look(2).say(f"catan.{family}.{key}")
    assert name.casefold() in load_renderer("catan").card(None, look(2), key).alt.casefold()


def test_no_drawing_of_catan_is_of_nothing() -> None:
    assert all(map(is_action_card, SKETCHES))
    assert set(TERRAINS) == set(TERRAINS_DRAWN)
    assert all(has_sentence(f"catan.terrain.{terrain}") for terrain in TERRAINS)


# Carcassonne

MARKS = sorted({mark for facts in all_facts().values() for mark, _ in facts.list_marks()})
BUILDINGS = sorted({facts.building for facts in all_facts().values() if facts.building})


@pytest.mark.parametrize("mark", MARKS)
def test_every_mark_of_a_tile_is_drawn_and_told(mark: str) -> None:
    assert mark in SIGNS
    assert has_sentence(f"pic.mark.{mark}")
    if SIGNS[mark].told is None:
        return
    say = look(2).say
    for facts in all_facts().values():
        if any(mark == other for other, _ in facts.list_marks()):
            told = [mark_word(say, mark, n) for n in range(1, 5)]
            assert any(words in describe_land_tile(say, facts) for words in told), facts.id


@pytest.mark.parametrize("building", BUILDINGS)
def test_every_building_is_told(building: str) -> None:
    say = look(2).say
    for facts in all_facts().values():
        if facts.building == building:
            assert say(f"pic.mark.{building}") in describe_land_tile(say, facts)


def whole_game() -> CarcassonneGame:
    """All modules that go together."""
    together: tuple[str, ...] = ()
    for key in carcassonne_modules():
        try:
            CarcassonneGame(Choices((*together, key)))
        except BadOption:
            continue
        together = (*together, key)
    return CarcassonneGame(Choices(together))


def views(game: Any, seats: int, seed: int, every: int = 5) -> list[Any]:
    """What all see of a random game, now and then."""
    luck, found = Random(seed), []
    s: Any = start_game(game, seats, bytes([seed]) * 32).state
    for act in range(10_000):
        if not s.agenda:
            break
        seat = luck.choice(sorted(game.waiting(s)))
        s = play(game, s, seat, luck.choice(list(game.legal(s, seat)))).state
        if act % every == 0:
            found.append(game.view(s, None))
    return [*found, game.view(s, None)]


def game_seats(game: Any) -> int:
    return max(game.seats)


@pytest.fixture(scope="module")
def tables() -> list[CarcassonneView]:
    game = whole_game()
    return [view for seed in (1, 2) for view in views(game, 4, seed, 20)]


def test_every_kind_of_figure_is_drawn_and_told(tables: list[CarcassonneView]) -> None:
    kinds = {kind for view in tables for supply in view.supply for kind in supply}
    kinds |= {piece.kind for view in tables for piece in view.pieces}
    assert kinds == FIGURES.keys()
    for kind in kinds:
        word = look(2).say(f"pic.figure.{kind}")
        standing = next((view for view in tables if any(piece.kind == kind for piece in view.pieces)), None)
        if standing is not None:
            assert word in load_renderer("carcassonne").text_board(standing, look(4))


def test_what_modules_show_is_drawn_and_told(tables: list[CarcassonneView]) -> None:
    shown = {key for view in tables for key in view.extras}
    assert shown
    assert shown == EXTRAS.keys()
    for key in shown:
        said = set()
        for view in (*tables, whole()):
            if key in view.extras:
                extra, seen = EXTRAS[key], view.extras[key]
                said |= {*extra.list_alt_sentences(seen, view, look(4)), *extra.list_text_lines(seen, view, look(4))}
                said |= {
                    line for seat in range(view.seats) for line in extra.describe_seat_items(seen, view, look(4), seat)
                }
        assert said, key


def test_everything_a_seat_can_have_has_an_icon(tables: list[CarcassonneView]) -> None:
    names = {kind for view in tables for supply in view.supply for kind in supply}
    for view in tables:
        for key, seen in view.extras.items():
            names |= {item.name for seat in range(4) for item in EXTRAS[key].chip_items(seen, view, seat)}
    names |= {name for extra in EXTRAS.values() for name in extra.icons}
    for letter in SEAT_COLOURS:
        drawn = {seat_item_icon(name, letter, 30).tobytes() for name in names}
        assert len(drawn) == len(names)
    for name in names:
        assert seat_item_icon(name, "R", 30).tobytes() != seat_item_icon(name + "!", "R", 30).tobytes()
        assert lettered_icon(name, "R", 30).size == (30, 30)
