"""A stored position that is none is refused by one error, whatever is wrong with it."""

from __future__ import annotations

import json
import zlib

import pytest

from rules.core import BadSave, Choices, registry, start_game
from rules.core.saving import to_plain
from service.store import codec

GAME = registry.make_game("citadels", Choices())
WHOLE = codec.pack_state(start_game(GAME, 4, bytes(32)).state)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no position",
        WHOLE[:-9],
        zlib.compress(b"{"),
        zlib.compress(b"\xff"),
        zlib.compress(b"[]"),
        zlib.compress(b"{}"),
        zlib.compress(b"[" * 100_000),
    ],
)
def test_what_is_no_position_is_refused(data: bytes) -> None:
    with pytest.raises(BadSave):
        codec.unpack_state(GAME, data, GAME.version)


def test_a_position_is_read() -> None:
    assert codec.pack_state(codec.unpack_state(GAME, WHOLE, GAME.version)) == WHOLE


def test_a_board_for_a_number_of_seats_that_there_is_none_for_is_refused() -> None:
    game = registry.make_game("catan", Choices())
    plain = {**to_plain(start_game(game, 4, bytes(32)).state), "seats": 8}
    with pytest.raises(BadSave):
        codec.unpack_state(game, zlib.compress(json.dumps(plain).encode()), game.version)
