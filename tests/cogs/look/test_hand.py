"""My hand in a game that has no words for it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from cogs.look.hand import _wordless_hand_key
from rules.core import Choices, start_game
from tests.rules.core.toy import KIND


def test_who_sees_more_than_everybody_is_led_to_the_board() -> None:
    game = KIND.make(Choices())
    state = start_game(game, 2, bytes(32)).state
    table: Any = SimpleNamespace(public_view=game.view(state, None))
    assert _wordless_hand_key(table, game.view(state, 0)) == "look.hand_on_board"
    assert _wordless_hand_key(table, table.public_view) == "look.hand_empty"
