"""What is said of a place of the board is the same on every screen."""

from __future__ import annotations

import random

from cogs.faces.carcassonne import places
from rules.carcassonne.moves import PASS_FIGURE
from rules.core import Choices, play, start
from rules.core.registry import kinds
from tests.cogs import harness

from .test_carcassonne import table_of

KIND = kinds()["carcassonne"]


async def test_fields_beside_the_city_of_carcassonne_count_it_on_every_screen() -> None:
    game = KIND.make(KIND.checked(Choices(("count", "inns"))))
    luck = random.Random(4)
    state = start(game, 2, bytes(32)).state
    met = 0
    while not game.over(state) and met < 12:
        seat = next(iter(game.waiting(state)))
        legal = list(game.legal(state, seat))
        if PASS_FIGURE in legal:
            room = harness.room(table_of(game.choices, state), seat)
            for info in places.places_of(room):
                if info.feature == "field" and not info.barred:
                    first = places.place_line(room, info)
                    assert places.spot_line(room, info.spot) == first
                    found = places.feature_at(room.view, info.spot)
                    assert found is not None
                    met += found.beyond
        state = play(game, state, seat, luck.choice(legal)).state
    assert met, "no field beside the walls was met"
