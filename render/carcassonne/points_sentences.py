"""Short sentences about points, for captions."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from render.core.look import Look
from render.core.sentences import join_list


def name_seats(seats: Iterable[int], look: Look, reader: int | None) -> str:
    """The names of seats; the reader is «you»."""
    return join_list(look.say("pic.recap.you") if seat == reader else look.seats[seat].name for seat in seats)


def points_sentence(
    key: str, seats: Collection[int], look: Look, seat: int | None, reader: int | None, **params: Any
) -> str:
    """A sentence about points: `key`, or `key` with `_for` unless `seat` alone got them."""
    if list(seats) == [seat]:
        return look.say(key, **params)
    return look.say(f"{key}_for", names=name_seats(seats, look, reader), **params)
