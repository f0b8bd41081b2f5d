"""Pictures of games that were really played, at many moments, for everybody and for each seat."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from render import load_renderer
from render.citadels.hand import draw_hand
from render.citadels.table import draw_table
from rules.citadels.game import KIND
from rules.citadels.view import CitadelsView
from rules.core import Game, play, start_game
from rules.core.conformance import start_trial
from tests.render.citadels.scenes import LONG, look
from tests.render.citadels.test_pictures import apart
from tools.sizes import STEP_OF_PICTURES


def moments(game: Game, seats: int, seed: int, every: int) -> Iterator[list[CitadelsView]]:
    """The views of the public and of all seats, now and then in a random game, and at its end."""
    run = start_trial(game, seats, seed)
    t = start_game(game, seats, run.key)
    moves = 0
    while not game.over(t.state):
        if moves % every == 0:
            yield [game.view(t.state, seat) for seat in (None, *range(seats))]
        seat = sorted(game.waiting(t.state))[0]
        legal = list(game.legal(t.state, seat))
        t = play(game, t.state, seat, legal[run.player_chance.below(len(legal))])
        moves += 1
    yield [game.view(t.state, seat) for seat in (None, *range(seats))]


@pytest.mark.slow
@pytest.mark.random
@pytest.mark.parametrize(("preset", "seats", "seed"), [("first", 4, 1), ("everything", 2, 2), ("dark_city", 8, 3)])
def test_every_moment_can_be_drawn_and_told(preset: str, seats: int, seed: int) -> None:
    r, seen = load_renderer("citadels"), look(seats, names=LONG)
    drawn = 0
    for public, *own in moments(KIND.make(KIND.presets[preset]), seats, seed, 23 * STEP_OF_PICTURES):
        sheet = draw_table(public, seen)
        apart({k: b for k, b in sheet.boxes.items() if not k.endswith(".panel")}, sheet.size)
        (picture,) = r.table(public, seen)
        board = r.text_board(public, seen, "Citadels #1")
        assert len(picture.alt) <= 1024
        assert "Only you see" not in board
        for view in own:
            assert r.table(view, seen) == [picture]
            secret = r.text_board(view, seen, "Citadels #1")
            assert secret.startswith(board + "\nOnly you see:\n") or public.over
            page = draw_hand(view, seen)
            apart(page.boxes, page.size)
            assert page.size[1] <= 1260
            assert r.choice(view, seen, ())[0].alt
        drawn += 1
    assert public.over
    assert "total" in board
    assert drawn > 3
    assert r.score(public, seen).alt.startswith("Final score")
