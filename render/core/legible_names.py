"""Replaces names that no font can draw by the seat's colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from words import Voice

from .fonts import drawable_text
from .look import SeatLook


def make_names_legible(seats: Sequence[SeatLook], say: Voice) -> tuple[tuple[SeatLook, ...], Voice]:
    """Seats and voice with a seat's colour in place of each name without a drawable letter."""
    shown = tuple(
        seat if _can_draw_name(seat.name) else replace(seat, name=_seat_colour_word(seat, say)) for seat in seats
    )
    return shown, say if shown == tuple(seats) else say.with_seat_names([seat.name for seat in shown])


def _can_draw_name(name: str) -> bool:
    return any(map(str.isalnum, drawable_text(name)))


def _seat_colour_word(seat: SeatLook, say: Voice) -> str:
    word = say(f"colour.{seat.letter}")
    return word[:1].upper() + word[1:]
