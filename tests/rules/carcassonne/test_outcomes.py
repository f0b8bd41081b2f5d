"""What a lay completes and continues, told before it is made."""

from __future__ import annotations

import random
from typing import Any

from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.moves import Place
from rules.carcassonne.outcomes import best_outcome_per_cell, list_outcomes
from rules.carcassonne.preview import preview_lay
from rules.core import Choices, play, registry, start_game
from tests.rules.carcassonne.table import RED, Table

KIND = registry.game_types()["carcassonne"]


def test_a_city_is_continued_by_its_knight_and_completed_for_nobody_else() -> None:
    t = Table(seats=2)
    t.hold("base-E", RED)
    (cap,) = [o for o in list_outcomes(t.s, RED, t.game.legal(t.s, RED)) if str(o.move.cell) == "M49" and o.completed]
    (city,) = cap.completed
    assert (city.feature, city.tiles, city.points, city.owners, city.mine) == ("city", 2, 4, (), False)
    assert (cap.gain, cap.affects_own_feature, cap.importance) == (0, False, (4, 0, 1))
    t.play("place M49 180")
    t.play("pass figure")
    t.hold("base-U", RED)
    t.play("place N50 90")
    t.play("deploy follower N50.road-E")
    t.hold("base-U", RED)
    mine = [o for o in list_outcomes(t.s, RED, t.game.legal(t.s, RED)) if o.affects_own_feature]
    assert mine
    assert {one.feature for o in mine for one in o.continued} == {"road"}
    assert {one.tiles for o in mine for one in o.continued} == {3}
    assert all(o.gain == 0 for o in mine)


def test_as_the_preview_says_in_games_with_everything() -> None:
    luck = random.Random(8)
    game = CarcassonneGame(KIND.normalize_choices(Choices(tuple(KIND.modules))))
    s: Any = start_game(game, 4, bytes([8]) * 32).state
    compared = completed = mine = 0
    for turn in range(260):
        seat = min(game.waiting(s))
        legal = list(game.legal(s, seat))
        found = list_outcomes(s, seat, legal) if turn % 9 == 0 else ()
        for outcome in found[::5]:
            seen = preview_lay(game, s, seat, outcome.move)
            told = sorted((f.called, f.points, f.owners) for f in seen.completed)
            assert told == sorted((one.feature, one.points, one.owners) for one in outcome.completed)
            assert outcome.gain == sum(f.points for f in seen.completed if seat in f.owners)
            laid = outcome.move.cell
            grown = [
                f for f in seen.view.features if f.kind in ("road", "city") and f.strength[seat] and laid in f.tiles
            ]
            assert outcome.affects_own_feature >= bool(grown)
            compared, completed, mine = compared + 1, completed + bool(told), mine + outcome.affects_own_feature
        kinds = sorted({move.kind for move in legal})
        kind = "deploy" if "deploy" in kinds else luck.choice(kinds)
        s = play(game, s, seat, luck.choice([move for move in legal if move.kind == kind])).state
    assert compared > 50
    assert completed
    assert mine


def test_the_best_of_a_cell_is_the_one_that_gives_most() -> None:
    game = CarcassonneGame(Choices())
    luck = random.Random(2)
    s: Any = start_game(game, 2, bytes([2]) * 32).state
    gains = 0
    while not game.over(s):
        seat = min(game.waiting(s))
        legal = list(game.legal(s, seat))
        found = list_outcomes(s, seat, legal)
        for cell, outcome in best_outcome_per_cell(found).items():
            assert outcome.importance == max(o.importance for o in found if o.move.cell == cell)
            gains += outcome.gain
        assert [o.move for o in found] == [move for move in legal if isinstance(move, Place)]
        kinds = sorted({move.kind for move in legal})
        kind = "deploy" if "deploy" in kinds else luck.choice(kinds)
        s = play(game, s, seat, luck.choice([move for move in legal if move.kind == kind])).state
    assert gains > 0
