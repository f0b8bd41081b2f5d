"""Where the tile in hand may be laid is public: everybody sees the tile."""

from __future__ import annotations

import random
from typing import Any

from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.moves import Place
from rules.core import Choices, play, registry, start_game
from tests.rules.carcassonne.table import RED, Table

KIND = registry.game_types()["carcassonne"]


def test_it_is_told_while_the_tile_is_laid_and_no_longer() -> None:
    t = Table(seats=2)
    t.hold("base-U", RED)
    legal = {str(move.cell) for move in t.game.legal(t.s, RED) if isinstance(move, Place)}
    seen = t.game.view(t.s, None)
    assert {str(cell) for cell in seen.lays} == legal
    assert seen.lays == tuple(sorted(seen.lays, key=lambda cell: (cell.y, cell.x)))
    assert t.game.view(t.s, 1).lays == seen.lays
    t.play("place N50 90")
    assert t.game.view(t.s, None).lays == ()


def test_with_everything_it_is_what_the_list_of_moves_says() -> None:
    luck = random.Random(4)
    game = CarcassonneGame(KIND.normalize_choices(Choices(tuple(KIND.modules))))
    s: Any = start_game(game, 3, bytes([4]) * 32).state
    told = 0
    for _ in range(240):
        seat = min(game.waiting(s))
        legal = list(game.legal(s, seat))
        lays = {move.cell for move in legal if isinstance(move, Place)}
        seen = game.view(s, None)
        if seen.lays:
            assert set(seen.lays) == lays
            told += 1
        else:
            assert seen.drawn is None or not lays
        kinds = sorted({move.kind for move in legal})
        s = play(game, s, seat, luck.choice([move for move in legal if move.kind == luck.choice(kinds)] or legal)).state
    assert told > 20
