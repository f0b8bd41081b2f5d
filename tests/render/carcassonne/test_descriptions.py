"""The view in words."""

from __future__ import annotations

from dataclasses import replace

from render import Mark, load_renderer
from render.carcassonne.descriptions import describe_carcassonne_table
from render.carcassonne.facts import all_facts
from render.carcassonne.tile_description import describe_land_tile
from render.core.sentences import LIMIT, cut_to_limit
from rules.carcassonne.cells import Cell
from tests.render.carcassonne.scenes import scene
from tests.render.looks import look


def test_table_says_the_important_things() -> None:
    alt = describe_carcassonne_table(
        scene(), look(), [Mark("N49", "N49"), Mark("M49", "M49", "last")], "Mara laid a tile."
    )
    for said in (
        "columns L to O",
        "rows 49 to 51",
        "8 tiles",
        "Ionuț (blue) is to play",
        "Tile to lay: road north",
        "Mara (red, R) 7",
        "Last: Mara laid a tile.",
        "1 possible cell: N49",
        "city at M49.city-E, 2 tiles, 1 shield, open at 1 place, Mara 1",
    ):
        assert said in alt


def test_long_alt_texts_end_at_a_sentence_and_name_the_way_on() -> None:
    view = scene()
    many = replace(view, features=view.features[:3] * 40)
    alt = describe_carcassonne_table(many, look(), (), "")
    assert len(alt) <= LIMIT
    assert alt.endswith("More: /game board text:True")
    assert alt.count("More:") == 1


def test_cut_keeps_whole_sentences() -> None:
    assert cut_to_limit(["One.", "Two."], "More.", 100) == "One. Two."
    assert cut_to_limit(["One one one.", "Two two two.", "Three."], "More.", 20) == "One one one. More."


def test_every_tile_has_words() -> None:
    for f in all_facts().values():
        words = describe_land_tile(look().say, f)
        assert "{" not in words
        assert words.count(",") >= 3


def test_text_board_holds_what_the_picture_holds() -> None:
    text = load_renderer("carcassonne").text_board(scene(), look(), "Carcassonne #12", [("N49", (0, 90))])
    for said in (
        "Carcassonne #12. Tile 8 of 71.",
        "Ionuț (blue) lays a tile: road north",
        "Possible: N49 0, 90.",
        "Mara (red) 7, 5 followers left.",
        "1. M49.city-E M50.city-N: 2 tiles, 1 shield, open at N49, Mara 1.",
        "M51.monastery: 7 of 8 neighbours, Ionuț 1.",
        "touches city 1",
        "50: L base-L 0, M base-D 0",
        "Mara follower O50.field-NNW.",
    ):
        assert said in text


def test_preview_tells_fields_apart() -> None:
    marks = [Mark("field-ENE", "M50.field-ENE"), Mark("field-ESE", "M50.field-ESE")]
    alt = load_renderer("carcassonne").preview(scene(drawn=None), look(), marks, cell=Cell(0, 0)).alt
    assert "field-ENE: field (east, north half), 1 city" in alt
    assert "field-ESE: field (east, south half), no city" in alt


def test_the_end_names_the_winner() -> None:
    over = replace(scene(), over=True, winners=(2,), active=None, drawn=None)
    assert "Winner: נועה" in describe_carcassonne_table(over, look(), (), "")
    assert "The game is over" in load_renderer("carcassonne").text_board(over, look(), "x")


def test_the_city_of_carcassonne_is_one_of_the_cities_a_field_touches() -> None:
    view = scene()
    fields = [replace(f, beyond=1) if f.kind == "field" else f for f in view.features]
    text = load_renderer("carcassonne").text_board(replace(view, features=tuple(fields)), look(), "x")
    assert "touches city 1, the City of Carcassonne" in text
    assert text.count("the City of Carcassonne") == sum(f.kind == "field" for f in fields)
