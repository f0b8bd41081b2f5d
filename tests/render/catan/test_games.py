"""Pictures of games that were really played, at many moments, for everybody and for each seat."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from render.catan.board import draw_board
from render.catan.hand import draw_hand
from render.catan.renderer import CatanRenderer
from rules.catan.game import KIND
from rules.catan.view import CatanView
from rules.core import Game, play, start_game
from rules.core.conformance import start_trial
from tests.render.catan.test_pictures import apart, counts_only
from tests.render.looks import LONG, look
from tools.sizes import STEP_OF_PICTURES


def moments(game: Game, seats: int, seed: int, every: int, most: int) -> Iterator[list[CatanView]]:
    """The views of the public and of all seats, now and then in a random game that builds when it can."""
    run = start_trial(game, seats, seed)
    t = start_game(game, seats, run.key)
    moves = 0
    while not game.over(t.state) and moves < most:
        if moves % every == 0:
            yield [game.view(t.state, seat) for seat in (None, *range(seats))]
        seat = sorted(game.waiting(t.state))[0]
        legal = list(game.legal(t.state, seat))
        eager = [m for m in legal if m.kind.startswith(("build", "improve", "knight-", "card-", "dev-"))]
        chosen = eager if eager and run.player_chance.below(3) else legal
        t = play(game, t.state, seat, chosen[run.player_chance.below(len(chosen))])
        moves += 1
    yield [game.view(t.state, seat) for seat in (None, *range(seats))]


@pytest.mark.slow
@pytest.mark.random
@pytest.mark.parametrize(("preset", "seats", "seed"), [("base", 3, 1), ("official", 4, 2), ("colonist", 6, 3)])
def test_every_moment_can_be_drawn_and_told(preset: str, seats: int, seed: int) -> None:
    """The public picture, its words and the public part of the text are the same whoever looks."""
    r, seen = CatanRenderer(), look(seats, names=LONG)
    for public, *own in moments(KIND.make(KIND.presets[preset]), seats, seed, 149 * STEP_OF_PICTURES, 1200):
        sheet = draw_board(public, seen)
        apart(counts_only(sheet.texts), sheet.image.size)
        (picture,) = r.table(public, seen)
        text = r.text_board(public, seen, "Catan #1")
        assert len(picture.alt) <= 1024
        assert "Only you see" not in text
        for seat, view in enumerate(own):
            assert r.table(view, seen) == [picture]
            assert r.part(view, seen, str(seat + 1)) == r.part(public, seen, str(seat + 1))
            assert r.text_board(view, seen, "Catan #1").startswith(text + "\nOnly you see:\n")
            page = draw_hand(view, seen)
            apart(page.boxes, page.size)
            assert page.size[1] <= 1260
            assert r.choice(view, seen, ())[0].alt


@pytest.mark.parametrize(("preset", "seats"), [("base", 4), ("official", 3)])
def test_finished_games_have_a_sheet_that_adds_up(preset: str, seats: int) -> None:
    r, seen = CatanRenderer(), look(seats)
    *_, (public, *_) = moments(KIND.make(KIND.presets[preset]), seats, 5, 100_000, 100_000)
    assert public.over
    (winner,) = public.winners
    assert tuple(map(sum, zip(*public.tally.values(), strict=True))) == public.scores
    alt = r.score(public, seen).alt
    assert alt.startswith(f"Final score: {seen.seats[winner].name} {public.scores[winner]} = ")
    assert f"total {public.scores[winner]}." in r.text_board(public, seen, "Catan #1")
    assert r.table(public, seen)[0].alt.startswith("Catan island")
    assert f"Winner: {seen.seats[winner].name}" in r.table(public, seen)[0].alt
