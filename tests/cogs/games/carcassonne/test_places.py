"""What is said of a place of the board is the same on every screen."""

from __future__ import annotations

import random
import re
from functools import partial

import pytest

from cogs.games.carcassonne import places
from rules.carcassonne.moves import PASS_FIGURE
from rules.carcassonne.tiles import TURNED
from rules.core import Choices, play, start_game
from rules.core.registry import game_types
from tests.cogs import harness
from words import Voice

from .test_carcassonne import FACE, table_of

KIND = game_types()["carcassonne"]


async def test_fields_beside_the_city_of_carcassonne_count_it_on_every_screen() -> None:
    game = KIND.make(KIND.normalize_choices(Choices(("count", "inns"))))
    luck = random.Random(4)
    state = start_game(game, 2, bytes(32)).state
    met = 0
    while not game.over(state) and met < 12:
        seat = next(iter(game.waiting(state)))
        legal = list(game.legal(state, seat))
        if PASS_FIGURE in legal:
            room = harness.room(table_of(game.choices, state), seat)
            for info in places.just_laid_places(room):
                if info.feature == "field" and not info.barred:
                    first = places.place_line(room, info)
                    assert places.spot_line(room, info.spot) == first
                    found = places.feature_at(room.view, info.spot)
                    assert found is not None
                    met += found.beyond
        state = play(game, state, seat, luck.choice(legal)).state
    assert met, "no field beside the walls was met"


@pytest.mark.parametrize("number", range(0, len(TURNED), 4))
def test_the_fields_of_a_tile_differ_in_the_words_for_them(number: int) -> None:
    """Compass words of sixteen points are for typing alone; the halves of edges tell the fields of every tile apart."""
    voice = Voice("en")
    for turned in TURNED[number : number + 4]:
        words = [voice.word("carc", "place", place) for place in turned.places]
        assert len(set(words)) == len(words), (turned.tile.id, words)
        assert not [word for word in words if re.search("(north|east|south|west)-(north|south)-", word)]


def test_a_field_is_typed_by_sixteen_points_too() -> None:
    names = FACE.value_names(Voice("en"), "spot", "N50.field-NNW")
    assert names == ("N50 field (north, west half)", "field (north, west half)", "field (north-north-west)")


def test_two_roads_of_one_message_are_told_apart() -> None:
    state = start_game(KIND.make(KIND.normalize_choices(Choices())), 2, bytes(32)).state
    table = table_of(Choices(), state)
    voice = Voice("en", ["Ann", "Ben"], called=partial(FACE.name_in_story, table))
    given = {"feature": "road", "cell": "N50", "n": 3, "points": 3, "seats": [0]}
    said = [
        voice("carc.feature.scored", **given, tiles=["N50", "O50", "P50"]),
        voice("carc.feature.scored", **given, tiles=["N50", "N51", "N52"]),
    ]
    assert said == [
        "The road at N50–P50 is complete: 3 tiles, 3 points for Ann.",
        "The road at N50–N52 is complete: 3 tiles, 3 points for Ann.",
    ]
    alone = voice("carc.feature.scored", **{**given, "feature": "monastery"}, tiles=["N50"])
    assert alone.startswith("The monastery at N50 is complete")
