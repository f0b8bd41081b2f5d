"""The pictures of a whole game: all of one size, and at its end what the table message shows."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from render import load_renderer
from render.carcassonne.camera import BoardCamera
from render.core.look import Theme
from rules.core import Chance, play, registry, start_game
from tools.bench.measure import choices_for
from tools.pictures.drawing import look_for_players

NAMES = ("Ann", "Ben", "Cid", "Dan")


def views(kind: str, preset: str, seats: int, moves: int) -> list[Any]:
    """What everybody saw of a random game."""
    game, luck = registry.make_game(kind, choices_for(kind, preset)), Chance(bytes(32))
    s = start_game(game, seats, bytes(range(32))).state
    found = [game.view(s, None)]
    for _ in range(moves):
        seat = min(game.waiting(s))
        legal = list(game.legal(s, seat))
        s = play(game, s, seat, legal[luck.below(len(legal))]).state
        found.append(game.view(s, None))
    return found


@pytest.mark.parametrize(
    ("kind", "preset", "seats"), [("carcassonne", "", 4), ("catan", "official", 4), ("citadels", "everything", 4)]
)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_last_picture_is_that_of_the_table(kind: str, preset: str, seats: int, theme: Theme) -> None:
    seen, draw, look = views(kind, preset, seats, 24), load_renderer(kind), look_for_players(NAMES, theme)
    if kind == "carcassonne":  # else the tile to lay has a place of its own in the picture of the message
        seen = [view for view in seen if view.drawn is None]
    camera = draw.camera()
    for view in seen:
        camera.reserve_room(view, look)
    drawn = [camera.draw(view, look) for view in seen]
    assert len({image.size for image in drawn}) == 1
    assert camera.palette is not None
    table = Image.open(BytesIO(draw.table(seen[-1], look)[0].png)).convert("RGB")
    assert camera.palette.map(drawn[-1]).convert("RGB").tobytes() == table.tobytes()


@pytest.mark.slow
def test_land_that_is_kept_is_the_land_that_is_drawn_anew() -> None:
    seen, look = views("carcassonne", "all", 3, 60), look_for_players(NAMES[:3])

    def pictures(order: list[Any]) -> list[bytes]:
        camera = load_renderer("carcassonne").camera()
        assert isinstance(camera, BoardCamera)
        for view in seen:
            camera.reserve_room(view, look)
        return [camera.draw(view, look).tobytes() for view in order]

    forwards = pictures(seen[-12:])
    assert pictures(seen[-12:][::-1]) == forwards[::-1]
    assert pictures(seen[-1:]) == forwards[-1:]


def test_a_game_without_pictures_has_its_words_on_sheets_of_one_size() -> None:
    class Seen:
        over, tasks, scores = False, {}, (1, 2)  # as bare as a view can be

    draw, look = load_renderer("toy"), look_for_players(NAMES[:2])
    camera = draw.camera()
    camera.reserve_room(Seen(), look)
    assert camera.draw(Seen(), look).size[0] == 1200
    assert camera.palette is None
